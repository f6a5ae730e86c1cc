// An editor leaves a screen of the desk with half of a number, which is saved nowhere: a link and the browser's Back ask first.
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { newEditor } from "./content-editor";
import { signIn } from "./desk-staff";
import { button } from "./game-player";
import { pressByKeyboard } from "./keyboard";
import { test } from "./shared-site-test";
import { expect } from "./site-test";

// For axe.
test.use({ viewport: { width: 360, height: 800 }, bypassCSP: true });

test("a link and Back ask before half of a number is lost", async ({ page, server }) => {
  await signIn(page, newEditor(server));
  await page.goto("/desk/content");
  await page.getByRole("link", { name: "Clinic facts" }).click();
  const days = page.getByLabel("Days that a discount code is valid (optional)");
  await days.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12e");
  await expect(
    page.getByText("Not saved: a number, a date or a time", { exact: false }),
  ).toBeVisible();
  const address = page.url();

  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(days).toBeFocused();
  expect(page.url()).toBe(address);
  await expect(days).toBeInViewport();

  const link = page.getByRole("link", { name: "All content" });
  await pressByKeyboard(page, link);
  await expect(button(page, "Stay")).toBeFocused();
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  await pressByKeyboard(page, button(page, "Stay"));
  await expect(question).toBeHidden();
  await expect(link).toBeFocused();

  await page.evaluate(() => history.back());
  await button(page, "Leave").click();
  await expect(page.getByRole("heading", { level: 1, name: "Content" })).toBeFocused();
  await expect(question).toBeHidden();
});
