import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  bodiesOf,
  button,
  errorResponse,
  findDialog,
  hold,
  holdPressPauses,
  json,
  noContent,
  press,
  requests,
  respond,
} from "../../testing/desk-harness";
import {
  openScreen,
  openVisit,
  refuseFields,
  SEEN,
  SHOWN,
  setUpReception,
} from "../../testing/reception";
import { appointment, openedAppointment } from "../../testing/samples";

setUpReception();

test("at the limit, opening a visit asks for the password and goes on", async () => {
  let isConfirmed = false;
  respond({
    "POST appointments/a1/open": () =>
      isConfirmed
        ? Response.json(openedAppointment)
        : errorResponse(403, "confirmation_needed", "You have opened 30 patients' records."),
    "POST me/confirm": () => {
      isConfirmed = true;
      return noContent();
    },
  });
  await openScreen();
  await press(/K7Q-4XM/);
  const confirm = await findDialog("Confirm that it is you");
  expect(confirm.getByText("You have opened 30 patients' records.")).toBeTruthy();
  fireEvent.change(confirm.getByLabelText("Your password"), { target: { value: "odd words" } });
  await press("Confirm", confirm);
  expect(await screen.findByText("Ada Obi")).toBeTruthy();
});

test("opening a visit shows the patient once, and a press stores that the patient has come", async () => {
  respond({ "POST appointments/a1/state": json({ ...appointment, state: "arrived" }) });
  const visit = await openVisit();
  expect(visit.getByText(/By wheelchair/)).toBeTruthy();
  await press("Arrived", visit);
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([{ state: "arrived", ...SHOWN }]);
  expect(await visit.findByRole("button", { name: "Done" })).toBeTruthy();
  expect(requests.filter((request) => request === "POST appointments/a1/open")).toHaveLength(1);
});

test("a new link is sent after a question, by email without showing it", async () => {
  respond({ "POST appointments/a1/link": json({ emailed: true, message: null }) });
  const visit = await openVisit();
  await press("Send a new link", visit);
  expect(visit.getByText(/earlier messages about this appointment then end/)).toBeTruthy();
  await press("Keep the link", visit);
  expect(requests).not.toContain("POST appointments/a1/link");
  await press("Send a new link", visit);
  fireEvent.click(visit.getByRole("button", { name: "Send a new link" }));
  await screen.findByText("The earlier link has ended. The new one is in an email to the patient.");
  expect(visit.queryByRole("link", { name: "Send by WhatsApp" })).toBeNull();
  const back = visit.getByRole("button", { name: "Back to the appointment" });
  await waitFor(() => expect(document.activeElement).toBe(back));
});

test("the new link of a patient without an email address is sent from the clinic's phone", async () => {
  const message = {
    text: "Hello",
    whatsapp: "https://wa.me/234?text=Hello",
    sms: "sms:+234?body=Hello",
  };
  respond({ "POST appointments/a1/link": json({ emailed: false, message }) });
  const visit = await openVisit();
  await press("Send a new link", visit);
  fireEvent.click(visit.getByRole("button", { name: "Send a new link" }));
  const chat = await visit.findByRole("link", { name: "Send by WhatsApp" });
  expect(chat.getAttribute("href")).toBe(message.whatsapp);
  expect(visit.getByRole("link", { name: "Send by SMS" }).getAttribute("href")).toBe(message.sms);
});

test("an email that came back is reported with the address that it was sent to", async () => {
  const address = "ada@example.com";
  respond({
    "POST appointments/a1/open": json({
      ...openedAppointment,
      appointment: { ...appointment, hasEmail: true },
      email: address,
    }),
    "POST appointments/a1/email-returned": noContent,
  });
  const visit = await openVisit();
  await press(`Email to ${address} came back`, visit);
  await screen.findByText(/^Stored\. Nothing more is emailed to this address\./);
  expect(bodiesOf("POST appointments/a1/email-returned")).toEqual([{ email: address }]);
  expect(visit.queryByRole("button", { name: /came back$/ })).toBeNull();
});

