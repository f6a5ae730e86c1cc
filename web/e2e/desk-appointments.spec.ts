// What staff do with appointments, on a phone and with the keyboard alone: confirm a request, add callers and walk-ins, move,
// cancel, mark who came, block time, print, remind and ask to come back. The site sends its email through a mail server.

import type { Locator, Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { bookByApi, clockTime, freeSlot, newPhone } from "./booking-patient";
import {
  addStaff,
  EXPECTED_API_ERRORS,
  makeRecallsDue,
  newAccount,
  openRecords,
  type StaffAccount,
} from "./desk-staff";
import { drag } from "./drag";
import { button } from "./game-player";
import { press, pressByKeyboard, tabTo } from "./keyboard";
import { subjectsMailedTo } from "./mailed-codes";
import { chooseOption } from "./segmented-control";
import { test as base, expect } from "./site-test";
import { type MailServer, startMailServer, startTestServer, type TestServer } from "./test-server";

type Servers = { mailServer: MailServer; server: TestServer; receptionist: StaffAccount };

const test = base.extend<object, Servers>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const mailServer = await startMailServer();
      await use(mailServer);
      await mailServer.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ mailServer }, use) => {
      const server = await startTestServer("--mail", mailServer.url);
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
test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });
test.beforeEach(({ browserErrors }) => browserErrors.allow(EXPECTED_API_ERRORS));

const SERVICE = "eye-exams";

