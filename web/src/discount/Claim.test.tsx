import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProofResult } from "./claim-messages";

const PROOF: ProofResult = { kind: "proof", proof: "the-proof" };
const SENT = "Discount code sent! Check your email.";
const CLAIMED = "You've already claimed your discount. Enjoy!";

let sentFields: FormData[] = [];
let sentTo: string[] = [];
let playAgain: () => void;
let claimed: () => void;

/** Imports a new module each time, because claimed-flag keeps its state in the module. */
async function renderClaim(requestProof: () => Promise<ProofResult> = async () => PROOF) {
  vi.resetModules();
  const { Claim } = await import("./Claim");
  playAgain = vi.fn(() => {});
  claimed = vi.fn(() => {});
  render(
    <Claim percent={5} requestProof={requestProof} onClaimed={claimed} onPlayAgain={playAgain} />,
  );
}

function stubFetch(...responses: (Response | Error)[]) {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sentTo.push(path);
    sentFields.push(init.body as FormData);
    const response = responses.length > 1 ? responses.shift() : responses[0];
    if (response instanceof Response) return response.clone();
    throw response;
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
  sentTo = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test("the field has the type and autocomplete of an email address", async () => {
  await renderClaim();
  expect(field()).toMatchObject({
    type: "email",
    name: "email",
    required: true,
    autocomplete: "email",
    inputMode: "email",
  });
  expect(screen.getByRole("link", { name: /privacy/ }).getAttribute("href")).toBe("/privacy");
});

test("a claim sends address and proof, is confirmed and is saved", async () => {
  stubFetch(new Response("OK"));
  await renderClaim();
  type("ada@example.com");
  await send();
  expect(screen.getByText(SENT)).toBeTruthy();
  expect(localStorage.getItem("claimedDiscount")).toBe("true");
  expect(sentFields[0]?.get("email")).toBe("ada@example.com");
  expect(sentFields[0]?.get("proof")).toBe("the-proof");
  expect(claimed).toHaveBeenCalledOnce();
});

test("a browser that has claimed shows that instead of the form", async () => {
  localStorage.setItem("claimedDiscount", "true");
  await renderClaim();
  expect(screen.getByText(CLAIMED)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a claim in another tab updates this tab", async () => {
  await renderClaim();
  localStorage.setItem("claimedDiscount", "true");
  act(() => void window.dispatchEvent(new Event("storage")));
  expect(screen.getByText(CLAIMED)).toBeTruthy();
});

test("with blocked storage a claim succeeds and is remembered until the page is reloaded", async () => {
  stubFetch(new Response("OK"));
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  await renderClaim();
  type("ada@example.com");
  await send();
  expect(screen.getByText(SENT)).toBeTruthy();
  cleanup();
  const { Claim } = await import("./Claim");
  render(
    <Claim
      percent={5}
      requestProof={async () => PROOF}
      onClaimed={claimed}
      onPlayAgain={playAgain}
    />,
  );
  expect(screen.getByText(CLAIMED)).toBeTruthy();
});

test("while the proof is requested the form is busy and cannot be sent twice", async () => {
  stubFetch(new Response("OK"));
  let resolveProof: (result: ProofResult) => void = () => {};
  const requestProof = vi.fn(() => new Promise<ProofResult>((resolve) => (resolveProof = resolve)));
  await renderClaim(requestProof);
  type("ada@example.com");
  await send();
  expect(screen.getByRole("button", { name: "Sending…" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  await send();
  expect(requestProof).toHaveBeenCalledTimes(1);
  await act(async () => resolveProof(PROOF));
  expect(screen.getByText(SENT)).toBeTruthy();
});

test("a rejected address shows the error at the field, which keeps the address and gets the focus", async () => {
  stubFetch(new Response("That address cannot receive mail.", { status: 422 }));
  await renderClaim();
  type("ada@nowhere.example");
  await send();
  expect(screen.getByText("That address cannot receive mail.")).toBeTruthy();
  expect(field().value).toBe("ada@nowhere.example");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(field()));
  type("ada@example.com");
  expect(field().getAttribute("aria-invalid")).toBeNull();
});

test("a failed attempt keeps the address, and trying again works", async () => {
  stubFetch(new TypeError("Failed to fetch"), new Response("OK"));
  await renderClaim();
  type("ada@example.com");
  await send();
  expect(screen.getByRole("alert").textContent).toMatch(/could not reach our server/);
  expect(claimed).not.toHaveBeenCalled();
  expect(field().value).toBe("ada@example.com");
  expect(localStorage.getItem("claimedDiscount")).toBeNull();
  await send();
  expect(screen.getByText(SENT)).toBeTruthy();
});

test("status 429 shows the server's sentence", async () => {
  stubFetch(new Response("Please try again in 10 minutes.\n", { status: 429 }));
  await renderClaim();
  type("ada@example.com");
  await send();
  expect(screen.getByRole("alert").textContent).toBe("Please try again in 10 minutes.");
});

test("an expired proof offers to play again", async () => {
  stubFetch(new Response("expired", { status: 412 }));
  await renderClaim();
  type("ada@example.com");
  await send();
  expect(screen.getByText("This game has expired. Please play again.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Play Again" }));
  expect(playAgain).toHaveBeenCalledOnce();
});

test("without a proof nothing is sent", async () => {
  stubFetch(new Response("OK"));
  await renderClaim(async () => ({ kind: "serverError" }));
  type("ada@example.com");
  await send();
  expect(screen.getByRole("alert").textContent).toMatch(/on our side/);
  expect(sentFields).toEqual([]);
});

test("a suggestion fills in the field", async () => {
  await renderClaim();
  type("ada@gmial.com");
  fireEvent.click(screen.getByRole("button", { name: "Did you mean ada@gmail.com?" }));
  expect(field().value).toBe("ada@gmail.com");
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(screen.queryByText(/Did you mean/)).toBeNull();
});

test("an address with a suggestion is held once, and sent when the button is pressed again", async () => {
  stubFetch(new Response("OK"));
  await renderClaim();
  // An incomplete domain: the suggestion would wait for a pause in typing.
  type("ada@gmail.co");
  await send();
  expect(sentFields).toEqual([]);
  expect(screen.getByText(/^Not sent yet\. Is this address right\?/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Did you mean ada@gmail.com?" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  type("ada@gmial.com");
  expect(screen.queryByText(/^Not sent yet/)).toBeNull();
  await send();
  expect(sentFields).toEqual([]);
  await send();
  expect(sentFields[0]?.get("email")).toBe("ada@gmial.com");
});

async function sendClaim(address: string) {
  type(address);
  await send();
  expect(screen.getByText(SENT)).toBeTruthy();
}

const corrected = () => screen.getByLabelText<HTMLInputElement>("Enter the right email address:");
const submitCorrection = (address: string) =>
  act(async () => {
    fireEvent.change(corrected(), { target: { value: address } });
    const form = corrected().closest("form");
    if (form !== null) fireEvent.submit(form);
  });
const clickChange = () => fireEvent.click(screen.getByText("Wrong address? Change it"));

test("after a claim the address is shown and can be changed once with the same proof", async () => {
  stubFetch(new Response("OK"));
  await renderClaim();
  await sendClaim("ola@example.con");
  expect(screen.getByText("ola@example.con")).toBeTruthy();
  clickChange();
  expect(corrected().value).toBe("ola@example.con");
  await waitFor(() => expect(document.activeElement).toBe(corrected()));
  await submitCorrection("ola@example.com");
  expect(sentTo).toEqual(["/api/v1.0/email/send-form", "/api/claims/address"]);
  expect(sentFields[1]?.get("email")).toBe("ola@example.com");
  expect(sentFields[1]?.get("proof")).toBe("the-proof");
  expect(screen.getByText(SENT)).toBeTruthy();
  expect(screen.getByText("ola@example.com")).toBeTruthy();
  expect(screen.queryByText("Wrong address? Change it")).toBeNull();
});

test("a refused change shows the server's sentence", async () => {
  const refusal = "The address can be changed for 30 minutes. If it is wrong, please call us.";
  stubFetch(new Response("OK"), new Response(refusal, { status: 409 }));
  await renderClaim();
  await sendClaim("ola@example.con");
  clickChange();
  await submitCorrection("ola@example.com");
  expect(screen.getByRole("alert").textContent).toBe(refusal);
  expect(corrected().value).toBe("ola@example.com");
});

test("after a claim the visitor reads what to do without an email, and can ask again", async () => {
  stubFetch(new Response("OK"));
  await renderClaim();
  await sendClaim("ada@example.com");
  const advice = screen.getByText(/^Not there in ten minutes\?/);
  expect(advice.textContent).toBe(
    "Not there in ten minutes? Look in your spam folder, or ask again.",
  );
  await act(async () => {
    const form = advice.closest("form");
    if (form !== null) fireEvent.submit(form);
  });
  expect(sentTo).toEqual(["/api/v1.0/email/send-form", "/api/v1.0/email/send-form"]);
  expect(sentFields[1]?.get("email")).toBe("ada@example.com");
  expect(sentFields[1]?.get("proof")).toBe("the-proof");
  expect(screen.getByText("Thank you. Please look for the email in a few minutes.")).toBeTruthy();
});

test("after a reload the address of a recent claim can still be changed", async () => {
  stubFetch(new Response("OK"));
  await renderClaim();
  await sendClaim("ola@example.con");
  cleanup();
  vi.resetModules();
  const { RecentClaim } = await import("./Claim");
  render(<RecentClaim />);
  clickChange();
  await submitCorrection("ola@example.com");
  expect(sentTo.at(-1)).toBe("/api/claims/address");
  expect(screen.getByText("ola@example.com")).toBeTruthy();
  expect(screen.queryByText("Wrong address? Change it")).toBeNull();
});

test("an incomplete address gets a suggestion only after a pause in typing", async () => {
  vi.useFakeTimers();
  try {
    await renderClaim();
    type("ada@gmail.co");
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    act(() => void vi.advanceTimersByTime(600));
    expect(screen.getByRole("button", { name: "Did you mean ada@gmail.com?" })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
