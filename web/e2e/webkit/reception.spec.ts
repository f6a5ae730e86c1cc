// The work of a reception in WebKit, on a small phone with the keyboard: callers and walk-ins, blocked times, finding a patient, every
// change of a visit and its undo, earlier times, patients to tell, a day that is closed, and the figures. In Chromium and Firefox:
// ../desk-appointments.spec.ts, ../desk-visit-of-a-child.spec.ts and ../desk-closed-visits.spec.ts.
import { Key, type WebDriver } from "selenium-webdriver";
import type { BookedAppointment } from "../../src/generated/BookedAppointment";
import { bookByApi, freeSlot, newPhone } from "../booking-patient";
import { closeDay } from "../closed-day";
import { addStaff, newAccount } from "../desk-staff";
import { type TestServer, testServerFixture } from "../test-server";
import { hasFocus, pressByKeyboard, type, typeInto } from "./keyboard";
import { axeViolations, horizontalOverflow, openPhoneWindow, smallTargets } from "./phone";
import {
  By,
  button,
  choice,
  expect,
  field,
  hidden,
  link,
  visible,
  test as webkitTest,
} from "./webkit-test";

const test = webkitTest.extend<{ server: TestServer }>({ server: testServerFixture });

const SERVICE = "eye-exams";
const inDialog = (name: string) => By.xpath(`//dialog[@open]//button[normalize-space()='${name}']`);
const beginning = (name: string, within = "body") =>
  By.xpath(`//${within}//button[starts-with(normalize-space(), '${name}')]`);
const saying = (words: string) => By.xpath(`//p[contains(normalize-space(), '${words}')]`);
const visit = (reference: string) =>
  By.xpath(`//button[@data-visit][contains(normalize-space(), '${reference}')]`);
const freeTime = By.xpath("//fieldset[legend[.='Free times close to it']]//button");

async function check(driver: WebDriver, screen: string): Promise<void> {
  // Buttons that wait a second change their colours afterwards.
  await hidden(driver, By.css('[aria-disabled="true"]'));
  expect.soft(await axeViolations(driver), screen).toEqual([]);
  expect.soft(await horizontalOverflow(driver), screen).toBeLessThanOrEqual(0);
  expect.soft(await smallTargets(driver), screen).toEqual([]);
}

async function signIn(driver: WebDriver, server: TestServer, path: string): Promise<void> {
  const owner = newAccount("owner");
  addStaff(owner, "owner", server.data);
  await openPhoneWindow(driver);
  await driver.get(server.address + path);
  await typeInto(driver, field("Name"), owner.name);
  await typeInto(driver, field("Password"), owner.password);
  await type(driver, Key.ENTER);
}

/** Enters the patient in the open form, and returns the reference of the visit. */
async function add(driver: WebDriver, name: string, phone: string): Promise<string> {
  await typeInto(driver, field("Patient's name"), name);
  await typeInto(driver, field("Patient's phone number"), phone);
  await type(driver, Key.ENTER);
  const added = await (await visible(driver, saying("Added."))).getText();
  return /[0-9A-Z]{3}-[0-9A-Z]{3}/.exec(added)?.[0] ?? "";
}

