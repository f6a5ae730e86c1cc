import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AuditEntry } from "../../generated/AuditEntry";
import { json, openDesk, press, respond, setUpDesk } from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const entry = (id: string, subject: string): AuditEntry => ({
  id,
  at: "2026-11-14T07:00:00Z",
  actor: "ada",
  action: "disable",
  subject,
  times: 1,
});

test("an entry that counts an hour says how often it happened", async () => {
  const failed = { ...entry("a", "ngozi"), actor: "Somebody", action: "fail to sign in", times: 3 };
  respond({ "GET audit": () => Response.json({ entries: [failed], more: false }) });
  await openDesk(owner, "/desk/audit");
  const item = (await screen.findByText("ngozi")).closest("p");
  expect(item?.textContent).toBe("Somebody failed to sign in as ngozi, 3 times");
});

test("older entries are loaded after the last one", async () => {
  respond({
    "GET audit": json({ entries: [entry("b", "ngozi")], more: true }),
    "GET audit?afterAt=2026-11-14T07%3A00%3A00Z&afterId=b": json({
      entries: [entry("c", "uche")],
      more: false,
    }),
  });
  await openDesk(owner, "/desk/audit");
  expect(await screen.findByText("ngozi")).toBeTruthy();
  await press("Show more");
  expect(await screen.findByText("uche")).toBeTruthy();
  expect(screen.getByText("ngozi")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
