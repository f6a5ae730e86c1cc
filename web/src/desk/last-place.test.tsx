import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { DocumentSummary } from "../generated/DocumentSummary";
import type { Session } from "../generated/Session";
import { keepPlace, lastPlaceOf } from "./last-place";
import {
  codeInput,
  contentList,
  errorResponse,
  noContent,
  openDesk,
  openNewTab,
  press,
  requests,
  respond,
  setUpDesk,
} from "./testing/desk-harness";
import { owner, receptionist } from "./testing/samples";

setUpDesk();

const editor: Session = { ...receptionist, name: "ebele", role: "editor" };
const colleague: Session = { ...receptionist, name: "ebele" };
const REMINDERS = "/desk/reminders";
const ARTICLE = "/desk/content/articles/dry-eyes";

/** The screen that an account has opened, and the address says the same. */
async function expectScreen(heading: string, path: string): Promise<void> {
  await screen.findByRole("heading", { level: 1, name: heading });
  expect(location.pathname).toBe(path);
}

async function signIn(me: Session): Promise<void> {
  respond({ "POST login": () => Response.json(me) });
  const name = await screen.findByRole("textbox", { name: "Name" });
  await userEvent.clear(name);
  await userEvent.type(name, me.name);
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
}

async function signOut(): Promise<void> {
  respond({ "POST logout": noContent });
  await press("Sign out");
  await screen.findByLabelText("Password");
}

const documents = (...rows: Pick<DocumentSummary, "path" | "state">[]) =>
  respond(contentList({ documents: rows as DocumentSummary[], problems: [] }));

/** The desk in a tab that has not shown it yet. */
async function openInNewTab(me: Session, path?: string): Promise<void> {
  openNewTab();
  await openDesk(me, path);
}

test("the desk opens in a new tab where the account last worked", async () => {
  await openDesk(receptionist);
  await userEvent.click(screen.getByRole("link", { name: "Reminders" }));
  await expectScreen("Reminders", REMINDERS);
  await openInNewTab(receptionist);
  await expectScreen("Reminders", REMINDERS);
  await userEvent.click(screen.getByRole("link", { name: "Redeem" }));
  await waitFor(() => expect(codeInput()).toBeTruthy());
  await openInNewTab(receptionist);
  await waitFor(() => expect(codeInput()).toBeTruthy());
});

test("a tab stays at Redeem when it is loaded again, whatever was opened in another one", async () => {
  await openDesk(receptionist);
  await waitFor(() => expect(codeInput()).toBeTruthy());
  keepPlace("ngozi", REMINDERS);
  cleanup();
  await openDesk(receptionist);
  await waitFor(() => expect(codeInput()).toBeTruthy());
  expect(location.pathname).toBe("/desk");
});

test("a link of the desk to Redeem opens it in a new tab", async () => {
  keepPlace("ngozi", REMINDERS);
  vi.spyOn(document, "referrer", "get").mockReturnValue(`${location.origin}/desk/appointments`);
  await openInNewTab(receptionist);
  await waitFor(() => expect(codeInput()).toBeTruthy());
  expect(location.pathname).toBe("/desk");
});

test("a page that was loaded again does not show the next account the place of the one before", async () => {
  await openDesk(receptionist, REMINDERS);
  await expectScreen("Reminders", REMINDERS);
  cleanup();
  await openDesk(colleague, REMINDERS);
  await waitFor(() => expect(codeInput()).toBeTruthy());
  expect(location.pathname).toBe("/desk");
  expect(lastPlaceOf(colleague.name)).not.toBe(REMINDERS);
});

test("what another account searched for on the same screen is not shown", async () => {
  keepPlace(colleague.name, "/desk/appointments");
  await openDesk(receptionist, "/desk/appointments?day=2026-03-02");
  await screen.findByRole("heading", { level: 1, name: "Appointments" });
  cleanup();
  await openDesk(colleague, "/desk/appointments?day=2026-03-02");
  await waitFor(() => expect(location.search).toBe(""));
  await expectScreen("Appointments", "/desk/appointments");
});

