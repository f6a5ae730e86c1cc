import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Proof } from "./words";

const PROVED: Proof = { kind: "proved", proof: "the-proof" };
const SENT = "Discount code sent! Check your email.";
const CLAIMED = "You've already claimed your discount. Enjoy!";

let sentFields: FormData[] = [];
let playAgain: () => void;

/** A fresh module each time: the memory of a claim outlives a component. */
async function open(prove: () => Promise<Proof> = async () => PROVED) {
  vi.resetModules();
  const { Claim } = await import("./Claim");
  playAgain = vi.fn(() => {});
  render(<Claim percent={5} prove={prove} onPlayAgain={playAgain} />);
}

function answering(...answers: (Response | Error)[]) {
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    sentFields.push(init.body as FormData);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Response) return answer.clone();
    throw answer;
  });
}

const field = () => screen.getByLabelText<HTMLInputElement>("Enter your email to claim 5% off:");
const type = (address: string) => fireEvent.change(field(), { target: { value: address } });
const send = () =>
  act(async () => {
    const form = field().closest("form");
    if (form !== null) fireEvent.submit(form);
  });

beforeEach(() => {
  sentFields = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("the field asks for an address the way phones and browsers understand", async () => {
  await open();
  expect(field()).toMatchObject({
    type: "email",
    name: "email",
    required: true,
    autocomplete: "email",
    inputMode: "email",
  });
  expect(screen.getByRole("link", { name: /privacy/ }).getAttribute("href")).toBe("/privacy");
});

test("a sent claim is told, remembered and carries address and proof", async () => {
  answering(new Response("OK"));
  await open();
  type("ada@example.com");
  await send();
  expect(screen.getByText(SENT)).toBeTruthy();
  expect(localStorage.getItem("claimedDiscount")).toBe("true");
  expect(sentFields[0]?.get("email")).toBe("ada@example.com");
  expect(sentFields[0]?.get("proof")).toBe("the-proof");
});

test("a browser that has claimed sees so instead of the form", async () => {
  localStorage.setItem("claimedDiscount", "true");
  await open();
  expect(screen.getByText(CLAIMED)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a claim in another tab is noticed", async () => {
  await open();
  localStorage.setItem("claimedDiscount", "true");
  act(() => void window.dispatchEvent(new Event("storage")));
  expect(screen.getByText(CLAIMED)).toBeTruthy();
});

test("with blocked storage a claim still succeeds and holds for the visit", async () => {
  answering(new Response("OK"));
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  await open();
  type("ada@example.com");
  await send();
  expect(screen.getByText(SENT)).toBeTruthy();
  cleanup();
  const { Claim } = await import("./Claim");
  render(<Claim percent={5} prove={async () => PROVED} onPlayAgain={playAgain} />);
  expect(screen.getByText(CLAIMED)).toBeTruthy();
});

test("while the proof is on its way the form is busy and cannot be sent twice", async () => {
  answering(new Response("OK"));
  let arrive: (proof: Proof) => void = () => {};
  const prove = vi.fn(() => new Promise<Proof>((resolve) => (arrive = resolve)));
  await open(prove);
  type("ada@example.com");
  await send();
  expect(screen.getByRole("button", { name: "Sending…" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  await send();
  expect(prove).toHaveBeenCalledTimes(1);
  await act(async () => arrive(PROVED));
  expect(screen.getByText(SENT)).toBeTruthy();
});

test("a refused address is explained at the field, which keeps it and takes the focus", async () => {
  answering(new Response("That address cannot receive mail.", { status: 422 }));
  await open();
  type("ada@nowhere.example");
  await send();
  expect(screen.getByText("That address cannot receive mail.")).toBeTruthy();
  expect(field().value).toBe("ada@nowhere.example");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field());
  type("ada@example.com");
  expect(field().getAttribute("aria-invalid")).toBeNull();
});

test("a failed try keeps the address, and trying again works", async () => {
  answering(new TypeError("Failed to fetch"), new Response("OK"));
  await open();
  type("ada@example.com");
  await send();
  expect(screen.getByRole("alert").textContent).toMatch(/could not reach our server/);
  expect(field().value).toBe("ada@example.com");
  expect(localStorage.getItem("claimedDiscount")).toBeNull();
  await send();
  expect(screen.getByText(SENT)).toBeTruthy();
});

test("too many tries say when to come back", async () => {
  answering(new Response("slow down", { status: 429, headers: { "retry-after": "600" } }));
  await open();
  type("ada@example.com");
  await send();
  expect(screen.getByRole("alert").textContent).toMatch(/try again in 10 minutes/);
});

test("an expired proof offers another game", async () => {
  answering(new Response("expired", { status: 412 }));
  await open();
  type("ada@example.com");
  await send();
  fireEvent.click(screen.getByRole("button", { name: "Play Again" }));
  expect(playAgain).toHaveBeenCalledOnce();
});

test("without a proof nothing is sent", async () => {
  answering(new Response("OK"));
  await open(async () => ({ kind: "broken" }));
  type("ada@example.com");
  await send();
  expect(screen.getByRole("alert").textContent).toMatch(/on our side/);
  expect(sentFields).toEqual([]);
});

test("a slip gets a suggestion that fills the field in, and never stands in the way", async () => {
  answering(new Response("OK"));
  await open();
  type("ada@gmial.com");
  fireEvent.click(screen.getByRole("button", { name: "Did you mean ada@gmail.com?" }));
  expect(field().value).toBe("ada@gmail.com");
  expect(document.activeElement).toBe(field());
  expect(screen.queryByText(/Did you mean/)).toBeNull();
  type("ada@gmial.com");
  await send();
  expect(sentFields[0]?.get("email")).toBe("ada@gmial.com");
});

test("an address that is still being typed is questioned only once it rests", async () => {
  vi.useFakeTimers();
  try {
    await open();
    type("ada@gmail.co");
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    act(() => void vi.advanceTimersByTime(600));
    expect(screen.getByRole("button", { name: "Did you mean ada@gmail.com?" })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
