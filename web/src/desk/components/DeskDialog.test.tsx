import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { findLosses } from "../layout/leaving/losses";
import {
  contentList,
  dialog,
  errorResponse,
  findDialog,
  hold,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { appointment, chairs, openedAppointment, owner, person } from "../testing/samples";

setUpDesk();

const QUESTION = "Close without saving?";
const QUESTION_WHILE_SENT = "Close before the answer?";
const { date } = appointment;
/** In the plan; the list of closed times has buttons with its reference as well. */
const VISIT = /^8:30 AM.*K7Q-4XM/;
const APPOINTMENTS = `/desk/appointments?day=${date}`;

beforeEach(() => {
  const day = { date, open: [], chairs: [], closure: null, minutesOpen: 0, minutesTaken: 0 };
  const services = [{ slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 }];
  const content = { readOnlyReason: null, documents: [], problems: [], revision: 1 };
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
    "GET appointments/closed": json({
      days: [{ date, closure: "Holiday", visits: [{ appointment, isTold: false }] }],
      total: 1,
    }),
    "POST appointments/a1/open": json(openedAppointment),
    "GET appointments/a1/free-times": json({ nearest: [] }),
    "POST people/find": json({ people: [person], next: null }),
    ...contentList({ ...content, placeholders: [] }),
    "GET pictures": json({ pictures: [] }),
  });
});

/** Where, how its dialog is opened, the field, what is typed, and what the question names. */
const dialogs: readonly (readonly [
  string,
  readonly (string | RegExp)[],
  string,
  string,
  RegExp,
])[] = [
  [APPOINTMENTS, ["Add appointment"], "Note (optional)", "Tall", /^The appointment is not added/],
  [APPOINTMENTS, ["Add appointment"], "Time", "09:35", /^The appointment is not added/],
  [APPOINTMENTS, ["Block time"], "Reason", "Staff meeting", /^The time is not blocked/],
  [APPOINTMENTS, ["Block time"], "Until", "15:00", /^The time is not blocked/],
  [
    APPOINTMENTS,
    [VISIT, "Correct the details"],
    "Patient's name",
    "Ada",
    /^The corrections are not saved/,
  ],
  [APPOINTMENTS, [VISIT, "Move"], "New time", "15:00", /^The appointment is not moved/],
  [
    APPOINTMENTS,
    [VISIT, "Cancel appointment"],
    "Reason",
    "Ill",
    /^The appointment is not cancelled/,
  ],
  [APPOINTMENTS, [/^Cancel K7Q-4XM/], "Reason", "Rain", /^The visits are not cancelled/],
  [
    "/desk/people",
    ["Correct address"],
    "New email address",
    "ada@example.org",
    /^The email address is not corrected/,
  ],
  ["/desk/people", ["Extend"], "Days to add", "45", /^The code is not extended/],
];

async function openDialog(address: string, buttons: readonly (string | RegExp)[], label: string) {
  await openDesk(owner, address);
  for (const name of buttons) {
    await screen.findAllByRole("button", { name });
    await press(name);
  }
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  return { field, element: field.closest("dialog") as HTMLDialogElement };
}

/** What a browser does at Escape, and a phone at the gesture of going back. */
function pressEscape(element: HTMLDialogElement): void {
  act(() => {
    if (element.dispatchEvent(new Event("cancel", { cancelable: true }))) element.close();
  });
}

const ways: Record<string, (element: HTMLDialogElement) => void> = {
  Escape: pressEscape,
  "a second Escape, which cannot be refused": (element) => act(() => element.close()),
  "a press outside": (element) => {
    fireEvent.pointerDown(element);
    fireEvent.click(element);
  },
  "the close button": (element) =>
    fireEvent.click(within(element).getByRole("button", { name: "Close" })),
};

