import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { holdTimers } from "../../../fixtures/hold-timers";
import { pressInVain } from "../../../fixtures/press";
import type { EarlierWish } from "../../../generated/EarlierWish";
import type { WantEarlierTimeRequest } from "../../../generated/WantEarlierTimeRequest";
import { PRESS_PAUSE_MS } from "../../components/use-press-pause";
import {
  bodiesOf,
  button,
  errorResponse,
  findDialog,
  hold,
  json,
  noContent,
  press,
  requests,
  respond,
} from "../../testing/desk-harness";
import {
  changesTo,
  lookAgain,
  openScreen,
  openVisit,
  refuseFields,
  SEEN,
  SHOWN,
  setUpReception,
  storeVisit,
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

test("opening a visit shows the patient, and a press stores that the patient has come", async () => {
  respond({ "POST appointments/a1/state": changesTo({ ...appointment, state: "arrived" }) });
  const visit = await openVisit();
  expect(visit.getByText(/By wheelchair/)).toBeTruthy();
  await press("Arrived", visit);
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([{ state: "arrived", ...SHOWN }]);
  expect(await visit.findByRole("button", { name: "Done" })).toBeTruthy();
});

test("an opened visit begins with the patient's name, not with the button that closes it", async () => {
  const visit = await openVisit();
  expect(document.activeElement).toBe(visit.getByText("Ada Obi"));
});

test("the time of an opened visit stays on one line", async () => {
  const visit = await openVisit();
  const time = visit.getByText(/8:30 AM, 45 minutes/);
  expect(time.textContent).toContain("8:30\u00a0AM");
});

test("when the button for an earlier time goes, the focus is on what takes its place", async () => {
  let earlier: EarlierWish | null = null;
  respond({
    "POST appointments/a1/earlier": (body) => {
      const { wanted } = body as WantEarlierTimeRequest;
      earlier = wanted ? { from: null, part: null } : null;
      storeVisit({ earlier });
      return noContent();
    },
  });
  const visit = await openVisit();
  for (const [name, next] of [
    ["Wants an earlier time", "Wants no earlier time"],
    ["Wants no earlier time", "Wants an earlier time"],
  ] as const) {
    const pressed = visit.getByRole("button", { name });
    pressed.focus();
    await press(name, visit);
    await visit.findByRole("button", { name: next });
    expect(pressed.isConnected).toBe(false);
    await waitFor(() =>
      expect(document.activeElement).toBe(visit.getByRole("button", { name: next })),
    );
  }
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

test("an email that came back is reported after a question, with the address that it was sent to, and that is undone", async () => {
  const address = "ada@example.com";
  storeVisit({ appointment: { ...appointment, hasEmail: true }, email: address });
  respond({
    "POST appointments/a1/email-returned": () => {
      storeVisit({ appointment });
      return noContent();
    },
  });
  const visit = await openVisit();
  visit.getByRole("button", { name: /came back$/ }).focus();
  await press(`Email to ${address} came back`, visit);
  await visit.findByText(/^Did an email to ada@example\.com come back\?/);
  expect(bodiesOf("POST appointments/a1/email-returned")).toEqual([]);
  await press("No", visit);
  await press(`Email to ${address} came back`, visit);
  await press("Yes, it came back", visit);
  await screen.findByText(/^Stored\. Nothing more is emailed to this address\./);
  expect(bodiesOf("POST appointments/a1/email-returned")).toEqual([{ email: address }]);
  expect(visit.queryByRole("button", { name: /came back$/ })).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(visit.getByRole("button", { name: "Arrived" })),
  );
  const again = {
    ...openedAppointment,
    appointment: { ...appointment, hasEmail: true },
    email: address,
  };
  respond({
    "POST appointments/a1/details": () => {
      storeVisit(again);
      return Response.json(again);
    },
  });
  await press("Undo “Email came back”", visit);
  await screen.findByText("Undone: the address is used again.");
  expect(bodiesOf("POST appointments/a1/details")).toEqual([{}]);
  await visit.findByRole("button", { name: `Email to ${address} came back` });
});

test("a recall is in the opened visit, and is taken back and undone", async () => {
  const recall = { id: "c1", due: "2027-05-16", reason: "yearly check", isEnded: false };
  storeVisit({ recall });
  respond({
    "POST recalls/c1/end": () => {
      storeVisit({ recall: { ...recall, isEnded: true } });
      return noContent();
    },
    "POST recalls/c1/end/undo": () => {
      storeVisit({ recall });
      return noContent();
    },
  });
  const visit = await openVisit();
  await visit.findByText("Recall in May 2027: yearly check");
  visit.getByRole("button", { name: "Do not recall" }).focus();
  await press("Do not recall", visit);
  await visit.findByText("The patient will not be asked to come back.");
  expect(bodiesOf("POST recalls/c1/end")).toEqual([{ outcome: "declined" }]);
  const undo = await visit.findByRole("button", { name: "Undo “Do not recall”" });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  await press("Undo “Do not recall”", visit);
  await visit.findByText("Undone: the patient will be asked to come back.");
  await visit.findByText("Recall in May 2027: yearly check");
});

test.each([
  ["Undo the confirmation", { state: "confirmed" }],
  ["Undo “It takes place”", { state: "confirmed", lastDecision: "keep" }],
  ["Undo “Tell”", { state: "confirmed", lastDecision: "tell" }],
  ["Undo “Arrived”", { state: "arrived" }],
] as const)("the undo is called %s", async (name, change) => {
  const undoUntil = "2026-11-17T08:00:00Z";
  storeVisit({ appointment: { ...appointment, undoUntil, ...change } });
  const visit = await openVisit();
  await visit.findByRole("button", { name });
});

test("a visit is moved to a free time close to it with one press in its form", async () => {
  const slot = { date: appointment.date, time: "09:00" };
  respond({
    "GET appointments/a1/free-times": json({ nearest: [slot] }),
    "POST appointments/a1/move": changesTo({ ...appointment, ...slot }),
  });
  await openVisit();
  await press("Move");
  await screen.findByRole("group", { name: "Free times close to it" });
  await press("Monday 16 November 2026, 9:00 AM");
  await screen.findByText(/^Moved\./);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([{ ...slot, ...SEEN }]);
});

test("a visit is moved with the keyboard by its form", async () => {
  respond({ "POST appointments/a1/move": changesTo({ ...appointment, time: "09:00", chair: 2 }) });
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
  await screen.findByText("The corrections are saved.");
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
  respond({ "POST appointments/a1/cancel": changesTo({ ...appointment, state: "cancelled" }) });
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
    const late = hold(changesTo({ ...appointment, state: "cancelled", toldBy: "staff" }));
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
    await screen.findByText(/^Cancelled\. No email/);
    expect(typed.isConnected).toBe(true);
    expect(typed.value).toBe("Typed meanwhile");
  },
);

test("after a visit the patient can agree to be asked back", async () => {
  storeVisit({ appointment: { ...appointment, state: "done" } });
  respond({ "POST recalls": noContent });
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
  storeVisit({ appointment: missed });
  respond({ "POST appointments/a1/undo": changesTo(appointment) });
  const visit = await openVisit();
  await press("Undo “Missed”", visit);
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
    hasEmail: true,
    toldBy: "email" as const,
    emailWaitsUntil: "2026-11-16T09:00:10Z",
    time: "09:30",
    undoUntil: "2026-11-17T08:00:00Z",
    movedFrom: SHOWN,
  };
  respond({
    "POST appointments/a1/move": changesTo(moved),
    "POST appointments/a1/undo": changesTo(appointment),
  });
  const visit = await openVisit();
  await press("Move");
  fireEvent.change(visit.getByLabelText("New time"), { target: { value: "09:30" } });
  await press("Move to this time");
  await screen.findByText("Moved. The patient gets an email.");
  await screen.findByText("An email goes out after 10 seconds, unless you undo this.");
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
  respond({ "POST appointments/a1/state": changesTo(arrived) });
  const visit = await openVisit();
  const pauses = holdTimers(PRESS_PAUSE_MS);
  await press("Arrived", visit);
  await screen.findByText("Marked as arrived.");
  pressInVain(visit.getByRole("button", { name: "Done" }));
  pauses.end();
  respond({
    "POST appointments/a1/state": changesTo(done),
    "POST appointments/a1/undo": changesTo(arrived),
  });
  expect(bodiesOf("POST appointments/a1/state")).toEqual([{ state: "arrived", ...SHOWN }]);
  await press("Done");
  await screen.findByText("The visit is done.");
  await press("Undo “Done”");
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
  storeVisit({ appointment: moved });
  await press("Arrived");
  expect(await screen.findByText(message)).toBeTruthy();
  await screen.findByText(/3:30 PM, 45 minutes/);
  respond({ "POST appointments/a1/state": changesTo({ ...moved, state: "arrived" }) });
  await press("Arrived");
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([
    { state: "arrived", ...SHOWN },
    { state: "arrived", date: moved.date, time: "15:30" },
  ]);
});

test("a visit of another day asks before it is marked", async () => {
  const tomorrow = { ...appointment, date: "2026-11-17" };
  storeVisit({ appointment: tomorrow });
  respond({
    "POST appointments/a1/state": changesTo({ ...tomorrow, state: "arrived" }),
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
  const yesterday = { ...appointment, date: "2026-11-15" };
  storeVisit({ appointment: { ...appointment, date: "2026-11-17" } });
  respond({ "POST appointments/a1/state": changesTo({ ...yesterday, state: "missed" }) });
  await openVisit();
  await press("Missed");
  await screen.findByText(/This visit is on Tuesday 17 November 2026, not today/);
  expect(bodiesOf("POST appointments/a1/state")).toEqual([]);
  fireEvent.click(button("Back to the plan"));
  storeVisit({ appointment: yesterday });
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
  storeVisit({ appointment: cancelled });
  respond({
    "POST appointments/a1/undo": () => Response.json({ error, nearest }, { status: 409 }),
  });
  await openVisit();
  await press("Undo the cancellation");
  await screen.findByText(message);
  respond({ "POST appointments/a1/undo": changesTo({ ...appointment, time: "13:30" }) });
  await press("Monday 16 November 2026, 1:30 PM");
  await screen.findByText("Undone. The visit has its time again.");
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "cancelled", ...SEEN, undoUntil: cancelled.undoUntil },
    { state: "cancelled", ...SEEN, undoUntil: cancelled.undoUntil, ...nearest[0] },
  ]);
});

