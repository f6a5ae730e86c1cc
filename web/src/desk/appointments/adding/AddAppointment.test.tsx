import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  bodiesOf,
  dialog,
  findDialog,
  json,
  noContent,
  press,
  requests,
  respond,
} from "../../testing/desk-harness";
import { DAY, data, openScreen, setUpReception } from "../../testing/reception";
import { openedAppointment } from "../../testing/samples";

setUpReception();

test("a patient who calls is added at the free time that was pressed", async () => {
  respond({ "POST appointments": json(openedAppointment) });
  await openScreen();
  await press(/at 9:30 AM, chair 2/);
  const form = dialog("Add an appointment");
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Ada Obi" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), {
    target: { value: "08031234567" },
  });
  fireEvent.change(form.getByLabelText("Brought by (optional)"), {
    target: { value: "Ngozi Obi" },
  });
  await press("Add appointment", form);
  await screen.findByText("Added. The reference is K7Q-4XM.");
  expect(bodiesOf("POST appointments")).toEqual([
    {
      service: "eye-exams",
      date: "2026-11-16",
      time: "09:30",
      chair: 2,
      name: "Ada Obi",
      phone: "08031234567",
      broughtBy: "Ngozi Obi",
      source: "phone",
    },
  ]);
});

test("a time is blocked for all chairs, and unblocked again", async () => {
  respond({ "POST blocked-times": noContent, "POST blocked-times/b1/remove": noContent });
  await openScreen();
  await press("Block time");
  const form = await findDialog("Block a time");
  fireEvent.change(form.getByLabelText("Reason"), { target: { value: "Staff meeting" } });
  const block = {
    id: "b1",
    chair: 1,
    date: "2026-11-16",
    from: "09:30",
    until: "10:00",
    reason: "x",
  };
  respond({ [DAY]: json({ ...data, blocked: [block] }) });
  await press("Block this time", form);
  await press("Unblock");
  await waitFor(() => expect(requests).toContain("POST blocked-times/b1/remove"));
  expect(bodiesOf("POST blocked-times")).toEqual([
    { date: "2026-11-16", from: "12:00", until: "13:00", reason: "Staff meeting" },
  ]);
});

test("the chair that was pressed is the chair that is used, and a taken time offers others", async () => {
  const message = "This time is taken. Please choose another time.";
  const nearest = [{ date: "2026-11-16", time: "13:30" }];
  respond({
    "POST appointments": () =>
      Response.json({ error: { code: "slot_taken", message }, nearest }, { status: 409 }),
  });
  await openScreen();
  await press(/at 8:30 AM, chair 2/);
  const form = await findDialog("Add an appointment");
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Bola Eze" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), { target: { value: "08031" } });
  await press("Add appointment", form);
  await form.findByText(message);
  await press("Monday 16 November 2026, 1:30 PM");
  respond({ "POST appointments": json(openedAppointment) });
  await press("Add appointment", form);
  await screen.findByText(/^Added\./);
  const sent = bodiesOf("POST appointments") as { time: string; chair?: number }[];
  expect(sent.map(({ time, chair }) => [time, chair])).toEqual([
    ["08:30", 2],
    ["13:30", undefined],
  ]);
});

test("after a press on a free time, the name can be typed at once", async () => {
  await openScreen();
  const [free] = await screen.findAllByRole("button", { name: /^Add an appointment at/ });
  fireEvent.click(free as HTMLElement);
  const name = await screen.findByLabelText("Patient's name");
  await waitFor(() => expect(document.activeElement).toBe(name));
});