test("a visit is moved to a free time close to it with one press in its form", async () => {
  const slot = { date: appointment.date, time: "09:00" };
  respond({
    "GET appointments/a1/free-times": json({ nearest: [slot] }),
    "POST appointments/a1/move": json({ ...appointment, ...slot }),
  });
  await openVisit();
  await press("Move");
  await screen.findByRole("group", { name: "Free times close to it" });
  await press("Monday 16 November 2026, 9:00 AM");
  await screen.findByText(/^Moved\./);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([{ ...slot, ...SEEN }]);
});

test("a visit is moved with the keyboard by its form", async () => {
  respond({ "POST appointments/a1/move": json({ ...appointment, time: "09:00", chair: 2 }) });
  const visit = await openVisit();
  await press("Move", visit);
  await waitFor(() => expect(document.activeElement).toBe(visit.getByLabelText("New day")));
  fireEvent.change(visit.getByLabelText("New time"), { target: { value: "09:00" } });
  fireEvent.change(visit.getByLabelText("Chair"), { target: { value: "2" } });
  await press("Move to this time", visit);
  await screen.findByText(/^Moved\./);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([
    { date: "2026-11-16", time: "09:00", chair: 2, seenDate: "2026-11-16", seenTime: "08:30" },
  ]);
});

test("a visit's details are corrected, and a refusal keeps what was typed", async () => {
  const message = "Please enter a phone number, for example 0803 123 4567.";
  respond({ "POST appointments/a1/details": () => errorResponse(422, "invalid_booking", message) });
  const visit = await openVisit();
  await press("Correct the details", visit);
  const name = visit.getByLabelText<HTMLInputElement>("Patient's name");
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.value).toBe("Ada Obi");
  fireEvent.change(name, { target: { value: "Adaeze Obi" } });
  fireEvent.change(visit.getByLabelText("Patient's phone number"), { target: { value: "0803" } });
  await press("Save the corrections", visit);
  await screen.findByText(message);
  expect(name.value).toBe("Adaeze Obi");
  fireEvent.change(visit.getByLabelText("Brought by (optional)"), {
    target: { value: "Ngozi Obi" },
  });
  const corrected = { ...openedAppointment, name: "Adaeze Obi", broughtBy: "Ngozi Obi" };
  respond({ "POST appointments/a1/details": json(corrected) });
  await press("Save the corrections", visit);
  await screen.findByText("Adaeze Obi, brought by Ngozi Obi");
  expect(visit.queryByLabelText("Patient's name")).toBeNull();
  expect(bodiesOf("POST appointments/a1/details").at(-1)).toEqual({
    name: "Adaeze Obi",
    phone: "0803",
    broughtBy: "Ngozi Obi",
  });
});
test("what is wrong with the fields of a form stands at each field, and the first gets the focus", async () => {
  const [phone, email] = ["Please enter a phone number.", "Please enter an email address."];
  respond({ "POST appointments/a1/details": refuseFields({ email, phone }) });
  const visit = await openVisit();
  await press("Correct the details", visit);
  const name = visit.getByLabelText("Patient's name");
  await waitFor(() => expect(document.activeElement).toBe(name));
  const save = () => fireEvent.click(visit.getByRole("button", { name: "Save the corrections" }));
  save();
  const phoneField = visit.getByLabelText("Patient's phone number");
  await waitFor(() => expect(document.activeElement).toBe(phoneField));
  const described = (field: HTMLElement) =>
    document.getElementById(field.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "");
  expect(described(phoneField)?.textContent).toContain(phone);
  expect(described(visit.getByLabelText("Email (optional)"))?.textContent).toContain(email);
  expect(visit.getAllByText(phone)).toHaveLength(1);
  expect(visit.queryByRole("alert")).toBeNull();

  // What belongs to no field of the form is told below it, as before.
  respond({ "POST appointments/a1/details": refuseFields({ other: "Please call us." }) });
  save();
  expect((await visit.findByRole("alert")).textContent).toContain("Please call us.");
  expect(phoneField.getAttribute("aria-invalid")).toBeNull();
});

test("cancelling needs a reason, which the patient reads", async () => {
  respond({ "POST appointments/a1/cancel": json({ ...appointment, state: "cancelled" }) });
  const visit = await openVisit();
  await press("Cancel appointment", visit);
  fireEvent.change(visit.getByLabelText("Reason"), { target: { value: "The doctor is ill" } });
  await press("Cancel this appointment", visit);
  await screen.findByText(/^Cancelled\./);
  expect(bodiesOf("POST appointments/a1/cancel")).toEqual([
    { reason: "The doctor is ill", ...SHOWN },
  ]);
});