test("a tab in the background does not change the place when its session begins again", async () => {
  await openDesk(receptionist, REMINDERS);
  await expectScreen("Reminders", REMINDERS);
  keepPlace("ngozi", "/desk/appointments");
  const otherTab = new BroadcastChannel("desk-session");
  otherTab.postMessage("signed out");
  await screen.findByLabelText("Password");
  otherTab.postMessage("signed in");
  await expectScreen("Reminders", REMINDERS);
  expect(lastPlaceOf("ngozi")).toBe("/desk/appointments");
  otherTab.close();
});

test("signing out and in again opens the same place", async () => {
  await openDesk(receptionist, REMINDERS);
  await signOut();
  expect(lastPlaceOf("ngozi")).toBe(REMINDERS);
  await signIn(receptionist);
  await expectScreen("Reminders", REMINDERS);
});

test("an address that names a screen is opened as it is", async () => {
  keepPlace("ngozi", REMINDERS);
  await openDesk(receptionist, "/desk/account");
  await expectScreen("Account", "/desk/account");
  // Nobody works there.
  expect(lastPlaceOf("ngozi")).toBe(REMINDERS);
});

test("on a shared computer, the next account does not come to the place of the one before", async () => {
  await openDesk(receptionist, REMINDERS);
  await signOut();
  await signIn(colleague);
  await waitFor(() => expect(codeInput()).toBeTruthy());
  expect(location.pathname).toBe("/desk");
});

test("another account that signs in over an expired session comes to its own place", async () => {
  keepPlace(colleague.name, "/desk/appointments");
  await openDesk(receptionist, REMINDERS);
  respond({ "GET me": noContent });
  document.dispatchEvent(new Event("visibilitychange"));
  await signIn(colleague);
  await expectScreen("Appointments", "/desk/appointments");
  expect(lastPlaceOf("ngozi")).toBe(REMINDERS);
});

test("a place that the role may no longer open is not opened", async () => {
  keepPlace(owner.name, "/desk/staff");
  await openDesk({ ...owner, role: "desk" });
  expect(codeInput()).toBeTruthy();
  expect(requests).not.toContain("GET staff");
});

test("an editor begins with the content, comes to the codes by a link, and then where the work was", async () => {
  documents();
  await openDesk(editor);
  await expectScreen("Content", "/desk/content");
  await userEvent.click(screen.getByRole("link", { name: "Redeem" }));
  await waitFor(() => expect(codeInput()).toBeTruthy());
  expect(location.pathname).toBe("/desk");
  await userEvent.click(screen.getByRole("link", { name: "Reminders" }));
  await expectScreen("Reminders", REMINDERS);
  await openInNewTab(editor);
  await expectScreen("Reminders", REMINDERS);
});

test("a place that an earlier release had is not opened", async () => {
  keepPlace("ngozi", "/desk/gone");
  await openDesk(receptionist);
  expect(codeInput()).toBeTruthy();
});

test("a document that is there is opened", async () => {
  keepPlace(editor.name, ARTICLE);
  documents({ path: "articles/dry-eyes.md", state: "published" });
  await openDesk(editor);
  await waitFor(() => expect(location.pathname).toBe(ARTICLE));
});

test("without a connection the document is opened, with the words of this device", async () => {
  keepPlace(editor.name, ARTICLE);
  await openDesk(editor);
  await waitFor(() => expect(location.pathname).toBe(ARTICLE));
});

test("a document that is gone is not opened", async () => {
  for (const rows of [[], [{ path: "articles/dry-eyes.md", state: "deleted" as const }]]) {
    keepPlace(editor.name, ARTICLE);
    documents(...rows);
    await openInNewTab(editor);
    await expectScreen("Content", "/desk/content");
  }
});

test("a browser that keeps nothing opens the desk at its start", async () => {
  const { getItem, setItem } = Storage.prototype;
  const refuse = () => {
    throw new Error("refused");
  };
  Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse });
  try {
    await openDesk(receptionist);
    expect(codeInput()).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Account" }));
    respond({ "GET me/sessions": () => errorResponse(502, "failed") });
    await waitFor(() => expect(location.pathname).toBe("/desk/account"));
  } finally {
    Object.assign(Storage.prototype, { getItem, setItem });
  }
});
