import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { press } from "../fixtures/press";
import { BookingForm } from "./BookingForm";

const days = [
  { date: "2026-03-02", slots: ["08:00", "13:30"] },
  { date: "2026-03-03", slots: [] },
  { date: "2026-03-04", slots: ["09:00"] },
];
const booked = {
  reference: "K7Q-4XM",
  state: "requested",
  manage: "/appointment#token",
  emailed: true,
};

const form = (
  <BookingForm
    services={[
      {
        slug: "eye-exams",
        title: "Eye exams",
        summary: "",
        minutes: 45,
        bring: ["Your glasses"],
        drive: "You can drive after a simple exam.",
        driving: "Do not drive after drops that widen your pupils.",
        price: "from ₦15,000",
      },
      {
        slug: "frames",
        title: "Frames",
        summary: "",
        minutes: 30,
        bring: [],
        drive: "",
        driving: null,
        price: null,
      },
    ]}
    daysAhead={2}
    clinicName="The Eye Clinic"
    address="1 Sample Street"
    whatsapp="https://wa.me/2348000000000?text=Hello"
    place="1 Sample Street"
    listen={<button type="button">Listen</button>}
  />
);

type Call = { path: string; key: string | null; body: Record<string, string> };
let bookings: Call[] = [];
let answers: (() => Response | Promise<Response>)[] = [];
let slots: () => Response | Promise<Response>;
/** What has become of an appointment that was booked before. */
let appointment: () => Response | Promise<Response>;
let corrected: () => Response | Promise<Response>;
/** The server's time. */
const now = "Sun, 01 Mar 2026 12:00:00 GMT";

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status });

