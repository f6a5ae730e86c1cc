// Booking in WebKit: a parent books for a child, moves and cancels; a receptionist confirms, receives and cancels.
import { Key, type WebDriver } from "selenium-webdriver";
import { bookByApi, freeSlot } from "../booking-patient";
import { addStaff, newAccount } from "../desk-staff";
import { address } from "../shared-server";
import { pressByKeyboard } from "./keyboard";
import { axeViolations, openPhoneWindow } from "./phone";
import { By, button, click, expect, field, link, open, radio, test, visible } from "./webkit-test";

async function chooseDayAndTime(driver: WebDriver): Promise<void> {
  const { date } = await freeSlot("eye-exams");
  await visible(driver, By.css('[role="grid"]'));
  const day = By.css(`button[data-date="${date}"]`);
  for (let month = 0; month < 4; month++) {
    if ((await driver.findElements(day)).length > 0) break;
    const first = await visible(driver, By.css('[role="grid"] button[data-date]'));
    const shown = By.css(`button[data-date="${await first.getAttribute("data-date")}"]`);
    await click(driver, By.xpath("//button[.//*[text()='Next month']]"));
    await expect.poll(async () => (await driver.findElements(shown)).length).toBe(0);
  }
  await click(driver, day);
  await click(driver, By.xpath("//ul//button[contains(., 'AM') or contains(., 'PM')]"));
}

/** Where the page stands, the bar at the bottom of the window may cover a part of a field or of a link. */
async function scrollToEnd(driver: WebDriver): Promise<void> {
  await driver.executeScript("scrollTo(0, document.body.scrollHeight)");
}

/** On a phone the list of requests is folded after three, and other tests have sent some. */
async function showRequest(driver: WebDriver, reference: string): Promise<void> {
  const row = button(`Confirm ${reference}`);
  await expect.poll(async () => (await driver.findElements(row)).length).toBe(1);
  const showAll = By.xpath("//button[starts-with(normalize-space(), 'Show all ')]");
  // By keyboard: a press with the mouse at the same place within a second of another does nothing.
  for (const fold of await driver.findElements(showAll)) await fold.sendKeys(Key.ENTER);
}

const PATIENT = "Name of the person we will see";

const h2 = (text: string) => By.xpath(`//h2[normalize-space()='${text}']`);

test("a parent books for a child on a phone, goes back and loads the page again on the way, moves the visit and cancels it", async ({
  driver,
}) => {
  await openPhoneWindow(driver);
  await open(driver, "/book?service=eye-exams");
  await chooseDayAndTime(driver);
  await click(driver, radio("Somebody else"));
  await (await visible(driver, field(PATIENT))).sendKeys("Kemi Briggs");
  await (await visible(driver, field("Your name"))).sendKeys("Ibiso Briggs");
  await driver.navigate().back();
  await visible(driver, h2("Choose a time"));
  await driver.navigate().forward();
  await visible(driver, field(PATIENT));
  await driver.navigate().refresh();
  await visible(driver, By.xpath("//p[.='Step 4 of 4']"));
  for (const [label, name] of [
    [PATIENT, "Kemi Briggs"],
    ["Your name", "Ibiso Briggs"],
  ] as const) {
    expect(await (await visible(driver, field(label))).getAttribute("value")).toBe(name);
  }
  await scrollToEnd(driver);
  expect(await axeViolations(driver)).toEqual([]);
  await (await visible(driver, field("Your phone number"))).sendKeys("0803 765 4322\uE007");
  await visible(driver, h2("We have your request"));
  await visible(driver, By.xpath("//main//*[contains(text(), 'Kemi Briggs')]"));
  await scrollToEnd(driver);
  expect(await axeViolations(driver)).toEqual([]);
  await click(driver, link("See, move or cancel this appointment"));
  await click(driver, button("Move to another time"));
  await chooseDayAndTime(driver);
  await click(driver, By.xpath("//button[starts-with(normalize-space(), 'Move to ')]"));
  await visible(driver, By.xpath("//*[@role='status'][contains(., 'was moved')]"));
  await click(driver, button("Cancel the appointment"));
  await click(driver, button("Yes, cancel it"));
  const heading = await visible(driver, h2("This appointment was cancelled"));
  expect(await heading.isDisplayed()).toBe(true);
});

test("a receptionist confirms a request on a phone, receives the patient and undoes it, and cancels with a reason", async ({
  driver,
}) => {
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk");
  const { reference } = await (await bookByApi("eye-exams", await freeSlot("eye-exams"))).json();
  // For a second after the visit has changed, its buttons do nothing.
  const inDialog = (name: string) =>
    By.xpath(`//dialog//button[normalize-space()='${name}'][not(@aria-disabled)]`);
  /** With the mouse, presses of the driver within a second at one place would be taken for the second one of a double press. */
  const press = async (name: string) => {
    await visible(driver, inDialog(name));
    await pressByKeyboard(driver, inDialog(name));
  };
  const status = (text: string) =>
    visible(driver, By.xpath(`//*[@role='status'][contains(., '${text}')]`));

  await openPhoneWindow(driver);
  await driver.get(`${address}/desk/appointments`);
  await (await visible(driver, field("Name"))).sendKeys(receptionist.name);
  await (await visible(driver, field("Password"))).sendKeys(receptionist.password);
  await click(driver, button("Sign in"));
  await showRequest(driver, reference);
  await click(driver, button(`Confirm ${reference}`));
  await status(`${reference} is confirmed.`);
  expect(await axeViolations(driver)).toEqual([]);

  const { reference: other } = await (
    await bookByApi("eye-exams", await freeSlot("eye-exams"))
  ).json();
  await driver.navigate().refresh();
  await showRequest(driver, other);
  await click(driver, button(`Open ${other}`));
  await visible(driver, By.xpath("//dialog//*[normalize-space()='Ada Obi']"));
  expect(await axeViolations(driver)).toEqual([]);
  await press("Confirm");
  await status("Confirmed.");
  await press("Arrived");
  await press("Yes, arrived");
  await status("Marked as arrived.");
  await press("Undo “Arrived”");
  await status("Undone.");
  await press("Cancel appointment");
  await (await visible(driver, field("Reason"))).sendKeys("The machine is broken");
  await press("Cancel this appointment");
  await status("Cancelled.");
});
