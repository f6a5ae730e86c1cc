import { afterEach, expect, test } from "vitest";
import { connectOtherTabs, type SessionEvent } from "./other-tabs";

const open: { close(): void }[] = [];

afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
});

test("what another tab announces arrives, and what is no such message is left out", async () => {
  const events: SessionEvent[] = [];
  const tab = connectOtherTabs((event) => events.push(event));
  const other = new BroadcastChannel("desk-session");
  open.push(tab, other);
  const deleted = { account: "Ngozi", deleted: ["pages/home.md"] };
  const unknown = [
    null,
    "renamed",
    1,
    [],
    {},
    { account: "Ngozi" },
    { account: "Ngozi", deleted: [1] },
  ];
  for (const message of ["signed in", ...unknown, deleted, "signed out"])
    other.postMessage(message);
  await expect.poll(() => events.at(-1)).toBe("signed out");
  expect(events).toEqual(["signed in", deleted, "signed out"]);
});
