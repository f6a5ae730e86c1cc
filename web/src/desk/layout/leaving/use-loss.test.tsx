import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  errorResponse,
  findDialog,
  hold,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
  signedOut,
} from "../../testing/desk-harness";
import { appointment, chairs, openedAppointment, owner } from "../../testing/samples";
import { findLosses } from "./losses";

setUpDesk();

const QUESTION = "Leave without saving?";
const { date } = appointment;

beforeEach(() => {
  const day = { date, open: [], chairs: [], closure: null, minutesOpen: 0, minutesTaken: 0 };
  const services = [{ slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 }];
  respond({
    [`GET appointments?from=${date}&days=1`]: json({
      chairs: 2,
      columns: chairs(2),
      services,
      days: [day],
      appointments: [appointment],
      blocked: [],
    }),
    "GET appointments/requests": json({ appointments: [] }),
    "POST appointments/a1/open": json(openedAppointment),
    "GET staff": json({ staff: [], twoStepRoles: [] }),
    "POST addresses/look-up": json({ holder: null }),
    "GET content/removals/pictures": json({ pictures: [] }),
  });
});

const APPOINTMENTS = `/desk/appointments?day=${date}`;

/** Where, how its form is opened, the field, and what the question names. */
const forms: readonly (readonly [string, readonly (string | RegExp)[], string, RegExp])[] = [
  [APPOINTMENTS, ["Add appointment"], "Patient's name", /^The appointment is not added\./],
  [APPOINTMENTS, ["Block time"], "Reason", /^The time is not blocked\./],
  [
    APPOINTMENTS,
    [/K7Q-4XM/, "Correct the details"],
    "Patient's name",
    /^The corrections are not saved\./,
  ],
  [
    APPOINTMENTS,
    [/K7Q-4XM/, "Cancel appointment"],
    "Reason",
    /^The appointment is not cancelled\./,
  ],
  ["/desk/content/removal", [], "The words to remove", /^The words are not looked for yet\./],
  ["/desk/resend", [], "Email address", /^The address is not looked up yet\./],
  ["/desk/staff", [], "Name", /^The invitation is not created\./],
  ["/desk/emails", [], "Send a test email to", /^The test email is not sent\./],
  [
    "/desk/people",
    [],
    "Whole phone number or email address",
    /^The stored data is not shown yet\./,
  ],
];

