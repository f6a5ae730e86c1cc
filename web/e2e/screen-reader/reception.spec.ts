// What a screen reader says during a receptionist's hour with appointments, compared with an approved transcript.
// `npm run approve` writes it again after an intended change; read the difference before you commit it.
import type { Locator, Page } from "@playwright/test";
import type { FreeSlots } from "../../src/generated/FreeSlots";
import { bookByApi, newPhone } from "../booking-patient";
import { addStaff, EXPECTED_API_ERRORS, newAccount } from "../desk-staff";
import { test } from "../own-site-test";
import { expect } from "../site-test";
import { ScreenReader } from "./screen-reader";

// Listening after every key press takes long on a busy machine.
test.describe.configure({ timeout: 400_000 });

// A service worker would load the screen reader's script, which only the test serves.
test.use({
  serviceWorkers: "block",
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: "reduce" },
});

test.beforeEach(({ browserErrors }) => {
  browserErrors.allow(EXPECTED_API_ERRORS);
  // The screen reader's own, when a dialog is removed.
  browserErrors.allow(/getElementById is not a function/);
});

const SERVICE = "eye-exams";

/** The first two Wednesdays on which the clinic is open all day, not before next week: the plan is the same in every run. */
async function openWednesdays(server: string): Promise<[string, string]> {
  const response = await fetch(`${server}/api/booking/slots?service=${SERVICE}&days=60`);
  const { days } = (await response.json()) as FreeSlots;
  const wednesdays = days.slice(6).filter(({ date }) => new Date(date).getUTCDay() === 3);
  const most = Math.max(...wednesdays.map(({ slots }) => slots.length));
  const [first, second] = wednesdays.filter(({ slots }) => slots.length === most);
  return [first?.date ?? "", second?.date ?? ""];
}

/** "Wednesday 25 November 2026" */
const longDate = (date: string): string => {
  const [day, month, year] = ["numeric", "long", "numeric"] as const;
  const parts = new Intl.DateTimeFormat("en-GB", { day, month, year, timeZone: "UTC" });
  return `Wednesday ${parts.format(new Date(date))}`;
};

const status = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("status").filter({ hasText: text });

test("a receptionist's hour", async ({ page, server }) => {
  const [today, later] = await openWednesdays(server.address);
  const asked = { date: later, time: "09:00" };
  const booked = await bookByApi(SERVICE, asked, { server: server.address });
  const { reference: request } = await booked.json();
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk", server.data);
  const phone = newPhone();

  // In this browser it is 10:00 AM on an open day, so the plan shows the same in every run.
  await page.clock.setFixedTime(new Date(`${today}T10:00:00+01:00`));
  await page.goto("/desk/appointments");
  await page.getByLabel("Name").fill(receptionist.name);
  await page.getByLabel("Password").fill(receptionist.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  const plan = page.getByRole("region", { name: "Plan of the day" });
  const dialog = page.getByRole("dialog");
  const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true });
  await plan.waitFor();

  const reader = await ScreenReader.start(page);
  /** Moves to a control as somebody does who knows the screen, and presses it when it works. */
  const press = async (target: Locator, settled: () => Promise<unknown>) => {
    // For a second after what it is about has changed, a button does nothing.
    await expect(target).toBeEnabled();
    if (!(await target.evaluate((element) => element === document.activeElement))) {
      await reader.after("go to", () => target.focus());
    }
    // A second Enter in a row on another control does nothing.
    await page.keyboard.press("Shift");
    await reader.press("Enter", settled);
  };
  const visit = (reference: string) => plan.getByRole("button", { name: reference });
  /** Below the only visit of the day. */
  const mark = (state: RegExp) => plan.getByRole("button", { name: state });

  await reader.read("main");

  await press(page.getByRole("button", { name: `Confirm ${request}` }), async () => {
    await expect(status(page, `${request} is confirmed.`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "To confirm" })).toBeFocused();
  });

  const free = plan.getByRole("button", { name: "Add an appointment at 11:00 AM, chair 1" });
  await press(free, () => expect(dialog.getByLabel("Patient's name")).toBeFocused());
  await reader.after("type the name", () => page.keyboard.type("Chidi Okafor"));
  await reader.press("Tab");
  await reader.after("type the phone number", () => page.keyboard.type(phone));
  let caller = "";
  await reader.press("Enter", async () => {
    const text = (await status(page, "Added.").textContent()) ?? "";
    caller = /[0-9A-Z]{3}-[0-9A-Z]{3}/.exec(text)?.[0] ?? "";
    await expect(visit(caller)).toBeVisible();
  });

  await press(visit(caller), () =>
    expect(dialog.getByText("Chidi Okafor", { exact: true })).toBeVisible(),
  );
  await reader.after("go to", () =>
    dialog.getByRole("link", { name: "Remind on WhatsApp" }).focus(),
  );
  const nearest = dialog.getByRole("group", { name: "Free times close to it" }).getByRole("button");
  await press(inDialog("Move"), () => expect(nearest.first()).toBeVisible());
  await press(nearest.first(), async () => {
    await expect(dialog.getByRole("status")).toContainText("Moved.");
    await expect(inDialog("Arrived")).toBeFocused();
  });
  await reader.press("Escape", () => expect(dialog).toBeHidden());

  await press(mark(/^Arrived/), async () => {
    await expect(plan.getByRole("status")).toHaveText("Marked as arrived.");
    await expect(mark(/^Done/)).toBeFocused();
  });
  await press(mark(/^Done/), async () => {
    await expect(plan.getByRole("status")).toHaveText("The visit is done.");
    await expect(visit(caller)).toBeFocused();
  });

  await reader.after("go to", () => page.getByLabel("Phone, reference or name").focus());
  await reader.after("type the phone number", async () => {
    await page.keyboard.type(phone);
    await expect(page.getByRole("list", { name: "Visits found" })).toContainText(caller);
    await expect(status(page, "1 visit was found.")).toBeVisible();
  });

  await press(page.getByRole("link", { name: /^Reminders/ }), () =>
    expect(page.getByRole("heading", { level: 1, name: "Reminders" })).toBeFocused(),
  );
  const told = page.getByRole("button", { name: `Told ${request}` });
  const row = page.getByRole("listitem").filter({ has: told });
  await press(row.getByRole("button", { name: /^Show number and message/ }), async () => {
    await expect(row.getByRole("link", { name: "WhatsApp" })).toBeFocused();
    await expect(status(page, `The number of ${request} is shown.`)).toBeVisible();
  });
  await press(told, async () => {
    await expect(status(page, `The patient of ${request} was told.`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "To tell" })).toBeFocused();
  });
  await reader.read("main");

  const transcript = reader.transcript([
    [request, "(request)"],
    [caller, "(visit)"],
    // Of the plan, and of the request.
    [longDate(today), "(today)"],
    [longDate(later), "(later)"],
    [today, "(today)"],
    [/•••\d{4}/g, "(end of the number)"],
    [/\+234\d{10}/g, "(number)"],
  ]);
  expect(politeLast(transcript)).toMatchSnapshot("reception.txt");
});

/** Screen readers say first where the focus goes, whichever of both the page does first. */
function politeLast(transcript: string): string {
  const isPolite = (line: string) => line.startsWith("polite: ");
  const steps = transcript.split("\n\n").map((step) => {
    const lines = step.trimEnd().split("\n");
    return [...lines.filter((line) => !isPolite(line)), ...lines.filter(isPolite)].join("\n");
  });
  return `${steps.join("\n\n")}\n`;
}
