// A day is closed on which patients have appointments: with the keyboard, reception cancels them all, undoes it, tells and moves one
// patient, calls another, and decides that this visit takes place. The patient's page says that the clinic is closed then. In WebKit:
// webkit/reception.spec.ts.
import type { BookedAppointment } from "../src/generated/BookedAppointment";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { bookByApi, freeSlot } from "./booking-patient";
import { closeDay } from "./closed-day";
import { addStaff, newAccount, signIn } from "./desk-staff";
import { button } from "./game-player";
import { pressByKeyboard } from "./keyboard";
import { test } from "./own-site-test";
import { expect } from "./site-test";

const SERVICE = "eye-exams";

test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });

test("visits of a day that was closed are cancelled together, undone, told, moved and kept with the keyboard, and the patient reads it", {
  tag: "@journey",
}, async ({ page, server, browserName }) => {
  const check = async (screen: string) => {
    // Buttons that wait a second change their colours afterwards.
    await expect(page.locator('[aria-disabled="true"]')).toHaveCount(0);
    // The same page has the same elements in Firefox.
    if (browserName === "chromium") expect.soft(await axeViolations(page), screen).toEqual([]);
    expect.soft(await horizontalOverflow(page), screen).toBeLessThanOrEqual(0);
    expect.soft(await smallTargets(page), screen).toEqual([]);
  };
  const { date, time } = await freeSlot(SERVICE, server.address);
  const book = async (patient: { email?: string }) => {
    const response = await bookByApi(
      SERVICE,
      { date, time },
      { server: server.address, ...patient },
    );
    return (await response.json()) as BookedAppointment;
  };
  const [first, second] = [await book({ email: "ada@example.com" }), await book({})];
  await closeDay(server, SERVICE, date, "Flood in the street");

  const account = newAccount("desk");
  addStaff(account, "desk", server.data);
  await signIn(page, account);
  await page.goto("/desk/appointments");
  const closed = page.getByRole("region", { name: "Visits that cannot take place as booked" });
  await expect(closed.getByRole("listitem")).toHaveCount(2);
  await expect(closed.getByText("Flood in the street")).toBeVisible();
  await check("visits at a closed time");

  await pressByKeyboard(page, closed.getByRole("button", { name: /^Cancel all 2 visits/ }));
  await expect(page.getByRole("dialog").getByLabel("Reason")).toHaveValue(
    "The clinic is closed: Flood in the street",
  );
  await check("cancelling them");
  await pressByKeyboard(page, button(page, "Cancel 2 visits"));
  await expect(closed.getByText("2 visits were cancelled.", { exact: false })).toBeVisible();
  await expect(closed.getByRole("listitem")).toHaveCount(0);
  await pressByKeyboard(page, closed.getByRole("button", { name: /^Undo/ }));
  await expect(closed.getByText("Undone: 2 visits have their time again.")).toBeVisible();
  await expect(closed.getByRole("listitem")).toHaveCount(2);

  const ofVisit = (action: string, { reference }: BookedAppointment) =>
    closed.getByRole("button", { name: `${action} ${reference}`, exact: true });
  await pressByKeyboard(page, ofVisit("Tell by email", first));
  await expect(ofVisit("Tell by email", first)).toBeHidden();
  await pressByKeyboard(page, ofVisit("Move", first));
  const times = closed.getByRole("group", { name: "Free times close to it" });
  await pressByKeyboard(page, times.getByRole("button").first());
  await expect(closed.getByText(`${first.reference} was moved to`, { exact: false })).toBeVisible();

  await pressByKeyboard(page, ofVisit("Show number and message for", second));
  await expect(closed.getByRole("link", { name: "WhatsApp" })).toBeFocused();
  await check("calling a patient");
  await page.goto(second.manage);
  await expect(page.getByText(/clinic is closed/)).toBeVisible();

  await page.goto("/desk/appointments");
  await pressByKeyboard(page, ofVisit("It takes place", second));
  await expect(ofVisit("Move", second)).toBeHidden();
});
