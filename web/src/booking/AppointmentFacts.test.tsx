import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AppointmentFacts, googleCalendarLink, KeepAppointment } from "./AppointmentFacts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const appointment = {
  reference: "K7Q-4XM",
  title: "Eye exams",
  date: "2026-03-02",
  time: "08:30",
  minutes: 45,
  bring: ["Your glasses"],
  drive: "Do not drive after drops.",
  price: "from ₦15,000",
};

test("the facts name time, price, reference, place, what to bring and driving", () => {
  const { container } = render(
    <AppointmentFacts appointment={appointment} place="1 Sample Street" />,
  );
  for (const text of [
    "Monday 2 March 2026 at 8:30 AM",
    "K7Q-4XM",
    "1 Sample Street",
    "Your glasses",
    "Pricefrom ₦15,000",
    "Driving afterwardsDo not drive after drops.",
  ]) {
    expect(container.textContent).toContain(text);
  }
});

test("what is not known of a visit is left out", () => {
  render(
    <AppointmentFacts appointment={{ ...appointment, drive: null, price: null }} place="Here" />,
  );
  expect(screen.queryByText("Price")).toBeNull();
  expect(screen.queryByText("Driving afterwards")).toBeNull();
});

test("Google Calendar gets the time in UTC and no link to the appointment's page", () => {
  const { searchParams } = new URL(
    googleCalendarLink(appointment, "The Eye Clinic", "1 Sample Street"),
  );
  expect(searchParams.get("dates")).toBe("20260302T073000Z/20260302T081500Z");
  expect(searchParams.get("text")).toBe("Eye exams, The Eye Clinic");
  expect(searchParams.get("details")).toBe("Reference K7Q-4XM");
});

const keep = () =>
  render(
    <KeepAppointment
      appointment={appointment}
      clinicName="The Eye Clinic"
      address="1 Sample Street"
      whatsapp="https://wa.me/2348000000000?text=Hello"
      token="t"
    />,
  );

test("the WhatsApp message has the reference", () => {
  keep();
  const chat = screen.getByRole("link", { name: /WhatsApp/ }) as HTMLAnchorElement;
  expect(new URL(chat.href).searchParams.get("text")).toContain("My reference is K7Q-4XM.");
});

test("the calendar file is fetched with the token in the body and saved", async () => {
  const createObjectURL = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:calendar");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("BEGIN:VCALENDAR")),
  );
  keep();
  fireEvent.click(screen.getByRole("button", { name: /\.ics/ }));
  await waitFor(() => expect(createObjectURL).toHaveBeenCalled());
  const saved = createObjectURL.mock.calls[0]?.[0] as Blob;
  expect(await saved.text()).toBe("BEGIN:VCALENDAR");
  expect(fetch).toHaveBeenCalledWith(
    "/api/booking/appointment/calendar",
    expect.objectContaining({ method: "POST", body: JSON.stringify({ token: "t" }) }),
  );
});

test("a calendar file that cannot be fetched is told with the server's sentence", async () => {
  const message = "This link has ended: the visit was more than 30 days ago. Please call us.";
  const refusal = JSON.stringify({ error: { code: "link_ended", message } });
  vi.stubGlobal("fetch", async () => new Response(refusal, { status: 410 }));
  keep();
  fireEvent.click(screen.getByRole("button", { name: /\.ics/ }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
});
