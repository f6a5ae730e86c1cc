// Recurring visits with a doctor in WebKit: reception adds them on a small phone with the keyboard, cancels them together and brings
// them back. In Chromium and Firefox: ../desk-recurring-visits.spec.ts. Two things differ from a person's hands: Space and Enter show
// no list of choices while the driver has the browser, so arrows choose; and an arrow changes the time, because what can be typed
// into it depends on the language of the machine.
import { Key } from "selenium-webdriver";
import { freeSlot } from "../booking-patient";
import { addStaff, newAccount } from "../desk-staff";
import { publishNamedChairs } from "../named-chairs";
import { type TestServer, testServerFixture } from "../test-server";
import { hasFocus, pressByKeyboard, tabTo, type, typeInto } from "./keyboard";
import { axeViolations, horizontalOverflow, openPhoneWindow, smallTargets } from "./phone";
import { By, button, choice, expect, field, visible, test as webkitTest } from "./webkit-test";

const test = webkitTest.extend<{ server: TestServer }>({ server: testServerFixture });

const heading = (name: string) => By.xpath(`//*[self::h1 or self::h3][.='${name}']`);
const COLUMNS = '[aria-label="Plan of the day"] th[scope="col"]';
/** Answers the text of the plan, or why it could not be loaded. */
const LOAD_PLAN = `
  const [date, done] = arguments;
  fetch("/api/desk/appointments?days=1&from=" + date).then((answer) => answer.text()).then(done, (failure) => done(String(failure)));
`;
const visit = By.xpath("//button[@data-visit][contains(., 'Eye exams')]");
const inDialog = (name: string) => By.xpath(`//dialog[@open]//button[normalize-space()='${name}']`);
const saying = (words: string) => By.xpath(`//p[contains(normalize-space(), '${words}')]`);

test("recurring visits with a doctor are added, cancelled and brought back with the keyboard", async ({
  driver,
  server,
}) => {
  const { date } = await freeSlot("eye-exams", server.address);
  publishNamedChairs(server);
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk", server.data);
  const openDay = () => driver.get(`${server.address}/desk/appointments?day=${date}`);
  const names = () =>
    driver.executeScript<string[]>(
      "return [...document.querySelectorAll(arguments[0])].map((column) => column.innerText.trim())",
      COLUMNS,
    );
  const value = async (label: string) =>
    (await visible(driver, field(label))).getAttribute("value");
  const chosen = async (label: string) =>
    (await visible(driver, choice(label))).getAttribute("value");

  await openPhoneWindow(driver);
  await openDay();
  await typeInto(driver, field("Name"), receptionist.name);
  await typeInto(driver, field("Password"), receptionist.password);
  await type(driver, Key.ENTER);
  await visible(driver, heading("Appointments"));
  // The names are there some seconds after they were published.
  await expect
    .poll(() => driver.executeAsyncScript<string>(LOAD_PLAN, date))
    .toContain("Dr. Amadi");
  await openDay();
  await expect.poll(names).toEqual(["Time", "Dr. Amadi", "Room 2"]);

  await pressByKeyboard(driver, button("Add appointment"));
  expect(await value("Day")).toBe(date);
  expect(await value("Time")).toBe("09:00");
  // The hour is the first part of the field.
  await typeInto(driver, field("Time"), Key.ARROW_UP);
  expect(await value("Time")).toBe("10:00");
  await typeInto(driver, choice("Chair"), Key.ARROW_DOWN);
  expect(await chosen("Chair")).toBe("1");
  await typeInto(driver, field("Patient's name"), "Ada Obi");
  await typeInto(driver, field("Patient's phone number"), "0803 123 4567");
  await typeInto(driver, choice("Repeat"), Key.ARROW_DOWN);
  await pressByKeyboard(driver, inDialog("Show the dates"));
  await expect.poll(() => hasFocus(driver, heading("Dates of the visits"))).toBe(true);
  expect(await axeViolations(driver)).toEqual([]);
  expect(await horizontalOverflow(driver)).toBeLessThanOrEqual(0);
  expect(await smallTargets(driver)).toEqual([]);
  await pressByKeyboard(driver, inDialog("Leave this one out (visit 3)"));
  await pressByKeyboard(driver, inDialog("Add 2 visits"));
  await visible(driver, saying("2 visits were added"));

  await pressByKeyboard(driver, visit);
  await visible(driver, saying("Visit 1 of 2, every 4 weeks"));
  await visible(driver, saying("Eye exams, Dr. Amadi"));
  expect(await axeViolations(driver)).toEqual([]);
  expect(await horizontalOverflow(driver)).toBeLessThanOrEqual(0);
  await pressByKeyboard(driver, inDialog("Cancel this and the later visits"));
  await typeInto(driver, field("Reason"), "Dr. Amadi is ill");
  await pressByKeyboard(driver, inDialog("Cancel these 2 visits"));
  await visible(driver, saying("2 visits are cancelled."));
  await pressByKeyboard(driver, inDialog("Undo the cancellation of 2 visits"));
  await visible(driver, saying("Undone. 2 visits are taking place."));
  await tabTo(driver, inDialog("Cancel this and the later visits"));
  await type(driver, Key.ESCAPE);
  await expect.poll(() => hasFocus(driver, visit)).toBe(true);
});
