import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ContentDocument } from "../../generated/ContentDocument";
import {
  bodiesOf,
  button,
  codeInput,
  contentList,
  errorResponse,
  findDialog,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { chairs, owner } from "../testing/samples";

setUpDesk();

const URI = "otpauth://totp/Clinic:ada?secret=GEZDGNBV&issuer=Clinic";
const overdue = {
  ...owner,
  requiredTwoStep: { requiredFrom: "2026-11-23T10:00:00Z", isRequired: true, daysLeft: 0 },
};
const setUpHeading = () =>
  screen.queryByRole("heading", { level: 1, name: "Set up two-step verification" });

test("an owner whose time is over can only set it up, and then uses the desk", async () => {
  respond({
    "POST me/totp/begin": json({ secret: "GEZDGNBV", uri: URI }),
    "POST me/totp/confirm": json({ recovery: ["aaaa-bbbb"] }),
  });
  await openDesk(overdue, "/desk/staff");
  expect(setUpHeading()).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(requests).toEqual(["GET me"]);

  await userEvent.type(screen.getByLabelText("Enter your password to set it up"), "secret{Enter}");
  await userEvent.type(await screen.findByLabelText(/Enter the 6-digit code/), "123456{Enter}");
  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  history.replaceState(null, "", "/desk");
  await press("Continue to the desk");
  expect(codeInput()).toBeTruthy();
});

test("an owner whose time is over can sign out", async () => {
  respond({ "POST logout": noContent });
  await openDesk(overdue);
  await press("Sign out");
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
});

test("a desk that is open when the time ends leads to the set-up", async () => {
  await openDesk(owner);
  respond({
    "GET me": json(overdue),
    "POST codes/look-up": () => errorResponse(403, "two_step_required", "Please set it up first."),
  });
  await userEvent.type(codeInput(), "eye5abcd1234");
  expect(
    await screen.findByRole("heading", { level: 1, name: "Set up two-step verification" }),
  ).toBeTruthy();
});

const forbidden = () => errorResponse(403, "two_step_required", "Please set it up first.");

test("what was typed is there again when it is set up", async () => {
  respond({
    "GET staff": forbidden,
    "POST me/totp/begin": json({ secret: "GEZDGNBV", uri: URI }),
    "POST me/totp/confirm": json({ recovery: ["aaaa-bbbb"] }),
  });
  await openDesk(owner, "/desk/staff");
  const field = await screen.findByLabelText<HTMLInputElement>("Name");
  await userEvent.type(field, "Somebody");
  respond({ "GET me": json(overdue), "POST staff": forbidden });
  await press("Create invitation");
  expect(await screen.findByText(/What you typed has been kept\./)).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();

  await userEvent.type(screen.getByLabelText("Enter your password to set it up"), "secret{Enter}");
  await userEvent.type(await screen.findByLabelText(/Enter the 6-digit code/), "123456{Enter}");
  await screen.findByText("aaaa-bbbb");
  respond({ "GET staff": json({ staff: [], twoStepRoles: [] }) });
  await press("Continue to the desk");
  expect(button("Create invitation")).toBeTruthy();
  expect(field.isConnected).toBe(true);
  expect(field.value).toBe("Somebody");
  // What was refused is loaded.
  expect(await screen.findByRole("heading", { name: /^Who needs/ })).toBeTruthy();
});

test("a draft that was refused until it is set up is saved then, without another word", async () => {
  const path = "content/articles/news.md";
  const news: ContentDocument = {
    path: "articles/news.md",
    // On no page of its own, so that there is no preview.
    kind: "redirects",
    state: "published",
    version: "one",
    text: "Start.",
    published: "Start.",
    definition: null,
    tree: null,
    problems: [],
    isOutdated: false,
    savedBy: null,
    savedAt: null,
  };
  const content = { readOnlyReason: null, documents: [], problems: [], revision: 1 };
  respond({
    ...contentList({ ...content, placeholders: [] }),
    [`GET ${path}`]: json(news),
    [`PUT ${path}`]: forbidden,
    "POST me/totp/begin": json({ secret: "GEZDGNBV", uri: URI }),
    "POST me/totp/confirm": json({ recovery: ["aaaa-bbbb"] }),
  });
  await openDesk(owner, "/desk/content/articles/news");
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Settings");
  respond({ "GET me": json(overdue) });
  await userEvent.type(field, " Mine.");
  const password = await screen.findByLabelText("Enter your password to set it up");
  respond({ [`PUT ${path}`]: json({ version: "two", problems: [] }) });
  const sentBefore = bodiesOf(`PUT ${path}`).length;
  await userEvent.type(password, "secret{Enter}");
  await userEvent.type(await screen.findByLabelText(/Enter the 6-digit code/), "123456{Enter}");
  await screen.findByText("aaaa-bbbb");
  await press("Continue to the desk");
  await waitFor(() => expect(bodiesOf(`PUT ${path}`).length).toBeGreaterThan(sentBefore));
  expect(bodiesOf(`PUT ${path}`).at(-1)).toMatchObject({ text: "Start. Mine." });
  expect(await screen.findByText("Everything is saved.")).toBeTruthy();
});

test("a dialog steps back until it is set up, and signing out names what was typed in it", async () => {
  const date = "2026-11-16";
  const day = { date, open: [], chairs: [], closure: null, minutesOpen: 0, minutesTaken: 0 };
  const services = [{ slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 }];
  const plan = {
    chairs: 2,
    columns: chairs(2),
    services,
    days: [day],
    appointments: [],
    blocked: [],
  };
  respond({
    [`GET appointments?from=${date}&days=1`]: json(plan),
    "GET appointments/requests": json({ appointments: [] }),
  });
  await openDesk(owner, `/desk/appointments?day=${date}`);
  await screen.findByRole("button", { name: "Block time" });
  await press("Block time");
  const reason = await screen.findByLabelText<HTMLInputElement>("Reason");
  await userEvent.type(reason, "Staff meeting");
  respond({ "GET me": json(overdue), "POST blocked-times": forbidden });
  await press("Block this time");
  await screen.findByText(/What you typed has been kept\./);
  expect(reason.closest("dialog")?.open).toBe(false);
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  expect(question.getByText(/^The time is not blocked\./)).toBeTruthy();
  expect(requests).not.toContain("POST logout");
  await userEvent.click(question.getByRole("button", { name: "Stay signed in" }));
  expect(reason.value).toBe("Staff meeting");
});

test("owners can turn it off only before they need it, and see the date", async () => {
  const on = { ...overdue, totp: true };
  await openDesk(
    { ...on, requiredTwoStep: { ...on.requiredTwoStep, isRequired: false, daysLeft: 3 } },
    "/desk/account",
  );
  expect(screen.getByText(/From 23 November 2026, your account needs it/)).toBeTruthy();
  expect(button("Turn off")).toBeTruthy();
});

test("an owner who needs it cannot turn it off but can use another phone", async () => {
  await openDesk({ ...overdue, totp: true }, "/desk/account");
  expect(screen.getByText(/Your account needs it, so it cannot be turned off/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  expect(button("Use another phone")).toBeTruthy();
});