test.each(dialogs)(
  "%s %s: closing asks before it loses what was typed (%s)",
  async (address, buttons, label, typed, loss) => {
    const { field, element } = await openDialog(address, buttons, label);
    fireEvent.change(field, { target: { value: typed } });
    for (const close of Object.values(ways)) {
      close(element);
      const question = await findDialog(QUESTION);
      expect(question.getByText(loss).textContent).toMatch(/what you typed is lost\.$/);
      const stay = question.getByRole("button", { name: "Stay" });
      expect(document.activeElement).toBe(stay);
      fireEvent.click(stay);
      expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
      expect(element.open).toBe(true);
      expect(field.isConnected).toBe(true);
      expect(field.value).toBe(typed);
    }
    pressEscape(element);
    fireEvent.click(dialog(QUESTION).getByRole("button", { name: "Close, and lose it" }));
    await waitFor(() => expect(element.open && element.isConnected).toBe(false));
    expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
    expect(findLosses()).toEqual([]);
  },
);

test.each(Object.entries(ways))(
  "without anything typed, %s closes a dialog at once",
  async (_, close) => {
    const { field, element } = await openDialog(APPOINTMENTS, ["Block time"], "Reason");
    fireEvent.change(field, { target: { value: "Meeting" } });
    fireEvent.change(field, { target: { value: "" } });
    close(element);
    await waitFor(() => expect(element.isConnected).toBe(false));
    expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
  },
);

