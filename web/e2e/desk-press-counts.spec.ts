// How many presses the reception's daily work takes, with the mouse and with the keyboard. What is counted is what the browser reports:
// every press of a mouse button, and every key that is neither text in a field nor Tab.
import type { Locator, Page } from "@playwright/test";
import { bookByApi, clockTime, newPhone } from "./booking-patient";
import { addStaff, EXPECTED_API_ERRORS, newAccount, type StaffAccount } from "./desk-staff";
import { drag } from "./drag";
import { tabTo } from "./keyboard";
import { test as base, expect } from "./site-test";
import { startTestServer, type TestServer } from "./test-server";

const test = base.extend<object, { server: TestServer; receptionist: StaffAccount }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await startTestServer();
      await use(server);
      await server.close();
    },
    // A debug build starts slowly on a busy machine.
    { scope: "worker", timeout: 120_000 },
  ],
  receptionist: [
    async ({ server }, use) => {
      const receptionist = newAccount("desk");
      addStaff(receptionist, "desk", server.data);
      await use(receptionist);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

// The tests of this file share a server.
test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(({ browserErrors }) => browserErrors.allow(EXPECTED_API_ERRORS));

const SERVICE = "eye-exams";

type Presses = { presses: number };

/** Runs in the page before its own scripts. */
function countPresses(): void {
  const counter = window as unknown as Presses;
  counter.presses = 0;
  const count = (event: Event) => {
    if (event.isTrusted) counter.presses += 1;
  };
  addEventListener("pointerdown", count, { capture: true });
  const isTyping = ({ key, target }: KeyboardEvent) =>
    key.length === 1 &&
    target instanceof HTMLInputElement &&
    !["checkbox", "radio", "button", "submit"].includes(target.type);
  addEventListener(
    "keydown",
    (event) => {
      const isMoving = event.key === "Tab" || event.key === "Shift";
      if (!isMoving && !isTyping(event)) count(event);
    },
    { capture: true },
  );
}

/** How many presses the work took. */
async function pressesOf(page: Page, work: () => Promise<void>): Promise<number> {
  const read = () => page.evaluate(() => (window as unknown as Presses).presses);
  const before = await read();
  await work();
  return (await read()) - before;
}

/** A pair of hands: how somebody presses a button and enters text. */
type Hands = {
  readonly name: string;
  press(page: Page, target: Locator): Promise<void>;
  enter(page: Page, field: Locator, text: string): Promise<void>;
};

/** For a second after what it is about has changed, a button does nothing. */
const untilReady = (target: Locator) => expect(target).toBeEnabled();
const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

const mouse: Hands = {
  name: "mouse",
  async press(_, target) {
    await untilReady(target);
    await target.click();
  },
  async enter(page, field, text) {
    await field.waitFor();
    if (!(await hasFocus(field))) await field.click();
    await page.keyboard.type(text);
  },
};

const keyboard: Hands = {
  name: "keyboard",
  async press(page, target) {
    await tabTo(page, target);
    await untilReady(target);
    // Instead of a second, after which Enter presses another button that has the focus by itself. It is not counted.
    await page.keyboard.press("Shift");
    await page.keyboard.press("Enter");
  },
  async enter(page, field, text) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  },
};

/** A Wednesday, on which the clinic is open all day, that no other test of this file uses. */
function wednesday(weeksAhead: number): string {
  const day = new Date(Date.now() + weeksAhead * 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

/** A free hour of the next day that has enough of them: patients of these visits are to be reminded now. */
async function soon(server: string, index: number): Promise<{ date: string; time: string }> {
  const answer = await fetch(`${server}/api/booking/slots?service=${SERVICE}&days=14`);
  const { days }: { days: { date: string; slots: string[] }[] } = await answer.json();
  const hours = days.map(({ date, slots }) => ({
    date,
    times: slots.filter((time) => time.endsWith(":00")),
  }));
  const day = hours.find(({ times }) => times.length >= 3);
  return { date: day?.date ?? "", time: day?.times.at(index === 0 ? -1 : -3) ?? "" };
}

/** Opens the appointments in a browser in which it is 10:00 AM on this day: the plan shows the day as today. */
async function openPlan(page: Page, receptionist: StaffAccount, today: string): Promise<void> {
  await page.clock.setFixedTime(new Date(`${today}T10:00:00+01:00`));
  await page.addInitScript(countPresses);
  await page.goto("/desk/appointments");
  await page.getByLabel("Name").fill(receptionist.name);
  await page.getByLabel("Password").fill(receptionist.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await plan(page).waitFor();
}

const plan = (page: Page): Locator => page.getByRole("region", { name: "Plan of the day" });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const inDialog = (page: Page, name: string | RegExp): Locator =>
  dialog(page).getByRole("button", { name, exact: true });
const visit = (page: Page, reference: string): Locator =>
  plan(page).getByRole("button", { name: reference });
const freeCell = (page: Page, time: string, chair: number): Locator =>
  plan(page).getByRole("button", {
    name: `Add an appointment at ${clockTime(time)}, chair ${chair}`,
  });
const nextState = (page: Page, label: string, time: string): Locator =>
  plan(page).getByRole("button", {
    name: new RegExp(`^${label}\\s*: ${clockTime(time)}, chair 1`),
  });

/** Adds a caller at a free time of the first chair, and returns the reference. */
async function addCaller(hands: Hands, page: Page, time: string, phone: string): Promise<string> {
  await hands.press(page, freeCell(page, time, 1));
  await expect(dialog(page).getByLabel("Patient's name")).toBeFocused();
  await page.keyboard.type("Chidi Okafor");
  await hands.enter(page, dialog(page).getByLabel("Patient's phone number"), phone);
  if (hands === mouse) await mouse.press(page, inDialog(page, "Add appointment"));
  else await page.keyboard.press("Enter");
  const added = page.getByRole("status").filter({ hasText: "Added." });
  const reference = /[0-9A-Z]{3}-[0-9A-Z]{3}/.exec((await added.textContent()) ?? "")?.[0] ?? "";
  await expect(visit(page, reference)).toBeVisible();
  return reference;
}

for (const [index, hands] of [mouse, keyboard].entries()) {
  test(`a caller is added with 3 presses and found with 1, and the visit has arrived and is done with 1 each, by ${hands.name}`, async ({
    page,
    receptionist,
  }) => {
    await openPlan(page, receptionist, wednesday(1 + index));
    const phone = newPhone();
    let reference = "";
    const adding = await pressesOf(page, async () => {
      reference = await addCaller(hands, page, "11:00", phone);
    });
    expect(adding).toBeLessThanOrEqual(3);

    const finding = await pressesOf(page, async () => {
      await hands.enter(page, page.getByLabel("Phone, reference or name"), phone);
      const found = page.getByRole("list", { name: "Visits found" });
      await expect(found).toContainText(reference);
    });
    expect(finding).toBeLessThanOrEqual(1);

    const arriving = await pressesOf(page, async () => {
      await hands.press(page, nextState(page, "Arrived", "11:00"));
      await expect(visit(page, reference)).toContainText("Arrived");
    });
    expect(arriving).toBe(1);
    const finishing = await pressesOf(page, async () => {
      await hands.press(page, nextState(page, "Done", "11:00"));
      await expect(visit(page, reference)).toContainText("Done");
    });
    expect(finishing).toBe(1);
  });

  test(`a patient is reminded with 2 presses and is not in the list of those to tell any more, by ${hands.name}`, async ({
    page,
    server,
    receptionist,
  }) => {
    const { date, time } = await soon(server.address, index);
    await openPlan(page, receptionist, date);
    const reference = await addCaller(mouse, page, time, newPhone());
    const reminding = await pressesOf(page, async () => {
      await hands.press(page, visit(page, reference));
      // The phone on the desk calls this number.
      await expect(dialog(page).getByRole("link", { name: /^\+234/ })).toBeVisible();
      await hands.press(page, inDialog(page, "Told"));
      await expect(dialog(page)).toContainText("reminded the patient on");
    });
    expect(reminding).toBeLessThanOrEqual(2);
    await page.goto("/desk/reminders");
    const toTell = page.getByRole("region", { name: "To tell" });
    await expect(
      toTell.getByText("Nobody has to be told.").or(toTell.getByRole("listitem").first()),
    ).toBeVisible();
    await expect(toTell).not.toContainText(reference);
  });

  test(`a request is confirmed with 1 press, and its patient without email told with 2, by ${hands.name}`, async ({
    page,
    server,
    receptionist,
  }) => {
    const slot = { date: wednesday(7), time: hands === mouse ? "09:00" : "11:00" };
    const booked = await bookByApi(SERVICE, slot, { server: server.address });
    const { reference } = await booked.json();
    await openPlan(page, receptionist, wednesday(3));
    const confirming = await pressesOf(page, async () => {
      await hands.press(page, page.getByRole("button", { name: `Confirm ${reference}` }));
      await expect(page.getByText(`${reference} is confirmed.`)).toBeVisible();
    });
    expect(confirming).toBe(1);

    await page.goto("/desk/reminders");
    const told = page.getByRole("button", { name: `Told ${reference}` });
    const patient = page.getByRole("listitem").filter({ has: told });
    const telling = await pressesOf(page, async () => {
      await hands.press(page, patient.getByRole("button", { name: /^Show number and message/ }));
      await expect(patient.getByRole("link", { name: /^\+234/ })).toBeVisible();
      await hands.press(page, told);
      await expect(told).toBeHidden();
    });
    expect(telling).toBeLessThanOrEqual(2);
  });

  test(`a visit is moved with 3 presses by ${hands.name}`, async ({ page, receptionist }) => {
    await openPlan(page, receptionist, wednesday(4 + index));
    const reference = await addCaller(mouse, page, "12:00", newPhone());
    const moving = await pressesOf(page, async () => {
      await hands.press(page, visit(page, reference));
      await hands.press(page, inDialog(page, "Move"));
      const times = dialog(page).getByRole("group", { name: "Free times close to it" });
      await hands.press(page, times.getByRole("button").first());
      await expect(dialog(page).getByRole("status")).toContainText("Moved.");
    });
    expect(moving).toBeLessThanOrEqual(3);
  });
}

test("a visit is moved with one drag", async ({ page, receptionist }) => {
  await openPlan(page, receptionist, wednesday(6));
  const reference = await addCaller(mouse, page, "11:00", newPhone());
  const moving = await pressesOf(page, async () => {
    const target = freeCell(page, "11:30", 2);
    // Close to the visit, so that both can be seen.
    await target.scrollIntoViewIfNeeded();
    await drag(page, visit(page, reference), target);
    await expect(visit(page, reference)).toContainText("11:30 AM");
  });
  expect(moving).toBe(1);
});
