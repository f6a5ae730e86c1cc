import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AppointmentFacts, googleCalendarLink, KeepAppointment } from "./AppointmentFacts";

afterEach(cleanup);

const appointment = {
  reference: "K7Q-4XM",
  title: "Eye exams",
  date: "2026-03-02",
  time: "08:30",
  minutes: 45,
  bring: ["Your glasses"],
};

test("the facts name time, reference, place and what to bring", () => {
  const { container } = render(
    <AppointmentFacts appointment={appointment} place="1 Sample Street" />,
  );
  for (const text of [
    "Monday 2 March 2026 at 8:30 AM",
    "K7Q-4XM",
    "1 Sample Street",
    "Your glasses",
  ]) {
    expect(container.textContent).toContain(text);
  }
});

test("Google Calendar gets the time in UTC and no link to the appointment's page", () => {
  const { searchParams } = new URL(
    googleCalendarLink(appointment, "The Eye Clinic", "1 Sample Street"),
  );
  expect(searchParams.get("dates")).toBe("20260302T073000Z/20260302T081500Z");
  expect(searchParams.get("text")).toBe("Eye exams, The Eye Clinic");
  expect(searchParams.get("details")).toBe("Reference K7Q-4XM");
});

test("the WhatsApp message has the reference, and the calendar file its path", () => {
  render(
    <KeepAppointment
      appointment={appointment}
      clinicName="The Eye Clinic"
      address="1 Sample Street"
      whatsapp="https://wa.me/2348000000000?text=Hello"
      calendarFile="/appointment/t.ics"
    />,
  );
  const chat = screen.getByRole("link", { name: /WhatsApp/ }) as HTMLAnchorElement;
  expect(new URL(chat.href).searchParams.get("text")).toContain("My reference is K7Q-4XM.");
  const file = screen.getByRole("link", { name: /\.ics/ });
  expect(file.getAttribute("href")).toBe("/appointment/t.ics");
});