test("callers and walk-ins are added, found, moved, cancelled, corrected and told, and times blocked, with the keyboard", async ({
  driver,
  server,
}) => {
  const { date } = await freeSlot(SERVICE, server.address);
  await signIn(driver, server, `/desk/appointments?day=${date}`);

  await pressByKeyboard(driver, button("Add appointment"));
  await typeInto(driver, choice("The patient"), Key.ARROW_DOWN);
  const walkIn = await add(driver, "Ibiso Briggs", newPhone());
  expect(await (await visible(driver, visit(walkIn))).getText()).toContain("Arrived");

  await pressByKeyboard(driver, button("Block time"));
  await typeInto(driver, field("Reason"), "Staff meeting");
  await type(driver, Key.ENTER);
  await visible(driver, saying("Blocked."));
  await pressByKeyboard(driver, beginning("Unblock"));
  await visible(driver, saying("The time can be booked again."));

  const phone = newPhone();
  await pressByKeyboard(driver, button("Add appointment"));
  const reference = await add(driver, "Kemi Briggs", phone);
  await expect.poll(() => hasFocus(driver, button("Add appointment"))).toBe(true);

  await typeInto(driver, field("Phone, reference or name"), phone);
  await visible(driver, saying("1 visit was found."));
  await check(driver, "a patient who was found");
  await pressByKeyboard(driver, button(`Open ${reference}`));

  await pressByKeyboard(driver, inDialog("Move"));
  await check(driver, "moving");
  await pressByKeyboard(driver, freeTime);
  await visible(driver, saying("Moved."));
  await pressByKeyboard(driver, beginning("Undo the move", "dialog"));
  await visible(driver, saying("Undone."));
  await pressByKeyboard(driver, inDialog("Cancel appointment"));
  await typeInto(driver, field("Reason"), "The machine is broken");
  await type(driver, Key.ENTER);
  await visible(driver, saying("Cancelled."));
  await pressByKeyboard(driver, inDialog("Undo the cancellation"));
  await visible(driver, saying("Undone."));

  await pressByKeyboard(driver, inDialog("Correct the details"));
  await typeInto(driver, field("Brought by (optional)"), "Ibiso Briggs");
  await check(driver, "correcting");
  await type(driver, Key.ENTER);
  await visible(driver, By.xpath("//dialog//p[.='Kemi Briggs, brought by Ibiso Briggs']"));
  await pressByKeyboard(driver, inDialog("Send a new link"));
  await expect.poll(() => hasFocus(driver, inDialog("Send a new link"))).toBe(true);
  await pressByKeyboard(driver, inDialog("Send a new link"));
  await expect.poll(() => hasFocus(driver, link("Send by WhatsApp"))).toBe(true);
  await check(driver, "new link");
  await pressByKeyboard(driver, inDialog("Back to the appointment"));
  await pressByKeyboard(driver, inDialog("Wants an earlier time"));
  await visible(driver, inDialog("Wants no earlier time"));
  await type(driver, Key.ESCAPE);

  await pressByKeyboard(driver, beginning("Offer this time"));
  await expect.poll(() => hasFocus(driver, link("WhatsApp"))).toBe(true);
  await check(driver, "offering an earlier time");
  await pressByKeyboard(driver, beginning("Yes: move to this time"));
  await visible(driver, saying(`${reference} was moved to`));

  await driver.get(`${server.address}/desk/reminders`);
  await pressByKeyboard(driver, button(`Show number and message for ${reference}`));
  await expect.poll(() => hasFocus(driver, link("WhatsApp"))).toBe(true);
  await check(driver, "patients to tell");
  await pressByKeyboard(driver, button(`Told ${reference}`));
  await hidden(driver, button(`Told ${reference}`));
  await pressByKeyboard(driver, beginning("Undo “Told”"));
  await visible(driver, button(`Told ${reference}`));
});

test("visits of a day that was closed are cancelled, undone, told and kept with the keyboard, and the owner reads the figures", async ({
  driver,
  server,
}) => {
  const slot = await freeSlot(SERVICE, server.address);
  const book = async (patient: { email?: string }) => {
    const response = await bookByApi(SERVICE, slot, { server: server.address, ...patient });
    return (await response.json()) as BookedAppointment;
  };
  const [first, second] = [await book({ email: "ada@example.com" }), await book({})];
  await closeDay(server, SERVICE, slot.date, "Flood in the street");
  await signIn(driver, server, "/desk/appointments");
  await visible(driver, button(`Tell by email ${first.reference}`));
  await check(driver, "visits at a closed time");

  await pressByKeyboard(driver, beginning("Cancel all 2 visits"));
  await pressByKeyboard(driver, inDialog("Cancel 2 visits"));
  await visible(driver, saying("2 visits were cancelled."));
  await pressByKeyboard(driver, beginning("Undo for"));
  await pressByKeyboard(driver, button(`Tell by email ${first.reference}`));
  await hidden(driver, button(`Tell by email ${first.reference}`));
  await pressByKeyboard(driver, button(`Show number and message for ${second.reference}`));
  await expect.poll(() => hasFocus(driver, link("WhatsApp"))).toBe(true);
  await check(driver, "calling a patient");
  await pressByKeyboard(driver, button(`It takes place ${second.reference}`));
  await hidden(driver, button(`Move ${second.reference}`));

  await driver.get(`${server.address}/desk/statistics`);
  await visible(driver, link("Download the visits as CSV"));
  await visible(driver, By.xpath("//caption[.='By source']"));
  await check(driver, "figures");
});