/** A text of the server with these words. */
const textOf = (words: string) => ({
  text: words,
  whatsapp: `https://wa.me/2348031234567?text=${encodeURIComponent(words)}`,
  sms: `sms:+2348031234567?body=${encodeURIComponent(words)}`,
});
const isListed = { isListed: true, others: [], told: null };
const hrefOf = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

test("after a confirmation, a move and an undo, the text for the patient is about what was stored", async () => {
  const visit = { ...appointment, state: "requested" as const };
  const confirmed = { ...appointment, undoUntil: "2026-11-17T08:00:00Z" };
  const moved = { ...confirmed, time: "09:30", movedFrom: SHOWN };
  const asked = textOf("not certain yet");
  const yes = textOf("confirmed, 8:30");
  const at930 = textOf("moved to 9:30");
  storeVisit({ appointment: visit, message: asked });
  respond({
    "POST appointments/a1/confirm": changesTo(confirmed, { toTell: "confirmed", message: yes }),
    "POST appointments/a1/move": changesTo(moved, { toTell: "moved", message: at930 }),
    "POST appointments/a1/undo": changesTo(confirmed, { toTell: "confirmed", message: yes }),
  });
  await openVisit();
  await waitFor(() => expect(hrefOf("Remind by SMS")).toBe(asked.sms));
  await press("Confirm");
  await waitFor(() => expect(hrefOf("Tell by SMS")).toBe(yes.sms));
  expect(hrefOf("Tell on WhatsApp")).toBe(yes.whatsapp);
  await press("Move");
  fireEvent.change(screen.getByLabelText("New time"), { target: { value: "09:30" } });
  await press("Move to this time");
  await waitFor(() => expect(hrefOf("Tell on WhatsApp")).toBe(at930.whatsapp));
  await press(/^Undo the move/);
  await waitFor(() => expect(hrefOf("Tell on WhatsApp")).toBe(yes.whatsapp));
});