beforeEach(() => {
  bookings = [];
  answers = [];
  slots = json(200, { days });
  sessionStorage.clear();
  localStorage.clear();
  appointment = json(503, {});
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path === "/robots.txt") return new Response("", { headers: { date: now } });
    if (path === "/api/booking/appointment") return appointment();
    if (path.startsWith("/api/booking/slots")) return slots();
    const key = new Headers(init.headers).get("idempotency-key");
    bookings.push({ path, key, body: JSON.parse(String(init.body)) });
    if (path === "/api/booking/appointment/email") return corrected();
    return (answers.shift() ?? json(201, booked))();
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

const button = (name: string | RegExp) => screen.findByRole("button", { name });

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function fillIn() {
  fireEvent.click(screen.getByRole("link", { name: /Eye exams/ }));
  await press(/Monday 2 March 2026, 2 free times/);
  await press("8:00 AM");
  type("Your name", "Ada Obi");
  type("Phone number", "0803 123 4567");
}

test("a patient chooses service, day and time, enters name and phone, and gets a reference", async () => {
  render(form);
  await fillIn();
  await press("Book this time");
  const heading = await screen.findByRole("heading", { name: "We have your request" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.body.textContent).toContain("K7Q-4XM");
  expect(document.body.textContent).toContain("Your glasses");
  expect(bookings[0]?.body).toEqual({
    service: "eye-exams",
    date: "2026-03-02",
    time: "08:00",
    name: "Ada Obi",
    phone: "0803 123 4567",
  });
});

test("time, price and driving are shown where the service is chosen, beside the choice and in the result", async () => {
  render(form);
  const price = "about 45 minutes · price: from ₦15,000";
  const driving = "Do not drive after drops that widen your pupils.";
  const link = (name: RegExp) => screen.getByRole("link", { name }).textContent;
  expect(link(/Eye exams/)).toBe(`Eye exams${price}${driving}`);
  expect(link(/Frames/)).toBe("Framesabout 30 minutes");
  await fillIn();
  const chosen = screen.getByText("Service:", { exact: false }).closest("li");
  expect(chosen?.textContent).toBe(`Service: Eye examsChange the service${price}${driving}`);
  await press("Book this time");
  await screen.findByRole("heading", { name: "We have your request" });
  expect(screen.getByText("from ₦15,000")).toBeTruthy();
  expect(screen.getByText("You can drive after a simple exam.")).toBeTruthy();
});

test("each step gets the focus and can be changed later", async () => {
  render(form);
  await fillIn();
  expect(screen.getByText("Step 4 of 4")).toBeTruthy();
  await press("Change the day");
  const heading = screen.getByRole("heading", { name: "Choose a day" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await press(/Wednesday 4 March 2026, 1 free time$/);
  await press("9:00 AM");
  expect((screen.getByLabelText("Your name") as HTMLInputElement).value).toBe("Ada Obi");
});

test("a service in the address is selected without taking the focus", async () => {
  history.replaceState(null, "", "/book?service=frames");
  render(form);
  await button(/Monday 2 March 2026/);
  expect(document.body.textContent).toContain("Service: Frames");
});

test("a note in the fragment is in the form and no longer in the address", async () => {
  const note = "Sight self-check: right 6/12 (6/9.5–6/15), left no reliable result";
  history.replaceState(null, "", `/book?service=frames#note=${encodeURIComponent(note)}`);
  render(form);
  expect(location.href).toMatch(/\/book\?service=frames$/);
  await press(/Monday 2 March 2026/);
  await press("8:00 AM");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^A note/ }).value).toBe(note);
});

test("after a taken time, an offered one is booked with what was typed", async () => {
  const message = "This time is taken. Please choose another time.";
  const nearest = [{ date: "2026-03-02", time: "13:30" }];
  answers = [json(409, { error: { code: "slot_taken", message }, code: "slot_taken", nearest })];
  render(form);
  await fillIn();
  await press("Book this time");
  expect((await screen.findByRole("alert")).textContent).toContain(message);
  await press("Monday 2 March 2026 at 1:30 PM");
  await press("Book this time");
  await screen.findByText("K7Q-4XM");
  expect(bookings[1]?.body).toMatchObject({
    time: "13:30",
    name: "Ada Obi",
    phone: "0803 123 4567",
  });
});

test("the server's sentences are shown at their fields, and the first one gets the focus", async () => {
  const fields = { phone: "Please check the phone number.", email: "Please check the address." };
  answers = [json(422, { error: { code: "invalid_booking", message: "x" }, fields })];
  render(form);
  await fillIn();
  await press("Book this time");
  await screen.findByText(fields.phone);
  expect(screen.getByText(fields.email)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Phone number")));
  type("Phone number", "0803 123 45678");
  expect(screen.queryByText(fields.phone)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Phone number")));
});

test("after a lost connection the same request is sent with the same key, and the next booking has another", async () => {
  answers = [() => Promise.reject(new TypeError("lost"))];
  render(form);
  await fillIn();
  await press("Book this time");
  expect((await screen.findByRole("alert")).textContent).toContain("does not book twice");
  await press("Book this time");
  await screen.findByText("K7Q-4XM");
  expect(bookings[1]).toEqual(bookings[0]);
  expect(bookings[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  await press("Book another appointment");
  fireEvent.click(screen.getByRole("link", { name: /Eye exams/ }));
  await press(/Monday 2 March 2026/);
  await press("8:00 AM");
  await press("Book this time");
  await screen.findByText(/You already have a visit on this day/);
  await press("Book this time");
  await waitFor(() => expect(bookings).toHaveLength(3));
  expect(bookings[2]?.key).not.toBe(bookings[0]?.key);
});

test("a request whose answer was lost and that has been cancelled since is sent again as a new one", async () => {
  const lost = () => Promise.reject(new TypeError("lost"));
  const over = { reference: "A11-BCD", state: "cancelled", manage: "/appointment#old" };
  answers = [lost, async () => Response.json(over, { status: 201 })];
  render(form);
  await fillIn();
  await press("Book this time");
  expect((await screen.findByRole("alert")).textContent).toContain("does not book twice");
  await press("Book this time");
  await screen.findByText("K7Q-4XM");
  expect(screen.queryByText("A11-BCD")).toBeNull();
  expect(bookings.map(({ key }) => key === bookings[0]?.key)).toEqual([true, true, false]);
});

const back = () => act(() => history.back());
const forward = () => act(() => history.forward());
const step = (name: string) => screen.findByRole("heading", { name });

test("Back goes one step back and Forward returns, with everything that was chosen and typed", async () => {
  render(form);
  await fillIn();
  back();
  await step("Choose a time");
  expect((await button("8:00 AM")).getAttribute("aria-pressed")).toBe("true");
  back();
  await step("Choose a day");
  expect((await button(/Monday 2 March/)).getAttribute("aria-pressed")).toBe("true");
  back();
  await step("Choose a service");
  forward();
  await step("Choose a day");
  forward();
  await step("Choose a time");
  forward();
  await step("Your details");
  expect((screen.getByLabelText("Your name") as HTMLInputElement).value).toBe("Ada Obi");
  await press("Change the day");
  back();
  await step("Your details");
});

test("a service in the address opens the page one step further, and Back leaves it", async () => {
  history.replaceState(null, "", "/book?service=frames");
  const entries = history.length;
  render(form);
  await button(/Monday 2 March 2026/);
  expect(history.length).toBe(entries);
  expect(history.state).toEqual({ bookingStep: "day" });
});

test("an appointment that is booked stays on the screen, and Back passes over the steps", async () => {
  history.pushState(null, "", "/before");
  history.pushState(null, "", "/book");
  render(form);
  await fillIn();
  await press("Book this time");
  await step("We have your request");
  back();
  await waitFor(() => expect(location.pathname).toBe("/before"));
  expect(await step("We have your request")).toBeTruthy();
});

test("Back while the request is sent does nothing, and the answer is shown", async () => {
  let answer: (response: Response) => void = () => {};
  answers = [() => new Promise<Response>((resolve) => (answer = resolve))];
  render(form);
  await fillIn();
  await press("Book this time");
  back();
  await waitFor(() => expect(history.state).toEqual({ bookingStep: "time" }));
  const fields = { phone: "Please check the phone number." };
  answer(json(422, { error: { code: "invalid_booking", message: "x" }, fields })());
  await screen.findByText(fields.phone);
  await waitFor(() => expect(history.state).toEqual({ bookingStep: "details" }));
  back();
  await step("Choose a time");
});

test("times that cannot be loaded again are told at the step with the times, with a button to try again", async () => {
  const message = "This time is taken. Please choose another time.";
  answers = [
    json(409, { error: { code: "slot_taken", message }, code: "slot_taken", nearest: [] }),
  ];
  render(form);
  await fillIn();
  slots = () => Promise.reject(new TypeError("lost"));
  await press("Book this time");
  await screen.findByText(message);
  await press("Change the time");
  const again = await button("Try again");
  expect(again.closest("[role=alert]")).toBeTruthy();
  slots = json(200, { days: [{ date: "2026-03-02", slots: [] }, days[2]] });
  fireEvent.click(again);
  await screen.findByText("This day has no free times any more. Please choose another day.");
  await press("Choose another day");
  const free = await button(/Wednesday 4 March 2026/);
  expect(free.getAttribute("tabindex")).toBe("0");
});

test("the server's HTML has links with which the page opens with a service selected, and no style attributes", () => {
  const html = renderToString(form);
  expect(html).toContain('href="?service=eye-exams"');
  expect(html).not.toContain("style=");
});

test("after a reload, the step, the choices and the words are there again, and go when the appointment is booked", async () => {
  history.replaceState(null, "", "/book");
  render(form);
  await fillIn();
  cleanup();
  render(form);
  expect(screen.getByText("Step 4 of 4")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("Ada Obi");
  await press("Change the time");
  cleanup();
  render(form);
  expect(screen.getByRole("heading", { name: "Choose a time" })).toBeTruthy();
  await press("8:00 AM");
  await press("Book this time");
  await screen.findByRole("heading", { name: "We have your request" });
  cleanup();
  render(form);
  expect(screen.getByRole("heading", { name: "Choose a service" })).toBeTruthy();
  expect(sessionStorage.getItem("booking")).toBeNull();
});

test("a reload keeps the service that was chosen instead of the link's, and a new link chooses its own", async () => {
  history.replaceState(null, "", "/book?service=frames");
  render(form);
  await press("Change the service");
  fireEvent.click(screen.getByRole("link", { name: /Eye exams/ }));
  cleanup();
  render(form);
  expect(document.body.textContent).toContain("Service: Eye exams");
  cleanup();
  history.pushState(null, "", "/book?service=frames");
  render(form);
  expect(document.body.textContent).toContain("Service: Frames");
});

test("a service that can no longer be booked has to be chosen again, and what was typed stays", async () => {
  history.replaceState(null, "", "/book");
  render(form);
  await fillIn();
  const kept = JSON.parse(sessionStorage.getItem("booking") ?? "");
  cleanup();
  sessionStorage.setItem("booking", JSON.stringify({ ...kept, service: "gone" }));
  render(form);
  expect(screen.getByRole("heading", { name: "Choose a service" })).toBeTruthy();
  await fillIn();
  expect(screen.getByLabelText<HTMLInputElement>("Phone number").value).toBe("0803 123 4567");
});

test("the device remembers an appointment, and what the clinic has done with it", async () => {
  render(form);
  await fillIn();
  await press("Book this time");
  await screen.findByRole("heading", { name: "We have your request" });
  cleanup();
  history.replaceState(null, "", "/book");
  render(form);
  await screen.findByText("You have asked for a visit on Monday 2 March 2026 at 8:00 AM.");
  const link = screen.getByRole("link", { name: "See, move or cancel it" });
  expect(link.getAttribute("href")).toBe("/appointment#token");
  cleanup();
  const moved = { state: "confirmed", date: "2026-03-04", time: "09:00", minutes: 45 };
  appointment = json(200, moved);
  render(form);
  await screen.findByText("You have a visit on Wednesday 4 March 2026 at 9:00 AM.");
  cleanup();
  appointment = json(200, { ...moved, state: "cancelled" });
  render(form);
  await screen.findByText("Your visit on Wednesday 4 March 2026 at 9:00 AM was cancelled.");
  await press("Forget it on this device");
  expect(screen.queryByText(/Your visit on/)).toBeNull();
  expect(localStorage.getItem("visits")).toBeNull();
});

test("a second booking on one day asks first, and another day does not", async () => {
  render(form);
  await fillIn();
  await press("Book this time");
  await press("Book another appointment");
  fireEvent.click(screen.getByRole("link", { name: /Frames/ }));
  await press(/Monday 2 March 2026/);
  await press("1:30 PM");
  await press("Book this time");
  await screen.findByText(/You already have a visit on this day, at 8:00 AM/);
  expect(bookings).toHaveLength(1);
  await press("Change the day");
  await press(/Wednesday 4 March 2026/);
  await press("9:00 AM");
  expect(screen.queryByText(/You already have a visit/)).toBeNull();
  await press("Book this time");
  await waitFor(() => expect(bookings).toHaveLength(2));
});

test("whoever needs two visits on one day presses again", async () => {
  render(form);
  await fillIn();
  await press("Book this time");
  await press("Book another appointment");
  await fillIn();
  await press("Book this time");
  await screen.findByText(/You already have a visit on this day/);
  await press("Book this time");
  await waitFor(() => expect(bookings).toHaveLength(2));
});

test("an address that looks mistyped is asked about before the appointment is booked", async () => {
  render(form);
  await fillIn();
  type("Email (optional)", "ada@gmial.com");
  await press("Book this time");
  await screen.findByText(/Not booked yet. Is this address right/);
  expect(bookings).toHaveLength(0);
  await press("Did you mean ada@gmail.com?");
  await press("Book this time");
  await waitFor(() => expect(bookings[0]?.body.email).toBe("ada@gmail.com"));
});

test("a visit that is over is hidden, and forgotten when the server says so", async () => {
  const over = { token: "a", state: "confirmed", date: "2026-03-01", time: "12:00", minutes: 59 };
  const next = { ...over, token: "b", time: "12:30" };
  localStorage.setItem("visits", JSON.stringify([over, next]));
  render(form);
  await screen.findByText("You have a visit on Sunday 1 March 2026 at 12:30 PM.");
  expect(screen.queryByText(/at 12:00 PM/)).toBeNull();
  expect(localStorage.getItem("visits")).toContain('"a"');
  // Nobody has pressed "Done" at the clinic.
  appointment = json(200, over);
  act(() => void dispatchEvent(new Event("pageshow")));
  await waitFor(() => expect(localStorage.getItem("visits")).toBeNull());
});

test("whoever has the device forget a visit leaves nothing for the next person", async () => {
  render(form);
  await fillIn();
  type("Email (optional)", "ada@example.com");
  await press("Book this time");
  await press("Forget it on this device");
  await press("Correct this address");
  corrected = json(200, { ...booked, manage: "/appointment#other" });
  type("The right address", "ada@example.org");
  await press("Send it to this address");
  await screen.findByText(/We have sent it to/);
  expect(localStorage.getItem("visits")).toBeNull();
  await press("Book another appointment");
  fireEvent.click(screen.getByRole("link", { name: /Eye exams/ }));
  await press(/Monday 2 March 2026/);
  await press("8:00 AM");
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("");
});

test("the address is shown after booking and corrected once, with the server's sentence about a bad one", async () => {
  render(form);
  await fillIn();
  type("Email (optional)", "ada@example.com");
  await press("Book this time");
  await press("Correct this address");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText("The right address")),
  );
  corrected = json(422, {
    error: { code: "invalid_booking", message: "Not an address." },
    fields: { email: "Not an address." },
  });
  type("The right address", "ada@");
  await press("Send it to this address");
  await screen.findByText("Not an address.");
  corrected = json(200, { ...booked, manage: "/appointment#other" });
  type("The right address", "ada@example.org");
  await press("Send it to this address");
  await screen.findByText(/We have sent it to/);
  expect(bookings.at(-1)?.body).toEqual({ token: "token", email: "ada@example.org" });
  expect(screen.queryByRole("button", { name: "Correct this address" })).toBeNull();
  const link = screen.getByRole("link", { name: "See, move or cancel this appointment" });
  expect(link.getAttribute("href")).toBe("/appointment#other");
  expect(localStorage.getItem("visits")).toContain("other");
  expect(localStorage.getItem("visits")).not.toContain('"token":"token"');
});

test("beyond the limit of emails nobody reads that one was sent", async () => {
  const silent = { ...booked, state: "confirmed", emailed: false };
  answers = [json(201, silent)];
  corrected = json(200, { ...silent, manage: "/appointment#other" });
  render(form);
  await fillIn();
  type("Email (optional)", "ada@example.com");
  await press("Book this time");
  await screen.findByText(/We have not sent you an email now/);
  await press("Correct this address");
  type("The right address", "ada@example.org");
  await press("Send it to this address");
  await screen.findByText("ada@example.org");
  expect(screen.queryByText(/We have sent/)).toBeNull();
});

async function fillInForAda() {
  await fillIn();
  fireEvent.click(screen.getByRole("radio", { name: "Somebody else" }));
  type("Your name", "Ngozi Obi");
  type("Name of the person we will see", "Ada Obi");
}

test("whoever books for a child enters both names, and the device remembers for whom", async () => {
  answers = [json(201, booked), json(201, { ...booked, manage: "/appointment#brother" })];
  render(form);
  expect(screen.queryByLabelText("Name of the person we will see")).toBeNull();
  await fillIn();
  fireEvent.click(screen.getByRole("radio", { name: "Somebody else" }));
  type("Name of the person we will see", "Ada Obi");
  type("Your name", "Ngozi Obi");
  expect(screen.getByLabelText("Your phone number")).toBeTruthy();
  await press("Book this time");
  const term = await screen.findByText("For");
  expect(term.nextElementSibling?.textContent).toBe("Ada Obi");
  expect(bookings[0]?.body).toMatchObject({ name: "Ada Obi", broughtBy: "Ngozi Obi" });
  expect(JSON.parse(localStorage.getItem("visits") ?? "")).toMatchObject([{ patient: "Ada Obi" }]);
  // The brother is seen after her: his name has to be entered, and nothing else.
  await press("Book another appointment");
  await screen.findByText(/You have asked for a visit for Ada Obi on Monday 2 March 2026/);
  fireEvent.click(screen.getByRole("link", { name: /Frames/ }));
  await press(/Monday 2 March 2026/);
  await press("1:30 PM");
  expect(screen.getByLabelText<HTMLInputElement>("Name of the person we will see").value).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("Ngozi Obi");
  type("Name of the person we will see", "Chidi Obi");
  await press("Book this time");
  await waitFor(() => expect(bookings).toHaveLength(2));
  expect(bookings[1]?.body).toMatchObject({ name: "Chidi Obi", broughtBy: "Ngozi Obi" });
  await screen.findByText("For");
  expect(JSON.parse(localStorage.getItem("visits") ?? "")).toMatchObject([
    { patient: "Ada Obi" },
    { patient: "Chidi Obi" },
  ]);
});

test("a second visit of the same child on one day asks first, with the name", async () => {
  render(form);
  await fillInForAda();
  await press("Book this time");
  await press("Book another appointment");
  fireEvent.click(screen.getByRole("link", { name: /Eye exams/ }));
  await press(/Monday 2 March 2026/);
  await press("1:30 PM");
  type("Name of the person we will see", "Ada Obi");
  await press("Book this time");
  await screen.findByText(/Ada Obi already has a visit on this day, at 8:00 AM/);
  expect(bookings).toHaveLength(1);
});

test("the server's sentences about the two names stand at their fields", async () => {
  const fields = { name: "Please enter whom.", broughtBy: "Please enter who." };
  const invalid = { error: { code: "invalid_booking", message: "" }, fields };
  answers = [json(422, invalid)];
  render(form);
  await fillInForAda();
  await press("Book this time");
  const error = async (label: string) => {
    const field = await screen.findByLabelText(label);
    const id = field.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "";
    return document.getElementById(id)?.textContent?.trim();
  };
  await screen.findByText("Please enter whom.");
  expect(await error("Name of the person we will see")).toBe("Please enter whom.");
  expect(await error("Your name")).toBe("Please enter who.");
  // The sentences were for this choice.
  fireEvent.click(screen.getByRole("radio", { name: "Me" }));
  expect(screen.queryByText(/Please enter wh/)).toBeNull();
  await press("Book this time");
  await waitFor(() => expect(bookings).toHaveLength(2));
  expect(bookings[1]?.body).toMatchObject({ name: "Ngozi Obi" });
  expect(bookings[1]?.body.broughtBy).toBeUndefined();
});

test("a booking that an earlier release kept is for the person who books", async () => {
  const details = { name: "Ada Obi", phone: "0803", email: "", note: "" };
  const kept = {
    step: "details",
    service: "eye-exams",
    date: "2026-03-02",
    time: "08:00",
    details,
  };
  sessionStorage.setItem("booking", JSON.stringify({ ...kept, at: Date.now() }));
  render(form);
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Me" }).checked).toBe(true),
  );
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("Ada Obi");
});
