// A mother books for her child on a small phone, and reception works on the visit with the keyboard: confirms it, corrects the details, makes a
// new link, offers an earlier time and prints the day with names. In the end the owner reads the figures. In WebKit:
// webkit/reception.spec.ts.
import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { chooseSlot, freeSlot, newPhone } from "./booking-patient";
import { addStaff, newAccount, signIn } from "./desk-staff";
import { press, pressByKeyboard, tabTo } from "./keyboard";
import { test } from "./own-site-test";
import { expect, open } from "./site-test";

test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });

/** Replaces what is in a field. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

test("the visit of a child is booked, corrected, offered an earlier time, printed and counted with the keyboard", {
  tag: "@journey",
}, async ({ page, server, browserName }) => {
  const check = async (screen: string) => {
    // Buttons that wait a second change their colours afterwards.
    await expect(page.locator('[aria-disabled="true"]')).toHaveCount(0);
    // The same page has the same elements in Firefox.
    if (browserName === "chromium") expect.soft(await axeViolations(page), screen).toEqual([]);
    expect.soft(await smallTargets(page), screen).toEqual([]);
    expect.soft(await horizontalOverflow(page), screen).toBeLessThanOrEqual(0);
  };
  const dialog = page.getByRole("dialog");
  const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true });
  // No browser of the tests shows a print dialog.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const { date, time } = await freeSlot("eye-exams", server.address);

  await open(page, "/book?service=eye-exams");
  await chooseSlot(page, { date, time });
  await tabTo(page, page.getByRole("radio", { name: "Me", exact: true }));
  await press(page, "ArrowRight");
  await typeInto(page, "Name of the person we will see", "Kemi Briggs");
  await typeInto(page, "Your name", "Ibiso Brigs");
  await typeInto(page, "Your phone number", newPhone());
  await check("booking for somebody else");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "We have your request" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText("Kemi Briggs");

  const owner = newAccount("owner");
  addStaff(owner, "owner", server.data);
  await signIn(page, owner);
  await page.goto(`/desk/appointments?day=${date}`);
  const plan = page.getByRole("region", { name: "Plan of the day" });
  const visit = plan.getByRole("button", { name: /Eye exams/ });
  await pressByKeyboard(page, visit);
  await expect(dialog).toContainText("Kemi Briggs, brought by Ibiso Brigs");
  await pressByKeyboard(page, inDialog("Confirm"));
  await expect(inDialog("Arrived")).toBeVisible();
  await check("visit of a child");

  await pressByKeyboard(page, inDialog("Correct the details"));
  await expect(dialog.getByLabel("Patient's name")).toBeFocused();
  await check("correcting");
  await typeInto(page, "Brought by (optional)", "Ibiso Briggs");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Kemi Briggs, brought by Ibiso Briggs");
  await expect(dialog.locator("button:focus")).toBeVisible();

  await pressByKeyboard(page, inDialog("Send a new link"));
  await expect(inDialog("Send a new link")).toBeFocused();
  await pressByKeyboard(page, inDialog("Send a new link"));
  const chat = dialog.getByRole("link", { name: "Send by WhatsApp" });
  await expect(chat).toBeFocused();
  expect(decodeURIComponent((await chat.getAttribute("href")) ?? "")).toContain("/appointment#");
  await check("new link sent");
  await pressByKeyboard(page, inDialog("Back to the appointment"));
  await expect(inDialog("Send a new link")).toBeVisible();
  await expect(dialog.locator("button:focus")).toBeVisible();

  await pressByKeyboard(page, inDialog("Wants an earlier time"));
  await expect(inDialog("Wants no earlier time")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(visit).toBeFocused();

  const earlier = page.getByRole("region", { name: /^Earlier times/ });
  const offer = earlier.getByRole("button", { name: /^Offer this time/ });
  await check("earlier times");
  await tabTo(page, offer, "Shift+Tab");
  await pressByKeyboard(page, offer);
  await expect(earlier.getByRole("link", { name: "WhatsApp" })).toBeFocused();
  await expect(earlier).toContainText("Kemi Briggs, brought by Ibiso Briggs");
  await check("offering an earlier time");
  await pressByKeyboard(page, earlier.getByRole("button", { name: /^Yes: move/ }));
  await expect(earlier).toContainText("was moved to");
  await expect(earlier.getByRole("heading")).toBeFocused();
  await pressByKeyboard(page, earlier.getByRole("button", { name: /^Undo/ }));
  await expect(offer).toBeVisible();
  await expect(visit).toBeVisible();

  await pressByKeyboard(page, page.getByRole("button", { name: "Print the day" }));
  await check("printing");
  await pressByKeyboard(page, inDialog("Print with names"));
  const printed = page.getByRole("table", { includeHidden: true });
  await expect(
    printed.filter({ hasText: /Kemi Briggs, brought by Ibiso Briggs \+234/ }),
  ).toBeAttached();
  await expect(page.getByRole("button", { name: "Print the day" })).toBeFocused();

  await page.goto("/desk/statistics");
  await page.getByLabel("To", { exact: true }).fill(date);
  const figures = page.getByRole("region", { name: "Visits in figures" });
  await expect(figures.getByRole("row", { name: /^Online/ })).toContainText("Online1000");
  await check("figures");
  await tabTo(page, figures.getByRole("link", { name: "Download the visits as CSV" }));
  // A table that is wider than the phone is scrolled with the arrow keys.
  const table = figures.getByRole("region", { name: "By source" });
  await tabTo(page, table);
  await press(page, "ArrowRight");
  await expect.poll(() => table.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
});