test("the button that closes an appointment asks as well", async () => {
  const [, buttons] = dialogs[6] ?? [];
  const { field } = await openDialog(APPOINTMENTS, buttons ?? [], "Reason");
  fireEvent.change(field, { target: { value: "Ill" } });
  await press("Back to the plan");
  fireEvent.click((await findDialog(QUESTION)).getByRole("button", { name: "Stay" }));
  expect(field.value).toBe("Ill");
  await press("Keep the appointment");
  await press("Back to the plan");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("what is typed on the screen behind a dialog is not asked about", async () => {
  respond({ "GET staff": json({ staff: [STAFF], twoStepRoles: [] }) });
  await openDesk(owner, "/desk/staff");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Somebody" } });
  await screen.findByRole("button", { name: "Disable ngozi" });
  await press("Disable ngozi");
  pressEscape(screen.getByRole<HTMLDialogElement>("dialog", { name: "Disable ngozi?" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(findLosses()).toHaveLength(1);
});

const STAFF = {
  name: "ngozi",
  role: "desk",
  disabled: false,
  totp: false,
  lastSeen: null,
  invitation: null,
};

test("the question goes when the answer arrives that closes the dialog", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  respond({ "POST blocked-times": () => held.then(noContent) });
  const { field, element } = await openDialog(APPOINTMENTS, ["Block time"], "Reason");
  fireEvent.change(field, { target: { value: "Meeting" } });
  await press("Block this time");
  pressEscape(element);
  await findDialog(QUESTION_WHILE_SENT);
  answer();
  await screen.findByText("Blocked. Nothing can be booked in this time.");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a corrected address that the server refuses is there again, and is named", async () => {
  respond({ "POST addresses/correct": () => errorResponse(422, "invalid", "No address.") });
  const { field } = await openDialog("/desk/people", ["Correct address"], "New email address");
  fireEvent.change(field, { target: { value: "ada@example" } });
  await press("Correct and send");
  await screen.findByText("No address.");
  expect(findLosses()[0]).toMatch(/^The email address is not corrected\./);
  await press("Correct address");
  expect(field.value).toBe("ada@example");
  await press("Cancel");
  expect(findLosses()).toEqual([]);
});

test("a chosen file is named as well", async () => {
  await openDesk(owner, "/desk/content/pictures");
  await press("Upload a new picture");
  const file = await screen.findByLabelText("Picture file");
  await userEvent.upload(file, new File(["bytes"], "nurse.jpg", { type: "image/jpeg" }));
  const element = file.closest("dialog") as HTMLDialogElement;
  pressEscape(element);
  const question = await findDialog(QUESTION);
  expect(question.getByText(/^The picture is not uploaded.*the file is lost\.$/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Close, and lose it" }));
  await waitFor(() => expect(element.isConnected).toBe(false));
  expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
});

/** As `dialogs`, with the request that is on its way. */
const sent: readonly (readonly [string, readonly (string | RegExp)[], string, string, string])[] = [
  [APPOINTMENTS, ["Add appointment"], "Note (optional)", "Tall", "POST appointments"],
  [APPOINTMENTS, ["Block time"], "Reason", "Staff meeting", "POST blocked-times"],
  [
    APPOINTMENTS,
    [VISIT, "Correct the details"],
    "Patient's name",
    "Ada",
    "POST appointments/a1/details",
  ],
  [APPOINTMENTS, [VISIT, "Move"], "New time", "15:00", "POST appointments/a1/move"],
  [APPOINTMENTS, [VISIT, "Cancel appointment"], "Reason", "Ill", "POST appointments/a1/cancel"],
  [APPOINTMENTS, [/^Cancel K7Q-4XM/], "Reason", "Rain", "POST appointments/a1/cancel"],
  ["/desk/people", ["Correct address"], "New email address", "a@b.org", "POST addresses/correct"],
  ["/desk/people", ["Extend"], "Days to add", "45", "POST people/extend"],
];

test.each(sent)(
  "%s %s: closing does not say that nothing is done while it is being sent",
  async (address, buttons, label, typed, request) => {
    respond({ [request]: hold(noContent).response });
    const { field, element } = await openDialog(address, buttons, label);
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.submit(field.form as HTMLFormElement);
    await waitFor(() => expect(requests).toContain(request));
    pressEscape(element);
    const question = await findDialog(QUESTION_WHILE_SENT);
    expect(question.getByText(/^It is being sent\./).textContent).toMatch(/whether it worked\.$/);
    expect(document.activeElement).toBe(question.getByRole("button", { name: "Stay" }));
    // The first one closes the question itself.
    const [, close] = question.getAllByRole("button", { name: "Close" });
    fireEvent.click(close as HTMLElement);
    await waitFor(() => expect(element.open && element.isConnected).toBe(false));
  },
);

test("what is typed while another form is being sent is still named", async () => {
  respond({ "POST appointments/a1/cancel": hold(noContent).response });
  const { field, element } = await openDialog(
    APPOINTMENTS,
    [VISIT, "Cancel appointment"],
    "Reason",
  );
  fireEvent.change(field, { target: { value: "Ill" } });
  fireEvent.submit(field.form as HTMLFormElement);
  await press("Keep the appointment");
  await press("Move");
  fireEvent.change(screen.getByLabelText("New time"), { target: { value: "15:00" } });
  pressEscape(element);
  const question = await findDialog(QUESTION);
  expect(question.getByText(/^The appointment is not moved\./)).toBeTruthy();
});

test.each([
  [["Add appointment"], "The patient", "walk-in", /^The appointment is not added/],
  [[VISIT, "Ask to come back"], "Come back in", "6", /^The reminder is not added/],
  [[VISIT, "Ask to come back"], "Weeks or months", "weeks", /^The reminder is not added/],
])("%s: what was chosen in “%s” counts as well", async (buttons, label, chosen, loss) => {
  const arrived = { ...openedAppointment, appointment: { ...appointment, state: "arrived" } };
  respond({ "POST appointments/a1/open": json(arrived) });
  const { field, element } = await openDialog(APPOINTMENTS, buttons, label);
  fireEvent.change(field, { target: { value: chosen } });
  pressEscape(element);
  expect((await findDialog(QUESTION)).getByText(loss)).toBeTruthy();
});

test("a visit that a colleague moved meanwhile does not count as typed", async () => {
  respond({ "POST appointments/a1/move": () => errorResponse(409, "changed_meanwhile") });
  const { field, element } = await openDialog(APPOINTMENTS, [VISIT, "Move"], "New time");
  const moved = { ...openedAppointment, appointment: { ...appointment, time: "11:15" } };
  respond({ "POST appointments/a1/open": json(moved) });
  fireEvent.submit(field.form as HTMLFormElement);
  await within(element).findByText(/11:15 AM, 45 minutes/);
  pressEscape(element);
  await waitFor(() => expect(element.isConnected).toBe(false));
  expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
});
