// Every screen of the desk has an address, a title and a heading that gets the focus; it begins at the top, and going back
// leads to where the page was left. Each test has a site of its own.
import type { Page } from "@playwright/test";
import { newEditor } from "./content-editor";
import { signIn } from "./desk-staff";
import { test } from "./own-site-test";
import { expect } from "./site-test";

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** The screen with this heading has just been opened. */
async function expectOpened(page: Page, heading: string, address: string): Promise<void> {
  await expect(page).toHaveURL(address);
  await expect(page).toHaveTitle(new RegExp(`^${heading} · Staff desk · `));
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
  await expect.poll(() => scrollTop(page)).toBe(0);
}

test("title, focus and scroll position follow the screens of the content @journey", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await signIn(page, newEditor(server));
  await page.getByRole("link", { name: "Redeem", exact: true }).click();
  await page.getByRole("link", { name: "Content", exact: true }).click();
  await expectOpened(page, "Content", "/desk/content");

  const article = page.getByRole("link", { name: "First aid for the eye" });
  await article.scrollIntoViewIfNeeded();
  const left = await scrollTop(page);
  expect(left).toBeGreaterThan(0);
  await article.click();
  await expectOpened(page, "First aid for the eye", "/desk/content/articles/first-aid-for-the-eye");

  await page.goBack();
  await expect(page).toHaveTitle(/^Content · Staff desk · /);
  await expect(page.getByRole("heading", { level: 1, name: "Content" })).toBeFocused();
  await expect.poll(() => scrollTop(page)).toBe(left);

  for (const [link, heading, address] of [
    ["Pictures", "Pictures", "/desk/content/pictures"],
    ["History", "History", "/desk/content/history"],
    ["Notice", "Notice", "/desk/content/clinic/notice"],
    ["Game levels", "Game levels", "/desk/content/game"],
    ["Home page", "Home page", "/desk/content/pages/home"],
  ] as const) {
    await page.getByRole("main").getByRole("link", { name: link, exact: true }).click();
    await expectOpened(page, heading, address);
    await expect(
      page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Content" }),
    ).toHaveAttribute("aria-current", "true");
    await page.getByRole("link", { name: "All content" }).click();
    await expectOpened(page, "Content", "/desk/content");
  }
});

test("an address of an earlier release leads to the same screen, also through the sign-in", async ({
  page,
  server,
}) => {
  const account = newEditor(server);
  await page.goto("/desk/content?document=articles%2Ffirst-aid-for-the-eye.md&line=29#preview");
  const moved = "/desk/content/articles/first-aid-for-the-eye?line=29#preview";
  await expect(page).toHaveURL(moved);
  await page.getByLabel("Name").fill(account.name);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
  await expect(page).toHaveURL(moved);
  await expect(page).toHaveTitle(/^First aid for the eye · /);

  for (const [old, address, heading] of [
    ["?document=clinic.toml&part=hours", "/clinic/hours", "Opening hours and closures"],
    ["?pictures", "/pictures", "Pictures"],
    ["?history", "/history", "History"],
    ["?preview=%2Fhome", "/preview/home", "The page /home before it is published"],
  ] as const) {
    await page.goto(`/desk/content${old}`);
    await expect(page).toHaveURL(`/desk/content${address}`);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
  // Back does not lead to the old address, which would lead here again.
  await page.goBack();
  await expect(page).toHaveURL("/desk/content/history");
});

test("a message leads to its place in the document that is open", async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  await signIn(page, newEditor(server));
  await page.goto("/desk/content/articles/first-aid-for-the-eye");
  await page.getByRole("radio", { name: "Unformatted" }).check();
  await page.getByLabel("Text, unformatted").fill("First.\n\n<div>HTML</div>\n\nLast.\n");
  await page.getByRole("radio", { name: "Formatted", exact: true }).check();
  await page.getByRole("link", { name: "Go there" }).first().click();
  await expect(page).toHaveURL(/articles\/first-aid-for-the-eye\?line=\d+$/);
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
});
