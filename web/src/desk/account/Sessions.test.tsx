import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { OwnSession } from "../../generated/OwnSession";
import { button, noContent, openDesk, requests, respond, setUpDesk } from "../testing/desk-harness";
import { receptionist } from "../testing/samples";

setUpDesk();

const session = (id: string, browser: string, current: boolean): OwnSession => ({
  id,
  browser,
  current,
  signedInAt: "2026-11-14T07:00:00Z",
  lastUsedAt: "2026-11-14T08:00:00Z",
});

test("another session is signed out from the list", async () => {
  const here = session("a", "Firefox on Linux", true);
  respond({
    "GET me/sessions": () =>
      Response.json({ sessions: [here, session("b", "Chrome on Android", false)] }),
    "POST me/sessions/b/sign-out": noContent,
  });
  await openDesk(receptionist, "/desk/account");
  const phone = await screen.findByRole("button", { name: "Sign out Chrome on Android" });
  expect(screen.queryByRole("button", { name: "Sign out Firefox on Linux" })).toBeNull();
  respond({ "GET me/sessions": () => Response.json({ sessions: [here] }) });
  await userEvent.click(phone);
  expect(await screen.findByText("Signed out: Chrome on Android.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
  expect(requests).toContain("POST me/sessions/b/sign-out");
  expect(button("Sign out everywhere")).toBeTruthy();
});
