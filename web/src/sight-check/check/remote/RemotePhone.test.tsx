import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdTimers } from "../../../fixtures/hold-timers";
import { pressInVain } from "../../../fixtures/press";
import { RETRY_MS, RemotePhone } from "./RemotePhone";

type Call = { path: string; body: { number?: number; answer?: string; code?: string } };
let calls: Call[] = [];
let answers: (Response | Error)[] = [];

beforeEach(() => {
  calls = [];
  answers = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init.body)) });
    if (path.endsWith("/join")) return Response.json({ phone: "key" });
    const next = answers.shift() ?? Response.json({ counted: true });
    if (next instanceof Error) throw next;
    return next;
  });
  // Records like a call, also after the end of a test.
  const call = fetch;
  const sendBeacon = (path: string, body: Blob) => {
    void body.text().then((text) => call(path, { body: text }));
    return true;
  };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { sendBeacon }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sent = () => calls.filter(({ path }) => path.endsWith("/answer")).map(({ body }) => body);
const arrow = (name: string) => screen.findByRole("button", { name });
const ready = async (name: string) =>
  waitFor(async () => expect((await arrow(name)).hasAttribute("aria-disabled")).toBe(false));

test("a second press while an answer is sent is not another answer", async () => {
  render(<RemotePhone code="CODE" />);
  const up = await arrow("Up");
  fireEvent.click(up);
  pressInVain(up);
  await screen.findByText("1 sent");
  await ready("Up");
  fireEvent.click(await arrow("Left"));
  await screen.findByText("2 sent");
  expect(sent()).toEqual([
    { phone: "key", number: 1, answer: "up" },
    { phone: "key", number: 2, answer: "left" },
  ]);
});

const refusal = (status: number, message: string) =>
  Response.json({ error: { code: "any", message } }, { status });

test("an answer that the screen did not take is not counted, and the next press has another number", async () => {
  const message = "The other screen does not answer. Wake it up, then press the arrow again.";
  answers = [refusal(409, message)];
  render(<RemotePhone code="CODE" />);
  fireEvent.click(await arrow("Down"));
  await screen.findByText(message);
  expect(screen.queryByText("1 sent")).toBeNull();
  await ready("Down");
  fireEvent.click(await arrow("Down"));
  await screen.findByText("1 sent");
  expect(screen.queryByText(message)).toBeNull();
  expect(sent().map(({ number }) => number)).toEqual([1, 2]);
});

test("a press while the screen shows no letter is not counted, and the phone says so", async () => {
  answers = [Response.json({ counted: false })];
  render(<RemotePhone code="CODE" />);
  fireEvent.click(await arrow("Down"));
  await screen.findByText(/^Not counted: the other screen shows no letter/);
  expect(screen.queryByText("1 sent")).toBeNull();
});

test("an answer of which nobody knows is sent again, unchanged, before another arrow can be pressed", async () => {
  answers = [new TypeError("offline"), refusal(503, "Very many people use this.")];
  const retries = holdTimers(RETRY_MS);
  render(<RemotePhone code="CODE" />);
  fireEvent.click(await arrow("Left"));
  await screen.findByText(/is being sent again/);
  pressInVain(await arrow("Right"));
  retries.endThese();
  await screen.findByText("Very many people use this.");
  retries.endThese();
  await screen.findByText("1 sent");
  expect(sent()).toEqual(Array(3).fill({ phone: "key", number: 1, answer: "left" }));
});

test("after the end of the connection there are no arrows", async () => {
  answers = [refusal(410, "This connection has ended.")];
  render(<RemotePhone code="CODE" />);
  fireEvent.click(await arrow("Up"));
  await screen.findByText("This connection has ended.");
  expect(screen.queryByRole("button", { name: "Up" })).toBeNull();
});

test("the screen is told when the page on the phone is closed", async () => {
  render(<RemotePhone code="CODE" />);
  await arrow("Up");
  dispatchEvent(new Event("pagehide"));
  await waitFor(() =>
    expect(calls.at(-1)).toEqual({
      path: "/api/sight-check/remotes/leave",
      body: { phone: "key" },
    }),
  );
});