test.each([
  ["Correct the details", "Patient's name"],
  ["Cancel appointment", "Reason"],
])(
  "the late answer to a cancellation does not close the form that “%s” opened since",
  async (label, field) => {
    const late = hold(json({ ...appointment, state: "cancelled" }));
    respond({ "POST appointments/a1/cancel": late.response });
    const visit = await openVisit();
    fireEvent.click(visit.getByRole("button", { name: "Cancel appointment" }));
    fireEvent.change(visit.getByLabelText("Reason"), { target: { value: "The doctor is ill" } });
    fireEvent.click(visit.getByRole("button", { name: "Cancel this appointment" }));
    fireEvent.click(visit.getByRole("button", { name: "Keep the appointment" }));
    fireEvent.click(visit.getByRole("button", { name: label }));
    const typed = visit.getByLabelText<HTMLInputElement>(field);
    fireEvent.change(typed, { target: { value: "Typed meanwhile" } });
    late.answer();
    await screen.findByText(/^Cancelled\. A patient/);
    expect(typed.isConnected).toBe(true);
    expect(typed.value).toBe("Typed meanwhile");
  },
);

test("after a visit the patient can agree to be asked back", async () => {
  respond({
    "POST appointments/a1/open": json({
      ...openedAppointment,
      appointment: { ...appointment, state: "done" },
    }),
    "POST recalls": noContent,
  });
  const visit = await openVisit();
  await press("Ask to come back", visit);
  fireEvent.change(visit.getByLabelText("Reason"), { target: { value: "yearly check" } });
  fireEvent.click(visit.getByRole("checkbox"));
  fireEvent.click(visit.getByRole("button", { name: "Remind the patient then" }));
  await screen.findByText("The patient will be asked to come back.");
  expect(bodiesOf("POST recalls")).toEqual([
    { appointment: "a1", in: { months: 4 }, reason: "yearly check", agreed: true },
  ]);
});

test("a wrong press is undone", async () => {
  const missed = { ...appointment, state: "missed" as const, undoUntil: "2026-11-17T08:00:00Z" };
  respond({
    "POST appointments/a1/open": json({ ...openedAppointment, appointment: missed }),
    "POST appointments/a1/undo": json(appointment),
  });
  const visit = await openVisit();
  await press("Undo", visit);
  await screen.findByText("Undone.");
  await waitFor(() =>
    expect(document.activeElement).toBe(visit.getByRole("button", { name: "Arrived" })),
  );
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "missed", ...SEEN, undoUntil: missed.undoUntil },
  ]);
});

test("a move is undone from the opened visit, to the time that the button names", async () => {
  const moved = {
    ...appointment,
    time: "09:30",
    undoUntil: "2026-11-17T08:00:00Z",
    movedFrom: SHOWN,
  };
  respond({
    "POST appointments/a1/move": json(moved),
    "POST appointments/a1/undo": json(appointment),
  });
  const visit = await openVisit();
  await press("Move");
  fireEvent.change(visit.getByLabelText("New time"), { target: { value: "09:30" } });
  await press("Move to this time");
  await screen.findByText(/If you undo it within 10 seconds, no email is sent\./);
  button("Undo the move: back to Monday 16 November 2026, 8:30 AM").focus();
  await press("Undo the move: back to Monday 16 November 2026, 8:30 AM");
  await screen.findByText("Undone. The visit has its time again.");
  await waitFor(() => expect(document.activeElement).toBe(button("Arrived")));
  // It is no result of the form that is opened next.
  await press("Cancel appointment");
  await visit.findByLabelText("Reason");
  expect(screen.queryByText("Undone. The visit has its time again.")).toBeNull();
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "confirmed", seenDate: moved.date, seenTime: "09:30", undoUntil: moved.undoUntil },
  ]);
});

