// Before publishing: the preview that follows the typing, the checks that lead to the place, discarding and deleting.
import type { Page } from "@playwright/test";
import { axeViolations, smallTargets } from "./accessibility-checks";
import {
  FIRST_WORDS,
  fillInFields,
  newEditor,
  previewFrame,
  replaceText,
  saved,
  startArticle,
  textEditor,
} from "./content-editor";
import { test } from "./shared-site-test";
import { expect } from "./site-test";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("the preview follows the typing before anything is saved, and keeps its place", async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/);
  await startArticle(page, server);
  const text = previewFrame(page).getByRole("main");
  await expect(text).toContainText(FIRST_WORDS);
  const requests: string[] = [];
  let running = 0;
  let mostRunning = 0;
  page.on("request", (request) => {
    if (!request.url().endsWith("/content/preview")) return;
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    requests.push(request.method());
  });
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/content/preview")) running -= 1;
  });
  await page.route("**/api/desk/content/articles/**", (route) => route.abort());
  await previewFrame(page)
    .locator("html")
    .evaluate((root) => root.ownerDocument.defaultView?.scrollTo(0, 150));
  await replaceText(page, "These words are not saved at all, and the preview shows them.");
  await expect(text).toContainText("the preview shows them.");
  const scrolled = await previewFrame(page)
    .locator("html")
    .evaluate((root) => root.ownerDocument.defaultView?.scrollY);
  expect(scrolled).toBe(150);
  expect(mostRunning).toBe(1);
  expect(requests.length).toBeGreaterThan(0);
  await page.unroute("**/api/desk/content/articles/**");

  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(previewFrame(page).locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "Laptop" }).check();
  await expect
    .poll(() =>
      previewFrame(page)
        .locator("body")
        .evaluate((body) => body.clientWidth),
    )
    .toBe(1280);
});

test("a text that cannot be rendered says so, and the last page stays", async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  await startArticle(page, server);
  const text = previewFrame(page).getByRole("main");
  await expect(text).toContainText(FIRST_WORDS);
  await page.getByRole("radio", { name: "Unformatted" }).check();
  await page.getByLabel("Text, unformatted").fill("[A page that does not exist](/nowhere)");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText(
    "The preview waits until this is filled in or corrected:",
  );
  await expect(text).toContainText(FIRST_WORDS);
  await page.getByLabel("Text, unformatted").fill("Nothing is wrong any more.");
  await expect(text).toContainText("Nothing is wrong any more.");
  await saved(page);
});

test("a shared preview opens for a colleague who signs in", async ({
  page,
  server,
  browser,
  baseURL,
}) => {
  const { path } = await startArticle(page, server);
  await replaceText(page, "Words for a colleague.");
  await saved(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, "Share this preview").click();
  await expect(page.getByText("The link is copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`/desk/content/preview/${path.replace(".md", "")}`);
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const colleague = await context.newPage();
  await colleague.goto(link);
  await expect(colleague.getByRole("heading", { name: "Sign in to the staff desk" })).toBeVisible();
  const account = newEditor(server);
  await colleague.getByLabel("Name").fill(account.name);
  await colleague.getByLabel("Password").fill(account.password);
  await button(colleague, "Sign in").click();
  await expect(previewFrame(colleague).getByRole("main")).toContainText("Words for a colleague.");
  await context.close();
});

test("errors refuse, warnings ask, and both lead to the place", { tag: "@own-site" }, async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  const { title } = await startArticle(page, server);
  await fillInFields(page);
  await page.getByRole("radio", { name: "Unformatted" }).check();
  await page
    .getByLabel("Text, unformatted")
    .fill("First paragraph.\n\nRead [more](/services).\n\nA [dead link](/nowhere).\n");
  await saved(page);
  await page.getByRole("link", { name: "All content" }).click();
  await page.getByRole("button", { name: /^Publish / }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Correct this first")).toBeVisible();
  await expect(button(page, /^Publish (now|anyway)/)).toBeHidden();
  const dead = dialog
    .getByRole("region", { name: title })
    .getByRole("listitem")
    .filter({ hasText: "/nowhere" });
  await dead.getByRole("link", { name: "Go there" }).click();
  await expect(textEditor(page)).toBeFocused();
  const selected = () =>
    page.evaluate(
      () => document.getSelection()?.anchorNode?.parentElement?.closest("p")?.textContent,
    );
  await expect.poll(selected).toContain("A dead link");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("Nothing dead.");
  await saved(page);

  await page.getByRole("link", { name: "All content" }).click();
  await page.getByRole("button", { name: /^Publish / }).click();
  await expect(dialog.getByText("This could be better")).toBeVisible();
  const section = dialog.getByRole("region", { name: title });
  await expect(section).toContainText("does not say where the link leads");
  await expect(section).toContainText("names no source");
  await button(page, "Publish anyway").click();
  await expect(dialog).toBeHidden();
});

test("changes are discarded, and a document is deleted and kept again", {
  tag: "@own-site",
}, async ({ page, server }) => {
  await startArticle(page, server);
  await saved(page);
  await button(page, "Discard this new document").click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Content" })).toBeVisible();

  await page.goto("/desk/content/services/dry-eye-treatment");
  await replaceText(page, "Other words.");
  await saved(page);
  await button(page, "Discard the changes").click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(textEditor(page)).not.toContainText("Other words.");
  await expect(button(page, "Discard the changes")).toBeHidden();

  await button(page, "Delete this document").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const recent = page.getByRole("region", { name: "Recently edited" });
  const row = recent.getByRole("listitem").filter({ hasText: "Will be deleted" });
  await expect(row).toBeVisible();
  await row.getByRole("link").click();
  await button(page, "Keep the document").click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
  await expect(textEditor(page)).toBeVisible();
});

test.describe("accessibility", () => {
  test.use({ bypassCSP: true });
  test("the dialog that publishes is accessible on a phone", { tag: "@own-site" }, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await startArticle(page, server);
    await fillInFields(page);
    await saved(page);
    await page.getByRole("link", { name: "All content" }).click();
    await page.getByRole("button", { name: /^Publish / }).click();
    await expect(button(page, /^Publish (now|anyway)/)).toBeVisible();
    expect.soft(await axeViolations(page)).toEqual([]);
    expect.soft(await smallTargets(page)).toEqual([]);
  });
});
