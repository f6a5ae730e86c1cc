import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { press } from "../fixtures/press";
import type { PatientAppointment } from "../generated/PatientAppointment";
import { AppointmentView } from "./AppointmentView";

const appointment: PatientAppointment = {
  reference: "K7Q-4XM",
  state: "confirmed",
  service: "eye-exams",
  title: "Eye exams",
  date: "2026-03-02",
  time: "08:30",
  minutes: 45,
  name: "Ada Obi",
  broughtBy: null,
  place: "1 Sample Street",
  bring: ["Your glasses"],
  drive: "Do not drive after drops.",
  price: "ask us",
  changeUntil: "2026-03-02T04:30:00Z",
  canMove: true,
  moveNeedsConfirmation: false,
  wantsEarlier: false,
  canCorrectEmail: false,
  cancelReason: null,
  closed: null,
};
const TOKEN = "t".repeat(44);
const SHOW = "/api/booking/appointment";
const days = [{ date: "2026-03-04", slots: ["09:00", "09:30"] }];

let calls: string[] = [];
let answers: Record<string, () => Response> = {};
const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status });

beforeEach(() => {
  history.replaceState(null, "", `/appointment#${TOKEN}`);
  calls = [];
  answers = { [SHOW]: json(200, appointment) };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/api/booking/slots")) return json(200, { days })();
    calls.push(`${path} ${init.body ?? ""}`.trim());
    return (answers[path] ?? json(500, {}))();
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

const show = () =>
  render(
    <AppointmentView
      daysAhead={30}
      clinicName="The Eye Clinic"
      address="1 Sample Street"
      whatsapp="https://wa.me/2348000000000?text=Hello"
      place="1 Sample Street"
    />,
  );

test("the appointment is shown with the time until when it can be changed", async () => {
  show();
  await screen.findByRole("heading", { name: "Your appointment is confirmed" });
  expect(document.body.textContent).toContain("until Monday 2 March 2026 at 5:30 AM");
  expect(screen.getByText("ask us")).toBeTruthy();
  expect(screen.getByText("Do not drive after drops.")).toBeTruthy();
});

test("a patient whose clinic is closed then reads it, and can move the appointment", async () => {
  const closed =
    "The clinic is closed at this time (Christmas). Please choose another time, or call us.";
  answers["/api/booking/appointment"] = json(200, { ...appointment, closed });
  show();
  expect(await screen.findByText(closed)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Move to another time" })).toBeTruthy();
});

test("the patient moves the appointment", async () => {
  const moved = { ...appointment, date: "2026-03-04", time: "09:30" };
  answers["/api/booking/appointment/move"] = json(200, moved);
  show();
  await press("Move to another time");
  await press(/Wednesday 4 March 2026/);
  await press("9:30 AM");
  await press("Move to Wednesday 4 March 2026 at 9:30 AM");
  expect((await screen.findByRole("status")).textContent).toBe("Your appointment was moved.");
  expect(calls.at(-1)).toBe(
    `/api/booking/appointment/move {"token":"${TOKEN}","date":"2026-03-04","time":"09:30"}`,
  );
  expect(document.body.textContent).toContain("Wednesday 4 March 2026 at 9:30 AM");
});

test("when the new time was just taken, the nearest free times are offered and the old one is kept", async () => {
  const message = "This time is taken. Please choose another time.";
  const nearest = [{ date: "2026-03-04", time: "09:30" }];
  answers["/api/booking/appointment/move"] = json(409, {
    error: { code: "slot_taken", message },
    nearest,
  });
  show();
  await press("Move to another time");
  await press(/Wednesday 4 March 2026/);
  await press("9:00 AM");
  await press("Move to Wednesday 4 March 2026 at 9:00 AM");
  expect((await screen.findByRole("alert")).textContent).toContain(message);
  await press("Wednesday 4 March 2026 at 9:30 AM");
  await screen.findByRole("button", { name: "Move to Wednesday 4 March 2026 at 9:30 AM" });
  await press("Keep the time as it is");
  expect(document.body.textContent).toContain("Monday 2 March 2026 at 8:30 AM");
});

test("cancelling asks first, and can be left", async () => {
  answers["/api/booking/appointment/cancel"] = json(200, {
    ...appointment,
    state: "cancelled",
    changeUntil: null,
    canMove: false,
  });
  show();
  await press("Cancel the appointment");
  await waitFor(() =>
    expect(document.activeElement?.textContent).toContain("Cancel this appointment?"),
  );
  await press("Keep it");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel the appointment"));
  await press("Cancel the appointment");
  expect(calls).toHaveLength(1);
  await press("Yes, cancel it");
  const heading = await screen.findByRole("heading", { name: "This appointment was cancelled" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.queryByRole("button", { name: /Move/ })).toBeNull();
});

test("an earlier time is asked for with one tick, which can be taken back", async () => {
  const earlier = "/api/booking/appointment/earlier";
  answers[earlier] = json(200, { ...appointment, wantsEarlier: true });
  show();
  const tick = () =>
    screen.getByRole<HTMLInputElement>("checkbox", {
      name: "Tell me if an earlier time becomes free",
    });
  await screen.findByRole("checkbox");
  expect(tick().checked).toBe(false);
  fireEvent.click(tick());
  expect((await screen.findByRole("status")).textContent).toBe(
    "We will tell you if an earlier time becomes free.",
  );
  expect(tick().checked).toBe(true);
  answers[earlier] = json(500, {});
  fireEvent.click(tick());
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
  expect(tick().checked).toBe(true);
  answers[earlier] = json(200, appointment);
  fireEvent.click(tick());
  await screen.findByText("We will not offer you an earlier time.");
  expect(calls.slice(1)).toEqual(
    [true, false, false].map((wanted) => `${earlier} {"token":"${TOKEN}","wanted":${wanted}}`),
  );
});

test("an instance of the earlier release, or a visit that cannot be moved, has no tick", async () => {
  for (const wantsEarlier of [null, undefined]) {
    answers[SHOW] = json(200, { ...appointment, wantsEarlier });
    show();
    await screen.findByRole("heading", { name: "Your appointment is confirmed" });
    expect(screen.queryByRole("checkbox")).toBeNull();
    cleanup();
  }
});

test("when it is too late to cancel, the server's sentence is shown", async () => {
  const message = "It is too late to change this appointment here. Please call us.";
  answers["/api/booking/appointment/cancel"] = json(410, { error: { code: "too_late", message } });
  show();
  await press("Cancel the appointment");
  await press("Yes, cancel it");
  expect((await screen.findByRole("alert")).textContent).toBe(message);
});

test("an appointment that can no longer be changed has no buttons for it", async () => {
  const late = { ...appointment, changeUntil: null, canMove: false };
  answers[SHOW] = json(200, late);
  show();
  await screen.findByText(/too late to change/);
  expect(screen.queryByRole("button", { name: /Move|Cancel/ })).toBeNull();
});

test("a link that no longer works is told with the server's sentence, without a retry", async () => {
  const message = "We could not find this appointment.";
  answers[SHOW] = json(404, { error: { code: "unknown_appointment", message } });
  show();
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(screen.queryByRole("button")).toBeNull();
});

test("without a connection the appointment can be loaded again", async () => {
  answers[SHOW] = () => {
    throw new TypeError("lost");
  };
  show();
  await screen.findByRole("alert");
  answers[SHOW] = json(200, appointment);
  await press("Try again");
  await screen.findByText("K7Q-4XM");
});

test("without a link the page says what to do and asks the server nothing", async () => {
  history.replaceState(null, "", "/appointment#main");
  show();
  expect((await screen.findByRole("alert")).textContent).toContain("open the link in your email");
  expect(calls).toEqual([]);
});

test("a full stop that a message puts after the link is left out", async () => {
  history.replaceState(null, "", `/appointment#${TOKEN}.`);
  show();
  await screen.findByText("K7Q-4XM");
  expect(calls).toEqual([`${SHOW} {"token":"${TOKEN}"}`]);
});

test("a link to a part of the page keeps the token in the address", async () => {
  show();
  await screen.findByText("K7Q-4XM");
  location.hash = "#main";
  await waitFor(() => expect(location.hash).toBe(`#${TOKEN}`));
  expect(calls).toHaveLength(1);
});

test("another link in the same tab shows the other appointment, and a late answer about the first one is dropped", async () => {
  const late: ((response: Response) => void)[] = [];
  const answer = (token: string) =>
    token === TOKEN
      ? new Promise<Response>((resolve) => late.push(resolve))
      : json(200, { ...appointment, reference: "R3Q-5ST" })();
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) =>
    answer(JSON.parse(String(init.body)).token),
  );
  show();
  await waitFor(() => expect(late).toHaveLength(1));
  location.hash = `#${"u".repeat(44)}`;
  await screen.findByText("R3Q-5ST");
  await act(async () => late[0]?.(json(200, appointment)()));
  expect(document.body.textContent).not.toContain("K7Q-4XM");
});

test("an instance of an earlier release, which does not have the call, is tried again", async () => {
  answers[SHOW] = json(405, { error: { code: "method_not_allowed", message: "This address…" } });
  show();
  await screen.findByRole("alert");
  answers[SHOW] = json(200, appointment);
  await press("Try again");
  await screen.findByText("K7Q-4XM");
});

test("whoever brings a child reads for whom the visit is, and the device remembers it", async () => {
  localStorage.setItem(
    "visits",
    JSON.stringify([
      { token: TOKEN, state: "requested", date: "2026-03-02", time: "08:30", minutes: 45 },
    ]),
  );
  answers[SHOW] = json(200, { ...appointment, broughtBy: "Ngozi Obi" });
  show();
  const term = await screen.findByText("For");
  expect(term.nextElementSibling?.textContent).toBe("Ada Obi");
  expect(JSON.parse(localStorage.getItem("visits") ?? "[]")).toMatchObject([
    { state: "confirmed", patient: "Ada Obi" },
  ]);
  localStorage.clear();
});

test("patients who book for themselves do not read their own name", async () => {
  show();
  await screen.findByText("K7Q-4XM");
  expect(screen.queryByText("For")).toBeNull();
});

test("an address is corrected on the page of the appointment, which then has the new link", async () => {
  const next = "n".repeat(44);
  answers[SHOW] = json(200, { ...appointment, canCorrectEmail: true });
  answers["/api/booking/appointment/email"] = json(200, {
    reference: "K7Q-4XM",
    state: "confirmed",
    emailed: true,
    manage: `/appointment#${next}`,
  });
  show();
  await screen.findByText("Our emails go to the address that you gave when you booked.");
  fireEvent.click(screen.getByRole("button", { name: "Correct this address" }));
  const field = await screen.findByLabelText<HTMLInputElement>("The right address");
  expect(field.value, "whoever has the link may be somebody else").toBe("");
  fireEvent.change(field, { target: { value: "ada@gmail.example" } });
  answers[SHOW] = json(200, appointment);
  fireEvent.click(screen.getByRole("button", { name: "Send it to this address" }));
  await screen.findByText("We have sent it to ada@gmail.example.");
  expect(location.hash).toBe(`#${next}`);
  expect(calls.at(-1)).toBe(`${SHOW} ${JSON.stringify({ token: next })}`);
  expect(screen.queryByRole("button", { name: "Correct this address" })).toBeNull();
  const heading = screen.getByRole("heading", { name: "Your appointment is confirmed" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("whoever moves a confirmed appointment reads that the new time has to be confirmed", async () => {
  answers["/api/booking/appointment"] = json(200, { ...appointment, moveNeedsConfirmation: true });
  show();
  await press("Move to another time");
  expect(document.body.textContent).toContain(
    "It is confirmed. The new time is not certain until we confirm it.",
  );
});