function leavingWarns(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

test.each(forms)(
  "%s: Back asks before it loses what was typed (%s, %s)",
  async (address, buttons, label, loss) => {
    await openDesk(owner, "/desk/account");
    act(() => history.pushState(null, "", address));
    for (const name of buttons) {
      await screen.findAllByRole("button", { name });
      await press(name);
    }
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    const first = field.value;
    expect(leavingWarns()).toBe(false);
    fireEvent.change(field, { target: { value: "Somebody" } });
    expect(leavingWarns()).toBe(true);
    act(() => history.back());
    const question = await findDialog(QUESTION);
    expect(question.getByText(loss)).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Stay" }));
    expect(field.isConnected).toBe(true);
    expect(field.value).toBe("Somebody");
    fireEvent.change(field, { target: { value: first } });
    expect(leavingWarns()).toBe(false);
    act(() => history.back());
    await expect.poll(() => location.pathname).toBe("/desk/account");
    expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
  },
);

test("a link asks as well, until the address is looked up", async () => {
  await openDesk(owner, "/desk/resend");
  const field = await screen.findByLabelText<HTMLInputElement>("Email address");
  fireEvent.change(field, { target: { value: "ada@example.org" } });
  const link = screen.getByRole("link", { name: "Account" });
  fireEvent.click(link);
  fireEvent.click((await findDialog(QUESTION)).getByRole("button", { name: "Stay" }));
  expect(location.pathname).toBe("/desk/resend");
  await press("Look up");
  await screen.findByText("No code for this address");
  fireEvent.change(field, { target: { value: "obi@example.org" } });
  expect(leavingWarns()).toBe(true);
  fireEvent.change(field, { target: { value: "" } });
  fireEvent.click(link);
  await expect.poll(() => location.pathname).toBe("/desk/account");
});

test("what was sent is not lost, although its field keeps it", async () => {
  respond({
    "POST mail/test": json({ outcome: "accepted", reason: null }),
    "POST people/stored": json({ people: [] }),
  });
  await openDesk(owner, "/desk/emails");
  const email = await screen.findByLabelText("Send a test email to");
  fireEvent.change(email, { target: { value: "ada@example.org" } });
  expect(leavingWarns()).toBe(true);
  await press("Send test email");
  await screen.findByText(/^The mail server accepted it/);
  expect(leavingWarns()).toBe(false);
  fireEvent.click(screen.getByRole("link", { name: "People" }));
  const phone = await screen.findByLabelText("Whole phone number or email address");
  fireEvent.change(phone, { target: { value: "08031234567" } });
  expect(leavingWarns()).toBe(true);
  await press("Show stored data");
  expect(leavingWarns()).toBe(false);
});

test("what is being sent is not called lost when its screen is left", async () => {
  const { answer, response } = hold(() => errorResponse(409, "time_blocked", "Taken."));
  respond({ "POST blocked-times": response });
  await openDesk(owner, "/desk/account");
  act(() => history.pushState(null, "", APPOINTMENTS));
  await screen.findByRole("button", { name: "Block time" });
  await press("Block time");
  const reason = await screen.findByLabelText<HTMLInputElement>("Reason");
  fireEvent.change(reason, { target: { value: "Staff meeting" } });
  await press("Block this time");
  await waitFor(() => expect(requests).toContain("POST blocked-times"));
  act(() => history.back());
  const question = await findDialog(QUESTION);
  expect(question.getByText(/^It is being sent\. If you leave this screen/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Stay" }));
  answer();
  await screen.findByText("Taken.");
  expect(findLosses()[0]).toMatch(/^The time is not blocked\./);
});

test("a name that is typed while an invitation is created is not taken for that one", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const link = { path: "/desk/reset-password#token", expiresAt: "2026-11-19T08:00:00Z" };
  respond({ "POST staff": () => held.then(json(link)) });
  await openDesk(owner, "/desk/staff");
  const field = await screen.findByLabelText<HTMLInputElement>("Name");
  fireEvent.change(field, { target: { value: "Ada" } });
  await press("Create invitation");
  await screen.findByRole("button", { name: "Creating…" });
  fireEvent.change(field, { target: { value: "Obi" } });
  answer();
  await screen.findByRole("button", { name: "Create invitation" });
  expect(field.value).toBe("Obi");
  expect(leavingWarns()).toBe(true);
});

test("a reminder that is not added is named as well", async () => {
  const arrived = { ...openedAppointment, appointment: { ...appointment, state: "arrived" } };
  respond({ "POST appointments/a1/open": json(arrived) });
  await openDesk(owner, APPOINTMENTS);
  for (const name of [/K7Q-4XM/, "Ask to come back"]) {
    await screen.findAllByRole("button", { name });
    await press(name);
  }
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "Yearly check" } });
  expect(leavingWarns()).toBe(true);
  expect(findLosses()[0]).toMatch(/^The reminder is not added\./);
});

test("signing out names what is lost, and waits for an answer", async () => {
  await openDesk(owner, "/desk/staff");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Somebody" } });
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  expect(question.getByText(/^The invitation is not created\./)).toBeTruthy();
  expect(requests).not.toContain("POST logout");
});

test("when the session has ended, the sign-in form names what was lost with the screen", async () => {
  respond({ "POST addresses/look-up": signedOut });
  await openDesk(owner, "/desk/resend");
  const field = await screen.findByLabelText<HTMLInputElement>("Email address");
  fireEvent.change(field, { target: { value: "ada@example.org" } });
  await press("Look up");
  await screen.findByLabelText("Password");
  expect(field.isConnected).toBe(false);
  expect(screen.getByText("Lost: The address is not looked up yet.")).toBeTruthy();
});