/** Signs in at the desk and opens a screen, with the keyboard alone. */
async function openScreen(page: Page, receptionist: StaffAccount, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Name").focus();
  await page.keyboard.type(receptionist.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(receptionist.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in to the staff desk");
}

const dialog = (page: Page): Locator => page.getByRole("dialog");
const inDialog = (page: Page, name: string): Locator =>
  dialog(page).getByRole("button", { name, exact: true });
const plan = (page: Page): Locator => page.getByRole("region", { name: "Plan of the day" });
const visit = (page: Page, reference: string): Locator =>
  plan(page).getByRole("button", { name: reference });

/** Chooses in a list with the arrow key. */
async function choose(page: Page, list: Locator, value: string): Promise<void> {
  await tabTo(page, list);
  const steps = await list.evaluate(
    (select: HTMLSelectElement, wanted) =>
      [...select.options].findIndex((option) => option.value === wanted) - select.selectedIndex,
    value,
  );
  for (let step = 0; step < steps; step += 1) await press(page, "ArrowDown");
  await expect(list).toHaveValue(value);
}

/** Adds a caller on the day that is shown and returns the reference. */
async function addCaller(page: Page, name: string, time?: string): Promise<string> {
  await button(page, "Add appointment").click();
  if (time) await dialog(page).getByLabel("Time").fill(time);
  await dialog(page).getByLabel("Patient's name").fill(name);
  await dialog(page).getByLabel("Patient's phone number").fill(newPhone());
  await inDialog(page, "Add appointment").click();
  return addedReference(page);
}

async function addedReference(page: Page): Promise<string> {
  const status = page.getByRole("status").filter({ hasText: "Added." });
  const text = (await status.textContent()) ?? "";
  return /[0-9A-Z]{3}-[0-9A-Z]{3}/.exec(text)?.[0] ?? "";
}

/** The dates of a week that no other test of this file uses. */
async function showDay(page: Page, weeksAhead: number): Promise<string> {
  const day = new Date(Date.now() + weeksAhead * 7 * 86_400_000);
  // A Wednesday: the clinic is open all day.
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  const date = day.toISOString().slice(0, 10);
  await page.getByLabel("Go to day").fill(date);
  await expect(plan(page)).toBeVisible();
  return date;
}

test("a new request shows at the desk, is confirmed in one press, and the patient gets an email", async ({
  page,
  server,
  mailServer,
  receptionist,
}) => {
  await page.clock.install();
  await openScreen(page, receptionist, "/desk/appointments");
  await expect(page.getByText("No requests are waiting.")).toBeVisible();
  const email = `ada-${newPhone()}@example.com`;
  const slot = await freeSlot(SERVICE, server.address);
  const booked = await bookByApi(SERVICE, slot, { server: server.address, email });
  const { reference } = await booked.json();
  await expect
    .poll(() => subjectsMailedTo(email, mailServer.folder))
    .toEqual([expect.stringContaining("We received your request")]);

  // The desk asks every half minute.
  await page.clock.fastForward(30_000);
  const confirm = button(page, `Confirm ${reference}`);
  await expect(confirm).toBeVisible();
  // The reception knows whom to call back.
  await expect(page.getByRole("listitem").filter({ has: confirm })).toContainText("Ada Obi");
  await button(page, "Menu").click();
  await expect(page.getByRole("link", { name: /^Appointments \(\d+\)$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await pressByKeyboard(page, confirm);
  const status = page.getByRole("status").filter({ hasText: reference });
  await expect(status).toContainText(`${reference} is confirmed. The patient gets an email`);
  await expect
    .poll(() => subjectsMailedTo(email, mailServer.folder))
    .toContainEqual(expect.stringContaining("Your appointment is confirmed"));
});

test("a receptionist adds a caller, moves the visit, receives the patient and agrees a recall with the keyboard alone", {
  tag: "@journey",
}, async ({ page, server, receptionist, mailServer }) => {
  expect(mailServer.url).toContain("smtp:");
  await openScreen(page, receptionist, "/desk/appointments");
  await pressByKeyboard(page, button(page, "Next day"));
  await pressByKeyboard(page, button(page, "Add appointment"));
  await tabTo(page, dialog(page).getByLabel("Patient's name"));
  await page.keyboard.type("Chidi Okafor");
  await page.keyboard.press("Tab");
  await page.keyboard.type(newPhone());
  await page.keyboard.press("Enter");
  const reference = await addedReference(page);
  await expect(visit(page, reference)).toContainText("9:00 AM");
  // The names of tomorrow are shown.
  await expect(visit(page, reference)).toContainText("Chidi Okafor");

  await pressByKeyboard(page, visit(page, reference));
  await expect(dialog(page).getByText("Chidi Okafor", { exact: true })).toBeVisible();
  await pressByKeyboard(page, inDialog(page, "Move"));
  await expect(dialog(page).getByLabel("New day")).toBeFocused();
  await tabTo(page, dialog(page).getByLabel("New time"));
  await page.keyboard.press("ArrowUp");
  await expect(dialog(page).getByLabel("New time")).toHaveValue("10:00");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("status")).toContainText("Moved.");
  await expect(dialog(page)).toContainText("10:00 AM");

  // The visit is tomorrow.
  await pressByKeyboard(page, inDialog(page, "Missed"));
  await pressByKeyboard(page, inDialog(page, "Yes, missed"));
  await expect(dialog(page).getByRole("status")).toContainText("Marked as missed.");
  await pressByKeyboard(page, inDialog(page, "Undo “Missed”"));
  await expect(dialog(page).getByRole("status")).toContainText("Undone.");
  await pressByKeyboard(page, inDialog(page, "Arrived"));
  await pressByKeyboard(page, inDialog(page, "Yes, arrived"));
  await expect(dialog(page).getByRole("status")).toContainText("Marked as arrived.");
  await pressByKeyboard(page, inDialog(page, "Done"));
  await pressByKeyboard(page, inDialog(page, "Yes, done"));
  await expect(dialog(page).getByRole("status")).toContainText("The visit is done.");

  await pressByKeyboard(page, inDialog(page, "Ask to come back"));
  const reason = `check ${reference.toLowerCase()}`;
  await tabTo(page, dialog(page).getByLabel("Reason"));
  await page.keyboard.type(reason);
  await tabTo(page, dialog(page).getByLabel("The patient agreed to be reminded"));
  await page.keyboard.press("Space");
  await pressByKeyboard(page, inDialog(page, "Remind the patient then"));
  await expect(dialog(page).getByRole("status")).toContainText("will be asked to come back");

  makeRecallsDue(reason, server.data);
  await page.goto("/desk/reminders");
  const declined = page.getByRole("button", { name: /^Declined/ });
  const recall = page.getByRole("listitem").filter({ hasText: reason }).filter({ has: declined });
  await expect(recall).toContainText("C•••");
  await pressByKeyboard(page, recall.getByRole("button", { name: /^Show number and message/ }));
  await expect(recall).toContainText("Chidi Okafor");
  const chat = new URL(
    (await recall.getByRole("link", { name: "WhatsApp" }).getAttribute("href")) ?? "",
  );
  expect(chat.searchParams.get("text")).toContain(`${server.address}/book?service=${SERVICE}`);
  await pressByKeyboard(page, recall.getByRole("button", { name: /^Asked/ }));
  // Each list is loaded for itself, so it can be in both for a moment.
  const asked = page.getByRole("region", { name: "Asked to come back" }).getByRole("listitem");
  await expect(asked.filter({ hasText: reason })).toContainText("Asked today");
  await expect(recall).toHaveCount(1);
  await pressByKeyboard(page, recall.getByRole("button", { name: /^Declined/ }));
  await expect(recall).toBeHidden();
});

test("a patient without email is in the list to tell until a receptionist has told them", {
  tag: "@journey",
}, async ({ page, receptionist }) => {
  await openScreen(page, receptionist, "/desk/appointments");
  await button(page, "Next day").click();
  const reference = await addCaller(page, "Ngozi Eze", "13:00");
  await page.goto("/desk/reminders");
  const told = page.getByRole("button", { name: `Told ${reference}` });
  const reminder = page.getByRole("listitem").filter({ has: told });
  await expect(reminder).toContainText("Ngozi Eze");
  await expect(reminder).toContainText(/•••\d/);
  await pressByKeyboard(page, reminder.getByRole("button", { name: /^Show number and message/ }));
  await expect(reminder).not.toContainText("•••");
  const sms = await reminder.getByRole("link", { name: "SMS" }).getAttribute("href");
  expect(decodeURIComponent(sms ?? "")).toContain(reference);
  await pressByKeyboard(page, told);
  await expect(told).toBeHidden();
});

test("a receptionist finds a patient, and after 30 records enters the password, with the keyboard alone", async ({
  page,
  server,
  receptionist,
  browserErrors,
}) => {
  browserErrors.allow(/status of (403|422) .*\/api\/desk\/(patients|appointments)\//);
  await openScreen(page, receptionist, "/desk/appointments");
  await showDay(page, 5);
  const reference = await addCaller(page, "Tamuno Dokubo", "11:00");
  await expect(visit(page, reference)).toContainText("T•••");

  await tabTo(page, page.getByLabel("Phone, reference or name"));
  await page.keyboard.type("tamuno");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Please enter the whole phone number/)).toBeVisible();
  await page.keyboard.type(" dokubo");
  await page.keyboard.press("Enter");
  const found = page.getByRole("list", { name: "Visits found" });
  await expect(found).toContainText("Tamuno Dokubo");
  expect(await axeViolations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  openRecords(receptionist, 30, server.data);
  await pressByKeyboard(page, found.getByRole("button", { name: /^Open/ }));
  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(confirmation).toContainText(
    "30 patients' records were opened with this account since you last entered your password.",
  );
  await expect(confirmation.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(receptionist.password);
  await page.keyboard.press("Enter");
  const visited = page.getByRole("dialog", { name: "Appointment" });
  await expect(visited).toContainText("Tamuno Dokubo");
  await expect(visited.getByRole("link", { name: /^\+234/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await pressByKeyboard(page, button(page, "Clear"));
  await expect(found).toBeHidden();
});

test("a receptionist enters a walk-in, blocks a time and frees it, and cancels a visit with the keyboard alone", {
  tag: "@journey",
}, async ({ page, receptionist }) => {
  await openScreen(page, receptionist, "/desk/appointments");
  await showDay(page, 2);
  await pressByKeyboard(page, button(page, "Add appointment"));
  await choose(page, dialog(page).getByLabel("The patient"), "walk-in");
  await tabTo(page, dialog(page).getByLabel("Patient's name"));
  await page.keyboard.type("Ibiso Briggs");
  await page.keyboard.press("Tab");
  await page.keyboard.type(newPhone());
  await page.keyboard.press("Enter");
  const walkIn = await addedReference(page);
  await expect(visit(page, walkIn)).toContainText("Arrived");

  await pressByKeyboard(page, button(page, "Block time"));
  await choose(page, dialog(page).getByLabel("Chair"), "2");
  await tabTo(page, dialog(page).getByLabel("Reason"));
  await page.keyboard.type("Staff meeting");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Blocked." })).toBeVisible();
  await expect(plan(page)).toContainText("Blocked until 1:00 PM: Staff meeting");
  await pressByKeyboard(page, plan(page).getByRole("button", { name: "Unblock" }));
  await expect(plan(page)).not.toContainText("Staff meeting");

  const reference = await addCaller(page, "Emeka Nwosu", "14:00");
  await pressByKeyboard(page, visit(page, reference));
  const cancel = async () => {
    await pressByKeyboard(page, inDialog(page, "Cancel appointment"));
    await expect(dialog(page).getByLabel("Reason")).toBeFocused();
    await page.keyboard.type("The machine is broken");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("status")).toContainText("Cancelled.");
  };
  await cancel();
  await pressByKeyboard(page, inDialog(page, "Undo the cancellation"));
  await expect(dialog(page).getByRole("status")).toContainText("The visit has its time again.");
  await expect(dialog(page)).not.toContainText("The machine is broken");
  await cancel();
  await page.keyboard.press("Escape");
  await expect(visit(page, reference)).toBeHidden();
});

test("what a colleague changes shows at the other desk within half a minute, and nothing about the earlier time is sent from there", async ({
  page,
  browser,
  server,
  receptionist,
}) => {
  await page.clock.install();
  await openScreen(page, receptionist, "/desk/appointments");
  await showDay(page, 7);
  const reference = await addCaller(page, "Ine Peters", "09:00");
  const colleague = newAccount("desk");
  addStaff(colleague, "desk", server.data);
  const context = await browser.newContext({ baseURL: server.address });
  const other = await context.newPage();
  await openScreen(other, colleague, "/desk/appointments");
  await showDay(other, 7);

  await visit(page, reference).click();
  const text = dialog(page).getByRole("link", { name: /by SMS$/ });
  await expect(text).toHaveAttribute("href", /9%3A00%20AM/);
  await visit(other, reference).click();
  await inDialog(other, "Move").click();
  await dialog(other).getByLabel("New time").fill("11:00");
  await inDialog(other, "Move to this time").click();
  await expect(dialog(other).getByRole("status")).toContainText("Moved.");
  await expect(dialog(other)).toContainText("Moved to this time: no email tells the patient.");

  // An update that was on its way may be older than the move.
  const halfMinutes = { timeout: 0, intervals: [5_000] };
  const notice = dialog(page).getByRole("alert").filter({ hasText: "11:00 AM, confirmed." });
  await expect
    .poll(async () => {
      await page.clock.fastForward(30_000);
      return notice.count();
    }, halfMinutes)
    .toBe(1);
  await expect(text).toBeHidden();
  await expect(visit(page, reference)).toContainText("11:00 AM");
  await inDialog(page, "Show it as it is now").click();
  await expect(text).toHaveAttribute("href", /11%3A00%20AM/);

  await inDialog(other, "Told").click();
  await expect(dialog(other)).toContainText("told the patient the new time on");
  const told = dialog(page).getByText(`${colleague.name} told the patient the new time on`);
  await expect
    .poll(async () => {
      await page.clock.fastForward(30_000);
      return told.count();
    }, halfMinutes)
    .toBe(1);
  await expect(inDialog(page, "Told")).toBeHidden();
  await context.close();
});

// Over WebDriver BiDi, Firefox does not start a drag from pointer events.
test("a receptionist drags a visit to another chair and time, and to another day", async ({
  page,
  receptionist,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, receptionist, "/desk/appointments");
  const date = await showDay(page, 3);
  const reference = await addCaller(page, "Blessing Amadi", "09:00");
  const target = plan(page)
    .getByRole("row", { name: /^10:00 AM/ })
    .getByRole("cell")
    .nth(1);
  await drag(page, visit(page, reference), target);
  await expect(page.getByRole("status").filter({ hasText: "was moved" })).toContainText(reference);
  await expect(visit(page, reference)).toContainText("10:00 AM");
  await visit(page, reference).click();
  await expect(dialog(page)).toContainText("chair 2");
  await page.keyboard.press("Escape");

  await chooseOption(page, "Week");
  const days = page.getByRole("listitem").filter({ hasText: /day/ });
  const moved = page.getByRole("button", { name: reference });
  await drag(page, moved, days.filter({ hasText: "Thursday" }));
  await expect(days.filter({ hasText: "Thursday" })).toContainText(reference);
  await expect(days.filter({ hasText: "Wednesday" })).not.toContainText(reference);
  expect(date).not.toBe("");
});

test("the printed day is a list without names and buttons", async ({ page, receptionist }) => {
  await openScreen(page, receptionist, "/desk/appointments");
  await showDay(page, 4);
  const reference = await addCaller(page, "Sotonye Hart", "15:00");
  await expect(visit(page, reference)).toBeVisible();
  await expect(page.getByText("Protect your account")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const row = page.getByRole("row").filter({ hasText: reference });
  await expect(row).toContainText(clockTime("15:00"));
  await expect(row).toContainText("S•••");
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("Protect your account")).toBeHidden();
  await expect(page.locator("body")).not.toContainText("Sotonye Hart");
});

for (const width of [360, 1440]) {
  test(`every screen and form is accessible at ${width} px`, async ({
    page,
    server,
    receptionist,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const check = async (name: string) => {
      expect.soft(await axeViolations(page), name).toEqual([]);
      expect.soft(await smallTargets(page), name).toEqual([]);
      expect.soft(await horizontalOverflow(page), name).toBeLessThanOrEqual(0);
    };
    const slot = await freeSlot(SERVICE, server.address);
    await bookByApi(SERVICE, slot, { server: server.address });
    await openScreen(page, receptionist, "/desk/appointments");
    await page.getByLabel("Go to day").fill(slot.date);
    await plan(page).waitFor();
    await check("day");
    await plan(page).getByRole("button", { name: "To confirm" }).first().click();
    await dialog(page).getByText("Ada Obi", { exact: true }).waitFor();
    await check("opened");
    await inDialog(page, "Move").click();
    await check("move");
    await inDialog(page, "Do not move").click();
    await inDialog(page, "Cancel appointment").click();
    await check("cancel");
    await inDialog(page, "Keep the appointment").click();
    await inDialog(page, "Confirm").click();
    await inDialog(page, "Arrived").click();
    await check("visit of another day");
    await inDialog(page, "Yes, arrived").click();
    await inDialog(page, "Ask to come back").click();
    await check("recall");
    await page.keyboard.press("Escape");
    await button(page, "Add appointment").click();
    await check("add");
    await page.keyboard.press("Escape");
    await button(page, "Block time").click();
    await check("block");
    await page.keyboard.press("Escape");
    await chooseOption(page, "Week");
    await page.getByText("% taken").first().waitFor();
    await check("week");
    await page.goto("/desk/reminders");
    await page.getByRole("heading", { name: "To ask to come back" }).waitFor();
    await check("reminders");
  });
}

test("a double press presses once, and its result stands where it can be seen", async ({
  page,
  server,
  receptionist,
}) => {
  const slot = await freeSlot(SERVICE, server.address);
  const booked = await bookByApi(SERVICE, slot, { server: server.address });
  const { reference } = await booked.json();
  await openScreen(page, receptionist, "/desk/appointments");
  await button(page, `Open ${reference}`).click();
  await inDialog(page, "Wants an earlier time").dblclick();
  const status = dialog(page).getByRole("status");
  await expect(status).toContainText("Stored. The patient is in the list “Earlier times”");
  await expect(status).toBeInViewport({ ratio: 1 });
  // The second press was on what took its place, and took nothing back.
  await expect(inDialog(page, "Wants no earlier time")).toBeInViewport({ ratio: 1 });
  await expect(dialog(page)).toContainText("Wants an earlier time");
});
