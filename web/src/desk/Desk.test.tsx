import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Desk } from "./Desk";
import {
  accountsOf,
  codeInput,
  errorResponse,
  hold,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
  signedOut,
} from "./testing/desk-harness";
import { owner, receptionist } from "./testing/samples";

setUpDesk();

const LOOK_UP = "POST codes/look-up";
const LIST_STAFF = "GET staff";

const colleague = (name: string) => ({
  name,
  role: "desk",
  disabled: false,
  totp: false,
  lastSeen: null,
});
const staffResponse =
  (...names: string[]) =>
  () =>
    Response.json({ staff: names.map(colleague), twoStepRoles: [] });

async function signInAgain(name: string) {
  // By role, because the hidden screen behind the form may have a field with this label too.
  const nameField = screen.getByRole("textbox", { name: "Name" });
  await userEvent.clear(nameField);
  await userEvent.type(nameField, name);
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
}

test("after the session expires, signing in again keeps what was typed and the focus", async () => {
  await openDesk(receptionist);
  respond({ [LOOK_UP]: signedOut, "POST login": () => Response.json(receptionist) });
  await userEvent.type(codeInput(), "eye5abcd1234");
  expect(await screen.findByText(/Your session has expired. Please sign in again./)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("ngozi");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
  expect(codeInput().value).toBe("EYE5-ABCD-1234");
  await waitFor(() => expect(document.activeElement).toBe(codeInput()));
});

test("the title is that of the screen again after signing in again", async () => {
  await openDesk(receptionist);
  const title = document.title;
  expect(title).toMatch(/^Redeem · Staff desk · /);
  respond({ [LOOK_UP]: signedOut, "POST login": () => Response.json(receptionist) });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await screen.findByLabelText("Password");
  await waitFor(() => expect(document.title).toBe("Sign in · Staff desk"));
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  await waitFor(() => expect(document.title).toBe(title));
});

test("the heading of the screen has the focus after signing in", async () => {
  respond({ "POST login": () => Response.json(owner), [LIST_STAFF]: staffResponse("chidi") });
  await openDesk(null, "/desk/staff");
  await signInAgain("ada");
  const heading = await screen.findByRole("heading", { level: 1, name: "Staff" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("what one person typed is not shown to the next", async () => {
  await openDesk(receptionist);
  respond({ [LOOK_UP]: signedOut, "POST login": () => Response.json(owner) });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await screen.findByLabelText("Password");
  await signInAgain("ada");
  expect(codeInput().value).toBe("");
});

test("a list that failed with an expired session is loaded again after signing in", async () => {
  respond({ [LIST_STAFF]: signedOut, "POST login": () => Response.json(owner) });
  await openDesk(owner, "/desk/staff");
  await screen.findByLabelText("Password");
  respond({ [LIST_STAFF]: staffResponse("chidi") });
  await signInAgain("ada");
  expect(await screen.findByText("chidi")).toBeTruthy();
});

test("loaded data leaves the page when the session expires", async () => {
  respond({ [LIST_STAFF]: staffResponse("chidi") });
  await openDesk(owner, "/desk/staff");
  await screen.findByText("chidi");
  respond({ "GET me": noContent });
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByLabelText("Password");
  expect(screen.queryByText("chidi")).toBeNull();
});

test("signing out clears loaded data, so the next person never sees it", async () => {
  respond({ [LIST_STAFF]: staffResponse("chidi"), "POST logout": noContent });
  await openDesk(owner, "/desk/staff");
  await screen.findByText("chidi");
  await press("Sign out");
  await screen.findByLabelText("Password");

  const other = { ...owner, name: "ebele" };
  const staff = hold(staffResponse("uche"));
  respond({ "POST login": () => Response.json(other), [LIST_STAFF]: staff.response });
  await signInAgain("ebele");
  await userEvent.click(screen.getByRole("link", { name: "Staff" }));
  expect(await screen.findByText("Loading...")).toBeTruthy();
  expect(screen.queryByText("chidi")).toBeNull();
  staff.answer();
  expect(await screen.findByText("uche")).toBeTruthy();
});

test("a failed request is not repeated by itself", async () => {
  respond({ [LIST_STAFF]: () => new Response("", { status: 502 }) });
  await openDesk(owner, "/desk/staff");
  expect((await screen.findByRole("alert")).textContent).toMatch(/Something went wrong/);
  window.dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));
  // The session is looked up again; what else a focus loads would be asked for at the same moment.
  await waitFor(() => expect(requests.filter((request) => request === "GET me")).toHaveLength(2));
  expect(requests.filter((request) => request === LIST_STAFF)).toHaveLength(1);
  respond({ [LIST_STAFF]: staffResponse("chidi") });
  await press("Try again");
  expect(await screen.findByText("chidi")).toBeTruthy();
});

test("a request while the browser is offline fails instead of waiting for a connection", async () => {
  await openDesk(owner);
  window.dispatchEvent(new Event("offline"));
  await userEvent.click(screen.getByRole("link", { name: "Staff" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /Cannot reach the clinic's server/,
  );
  window.dispatchEvent(new Event("online"));
});

test("navigation shows four screens to the desk role, the content to an editor and all to an owner", async () => {
  await openDesk(receptionist);
  const links = () =>
    within(screen.getByRole("navigation"))
      .getAllByRole("link")
      .map((link) => link.textContent);
  expect(links()).toEqual(["Redeem", "Appointments", "Reminders", "Account"]);
  cleanup();
  await openDesk({ ...receptionist, role: "editor" });
  expect(links()).toEqual(["Redeem", "Appointments", "Reminders", "Content", "Account"]);
  cleanup();
  await openDesk(owner);
  expect(links()).toEqual([
    "Redeem",
    "Appointments",
    "Reminders",
    "Content",
    "People",
    "Statistics",
    "Emails",
    "Staff",
    "Audit log",
    "Health",
    "Account",
  ]);
});

test("a screen without an entry of its own marks the one that it belongs to", async () => {
  await openDesk(owner, "/desk/content/missing");
  const current = screen.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
  expect(current.map(({ textContent }) => textContent)).toEqual(["Content"]);
  expect(current[0]?.getAttribute("aria-current")).toBe("true");
});

test("the desk role is told that an owner's page is for owners, without a request for its data", async () => {
  await openDesk(receptionist, "/desk/people");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("People");
  expect(screen.getByRole("heading", { name: "This page is for owners" })).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Redeem a code" }));
  expect(await screen.findByLabelText("Discount code")).toBeTruthy();
  await waitFor(() => expect(requests).toEqual(["GET me", "GET appointments/waiting"]));
});

test("the desk role is told that the content is for editors and owners", async () => {
  await openDesk(receptionist, "/desk/content");
  expect(screen.getByRole("heading", { name: "This page is for editors and owners" })).toBeTruthy();
});

test("an address that leads nowhere says so and keeps the navigation", async () => {
  await openDesk(receptionist, "/desk/contents");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("There is no such page");
  expect(screen.getAllByRole("link").some((link) => link.hasAttribute("aria-current"))).toBe(false);
  await userEvent.click(screen.getByRole("link", { name: "Redeem a code" }));
  expect(await screen.findByLabelText("Discount code")).toBeTruthy();
});

test("a changed role is noticed when the server refuses a request", async () => {
  await openDesk(owner);
  respond({
    [LIST_STAFF]: () => errorResponse(403, "not_allowed", "Only an owner can do this."),
    "GET me": () => Response.json({ ...owner, role: "desk" }),
  });
  await userEvent.click(screen.getByRole("link", { name: "Staff" }));
  expect(await screen.findByRole("heading", { name: "This page is for owners" })).toBeTruthy();
});

test("a tab notices that another account has signed in in another tab", async () => {
  await openDesk(receptionist);
  await userEvent.type(codeInput(), "EYE5-AB");
  respond({ "GET me": () => Response.json(owner) });
  const otherTab = new BroadcastChannel("desk-session");
  otherTab.postMessage("signed in");
  expect(await screen.findByRole("heading", { name: "Another account is signed in" })).toBeTruthy();
  expect(screen.queryByLabelText("Discount code")).toBeNull();
  expect(screen.getByRole("main").textContent).toMatch(/signed in as ada, .* used by ngozi\./);
  await press("Continue as ada");
  expect(codeInput().value).toBe("");
  expect(screen.getByRole("link", { name: "People" })).toBeTruthy();
  otherTab.close();
});

test("every call names the account whose screens are shown", async () => {
  const previous = { ...receptionist, name: "Adé Ọla" };
  respond({ [LOOK_UP]: () => errorResponse(403, "other_account"), [LIST_STAFF]: staffResponse() });
  await openDesk(previous);
  // Another tab has signed in, and this one has not heard of it.
  respond({ "GET me": () => Response.json(owner) });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await screen.findByRole("heading", { name: "Another account is signed in" });
  expect(accountsOf(LOOK_UP)).toEqual(["Ad%C3%A9%20%E1%BB%8Cla"]);
  await press("Continue as ada");
  await userEvent.click(screen.getByRole("link", { name: "Staff" }));
  await screen.findByRole("heading", { level: 1, name: "Staff" });
  await waitFor(() => expect(accountsOf(LIST_STAFF)).toEqual(["ada"]));
});

test("a tab that becomes visible again checks who is signed in", async () => {
  await openDesk(receptionist);
  respond({ "GET me": () => Response.json(owner) });
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await screen.findByRole("heading", { name: "Another account is signed in" })).toBeTruthy();
});

test("signing out in one tab signs out the others, which keep nothing on screen", async () => {
  respond({ [LIST_STAFF]: staffResponse("chidi") });
  await openDesk(owner, "/desk/staff");
  await screen.findByText("chidi");
  respond({ "GET me": noContent });
  const otherTab = new BroadcastChannel("desk-session");
  otherTab.postMessage("signed out");
  expect(await screen.findByLabelText("Password")).toBeTruthy();
  expect(screen.queryByText("chidi")).toBeNull();
  otherTab.close();
});

test("signing in and out is announced to other tabs", async () => {
  const heard: unknown[] = [];
  const otherTab = new BroadcastChannel("desk-session");
  otherTab.onmessage = (event) => heard.push(event.data);
  await openDesk(null);
  respond({ "POST login": () => Response.json(receptionist), "POST logout": noContent });
  await userEvent.type(screen.getByLabelText("Name"), "ngozi");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  await screen.findByLabelText("Discount code");
  await press("Sign out");
  await screen.findByLabelText("Password");
  await waitFor(() => expect(heard).toEqual(["signed in", "signed out"]));
  otherTab.close();
});

test("a failed sign-out is reported and can be repeated", async () => {
  await openDesk(receptionist);
  await press("Sign out");
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /Cannot reach the clinic's server/,
  );
  respond({ "POST logout": noContent });
  await press("Sign out");
  expect(await screen.findByLabelText("Password")).toBeTruthy();
});

test("an unreachable server at the start can be tried again", async () => {
  render(<Desk />);
  expect((await screen.findByRole("alert")).textContent).toMatch(/Cannot reach/);
  respond({ "GET me": () => Response.json(receptionist) });
  await press("Try again");
  expect(await screen.findByLabelText("Discount code")).toBeTruthy();
});

test("an owner sees what the site shows instead of the published content, and why", async () => {
  const problem = "pages/home.md:2: `title` is missing.";
  const notice = "This program cannot show revision 5 of the content. The site shows revision 3.";
  await openDesk({ ...owner, contentNotice: notice, contentProblems: [problem] });
  expect(screen.getByRole("heading", { name: "The last edit is not on the site" })).toBeTruthy();
  expect(screen.getByText(notice)).toBeTruthy();
  expect(screen.getByText(problem)).toBeTruthy();
});

test("without problems in the content there is no notice", async () => {
  await openDesk(owner);
  expect(screen.queryByRole("heading", { name: "The last edit is not on the site" })).toBeNull();
});