test("two presses on Arrived do not reach Done, which can be undone as well", async () => {
  const arrived = { ...appointment, state: "arrived" as const, undoUntil: "2026-11-17T09:00:00Z" };
  const done = { ...arrived, state: "done" as const };
  respond({ "POST appointments/a1/state": json(arrived) });
  const visit = await openVisit();
  const pauses = holdPressPauses();
  await press("Arrived", visit);
  await screen.findByText("Marked as arrived.");
  const next = visit.getByRole("button", { name: "Done" });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(next);
  pauses.end();
  respond({ "POST appointments/a1/state": json(done), "POST appointments/a1/undo": json(arrived) });
  expect(bodiesOf("POST appointments/a1/state")).toEqual([{ state: "arrived", ...SHOWN }]);
  await press("Done");
  await screen.findByText("The visit is done.");
  await press("Undo");
  await screen.findByText("Undone.");
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "done", ...SEEN, undoUntil: done.undoUntil },
  ]);
});

test("a visit that was moved meanwhile is not marked, and is shown with its new time", async () => {
  const message = "This appointment was moved in the meantime, so nothing was changed.";
  respond({
    "POST appointments/a1/state": () => errorResponse(409, "changed_meanwhile", message),
  });
  await openVisit();
  const moved = { ...appointment, time: "15:30" };
  respond({ "POST appointments/a1/open": json({ ...openedAppointment, appointment: moved }) });
  await press("Arrived");
  expect(await screen.findByText(message)).toBeTruthy();
  await screen.findByText(/3:30 PM, 45 minutes/);
  respond({ "POST appointments/a1/state": json({ ...moved, state: "arrived" }) });
  await press("Arrived");
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([
    { state: "arrived", ...SHOWN },
    { state: "arrived", date: moved.date, time: "15:30" },
  ]);
});

test("a visit of another day asks before it is marked", async () => {
  const tomorrow = { ...appointment, date: "2026-11-17" };
  respond({
    "POST appointments/a1/open": json({ ...openedAppointment, appointment: tomorrow }),
    "POST appointments/a1/state": json({ ...tomorrow, state: "arrived" }),
  });
  const visit = await openVisit();
  await press("Arrived", visit);
  expect(
    await visit.findByText(/This visit is on Tuesday 17 November 2026, not today/),
  ).toBeTruthy();
  expect(bodiesOf("POST appointments/a1/state")).toEqual([]);
  await press("No");
  await press("Arrived");
  await press("Yes, arrived");
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([
    { state: "arrived", date: "2026-11-17", time: appointment.time },
  ]);
});

test("a visit to come asks before it is marked as missed, and one of yesterday does not", async () => {
  const on = (date: string) => ({ ...openedAppointment, appointment: { ...appointment, date } });
  respond({
    "POST appointments/a1/open": json(on("2026-11-17")),
    "POST appointments/a1/state": json({ ...appointment, state: "missed" }),
  });
  await openVisit();
  await press("Missed");
  await screen.findByText(/This visit is on Tuesday 17 November 2026, not today/);
  expect(bodiesOf("POST appointments/a1/state")).toEqual([]);
  fireEvent.click(button("Close this appointment"));
  respond({ "POST appointments/a1/open": json(on("2026-11-15")) });
  await press(/K7Q-4XM/);
  await screen.findByText(/Sunday 15 November 2026, 8:30 AM/);
  await press("Missed");
  await screen.findByText("Marked as missed.");
});

test("an undone cancellation whose time is taken offers the closest free times", async () => {
  const cancelled = {
    ...appointment,
    state: "cancelled" as const,
    undoUntil: "2026-11-17T08:00:00Z",
  };
  const message = "This time is taken. Please choose another time.";
  const error = { code: "slot_taken", message };
  const nearest = [{ date: "2026-11-16", time: "13:30" }];
  respond({
    "POST appointments/a1/open": json({ ...openedAppointment, appointment: cancelled }),
    "POST appointments/a1/undo": () => Response.json({ error, nearest }, { status: 409 }),
  });
  await openVisit();
  await press("Undo the cancellation");
  await screen.findByText(message);
  respond({ "POST appointments/a1/undo": json({ ...appointment, time: "13:30" }) });
  await press("Monday 16 November 2026, 1:30 PM");
  await screen.findByText("Undone. The visit has its time again.");
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "cancelled", ...SEEN, undoUntil: cancelled.undoUntil },
    { state: "cancelled", ...SEEN, undoUntil: cancelled.undoUntil, ...nearest[0] },
  ]);
});
