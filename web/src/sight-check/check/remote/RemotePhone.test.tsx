import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RemotePhone } from "./RemotePhone";

type Call = { path: string; body: { number?: number; answer?: string; code?: string } };
let calls: Call[] = [];
let answers: Response[] = [];

beforeEach(() => {
  calls = [];
  answers = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init.body)) });
    if (path.endsWith("/join")) return Response.json({ phone: "key" });
    return answers.shift() ?? new Response(null, { status: 204 });
  });
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
  fireEvent.click(up);
  await screen.findByText("1 sent");
  await ready("Up");
  fireEvent.click(await arrow("Left"));
  await screen.findByText("2 sent");
  expect(sent()).toEqual([
    { phone: "key", number: 1, answer: "up" },
    { phone: "key", number: 2, answer: "left" },
  ]);
});

test("an answer that was refused keeps its number, and the reason is shown", async () => {
  const message = "The other screen does not answer. Wake it up, then press the arrow again.";
  answers = [Response.json({ error: { code: "not_listening", message } }, { status: 409 })];
  render(<RemotePhone code="CODE" />);
  fireEvent.click(await arrow("Down"));
  await screen.findByText(message);
  await ready("Down");
  fireEvent.click(await arrow("Down"));
  await screen.findByText("1 sent");
  expect(screen.queryByText(message)).toBeNull();
  expect(sent().map(({ number }) => number)).toEqual([1, 1]);
});