test("the text is not offered while a change is sent, nor when the visit cannot be loaded again", async () => {
  const late = hold(changesTo({ ...appointment, time: "09:00" }));
  respond({ "POST appointments/a1/move": late.response });
  await openVisit();
  await press("Move");
  fireEvent.change(screen.getByLabelText("New time"), { target: { value: "09:00" } });
  await press("Move to this time");
  fireEvent.click(button("Do not move"));
  await waitFor(() => expect(button("Move")).toBeTruthy());
  expect(hrefOf("Remind on WhatsApp")).toBeUndefined();
  respond({ "POST appointments/a1/open": () => errorResponse(500, "internal") });
  late.answer();
  await screen.findByText(/^Moved\./);
  await screen.findByRole("button", { name: "Try again" });
  expect(hrefOf("Remind on WhatsApp")).toBeUndefined();
  respond({ "POST appointments/a1/open": json({ ...openedAppointment, message: textOf("new") }) });
  await press("Try again");
  await waitFor(() => expect(hrefOf("Remind on WhatsApp")).toBe(textOf("new").whatsapp));
});

test("when a colleague moves the visit, the dialog says so, offers no text about the earlier time and shows the new one", async () => {
  const visit = await openVisit();
  await waitFor(() =>
    expect(hrefOf("Remind on WhatsApp")).toBe(openedAppointment.message.whatsapp),
  );
  await waitFor(() => expect(requests).toContain("GET appointments/a1"));
  await press("Correct the details");
  fireEvent.change(visit.getByLabelText("Note (optional)"), { target: { value: "typed" } });
  const message = textOf("at 3:30");
  storeVisit({ appointment: { ...appointment, time: "15:30" }, toTell: "moved", message });
  lookAgain();
  const notice = "This visit was changed meanwhile: Monday 16 November 2026, 3:30 PM, confirmed.";
  await screen.findByText(notice);
  expect(visit.getByLabelText<HTMLInputElement>("Note (optional)").value).toBe("typed");
  await press("Leave it as it is");
  expect(hrefOf("Remind on WhatsApp")).toBeUndefined();
  await press("Show it as it is now");
  await waitFor(() => expect(hrefOf("Tell on WhatsApp")).toBe(message.whatsapp));
  expect(visit.getByText(/3:30 PM, 45 minutes/)).toBeTruthy();
  expect(screen.queryByText(notice)).toBeNull();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test("when an email has told the patient meanwhile, the text of the opened visit is another one", async () => {
  const message = textOf("moved to 8:30");
  storeVisit({ toTell: "moved", message, changedAt: openedAppointment.changedAt });
  await openVisit();
  await waitFor(() => expect(hrefOf("Tell on WhatsApp")).toBe(message.whatsapp));
  await waitFor(() => expect(requests).toContain("GET appointments/a1"));
  const reminder = textOf("We remind you");
  const { changedAt } = openedAppointment;
  storeVisit({ toTell: "reminder", message: reminder, changedAt });
  lookAgain();
  await waitFor(() => expect(hrefOf("Remind on WhatsApp")).toBe(reminder.whatsapp));
  expect(screen.queryByText(/changed meanwhile/)).toBeNull();
});

test("a visit that is the same stays without a notice, and one that was deleted says so", async () => {
  await openVisit();
  await waitFor(() => expect(requests).toContain("GET appointments/a1"));
  await waitFor(() => expect(hrefOf("Remind on WhatsApp")).toBeTruthy());
  expect(screen.queryByText(/changed meanwhile/)).toBeNull();
  respond({ "GET appointments/a1": () => errorResponse(404, "unknown_appointment") });
  lookAgain();
  await screen.findByText("This visit was deleted.");
  expect(hrefOf("Remind on WhatsApp")).toBeUndefined();
});

test("what a colleague has told meanwhile is shown, and cannot be told again", async () => {
  storeVisit({ telling: isListed });
  await openVisit();
  await screen.findByRole("button", { name: "Told" });
  await waitFor(() => expect(requests).toContain("GET appointments/a1"));
  const told = {
    toTell: "reminder" as const,
    at: "2026-11-16T07:10:00Z",
    by: "bola",
    undoUntil: null,
    others: [],
  };
  const { changedAt } = openedAppointment;
  storeVisit({ changedAt, telling: { isListed: false, others: [], told } });
  lookAgain();
  await screen.findByText("bola reminded the patient on Monday 16 November 2026, 8:10 AM.");
  expect(screen.queryByRole("button", { name: "Told" })).toBeNull();
});

test("a patient without email is told of a cancellation in the opened visit, with one press and an undo", async () => {
  const cancelled = { ...appointment, state: "cancelled" as const, toldBy: "staff" as const };
  const message = textOf("We had to cancel");
  const told = {
    toTell: "cancelled" as const,
    at: "2026-11-16T07:00:00Z",
    by: "ngozi",
    undoUntil: "2026-11-17T07:00:00Z",
    others: [],
  };
  respond({
    "POST appointments/a1/cancel": changesTo(cancelled, {
      toTell: "cancelled",
      telling: isListed,
      message,
    }),
    "POST appointments/a1/told": () => {
      storeVisit({ telling: { isListed: false, others: [], told } });
      return noContent();
    },
    "POST appointments/a1/told/undo": () => {
      storeVisit({ telling: isListed });
      return noContent();
    },
  });
  const visit = await openVisit();
  await press("Cancel appointment", visit);
  fireEvent.change(visit.getByLabelText("Reason"), { target: { value: "The doctor is ill" } });
  await press("Cancel this appointment", visit);
  await screen.findByText(/^Cancelled\. No email reaches the patient: please tell them\./);
  expect(await visit.findByText("We had to cancel")).toBeTruthy();
  expect(hrefOf("Tell on WhatsApp")).toBe(message.whatsapp);
  expect(hrefOf("Tell by SMS")).toBe(message.sms);
  expect(hrefOf("Call")).toBe("tel:+2348031234567");
  button("Told").focus();
  await press("Told");
  await screen.findByText("The patient was told.");
  await screen.findByText(
    "ngozi told the patient that the visit is cancelled on Monday 16 November 2026, 8:00 AM.",
  );
  expect(screen.queryByRole("button", { name: "Told" })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button("Undo “Told”")));
  await press("Undo “Told”");
  await waitFor(() => expect(button("Told")).toBeTruthy());
  const request = { toTell: "cancelled", ...SHOWN };
  expect(bodiesOf("POST appointments/a1/told")).toEqual([request]);
  expect(bodiesOf("POST appointments/a1/told/undo")).toEqual([request]);
});

test.each([
  ["email" as const, "Confirmed. The patient gets an email."],
  ["staff" as const, /^Confirmed\. No email reaches the patient: please tell them\./],
])("a confirmation says whether an email tells the patient (%s)", async (toldBy, sentence) => {
  const visit = { ...appointment, toldBy };
  storeVisit({ appointment: { ...visit, state: "requested" } });
  respond({ "POST appointments/a1/confirm": changesTo(visit) });
  await openVisit();
  await press("Confirm");
  expect(await screen.findByText(sentence)).toBeTruthy();
});
