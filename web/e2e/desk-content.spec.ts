// Staff edit the site in the browser: drafts, conflicts, preview, publishing, history.
import { randomUUID } from "node:crypto";
import { type Browser, expect as baseExpect, type Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import {
  documentAddress,
  FIRST_WORDS,
  fillInFields,
  newEditor,
  previewFrame,
  saved,
  startArticle,
  textEditor,
  write,
  writeAndSave,
} from "./content-editor";
import { signIn } from "./desk-staff";
import { button } from "./game-player";
import { test } from "./shared-site-test";
import { expect } from "./site-test";

async function inAnotherBrowser(
  browser: Browser,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  await run(await context.newPage());
  await context.close();
}

test("an article is written, previewed, published, corrected and restored", {
  tag: "@own-site",
}, async ({ page, server }) => {
  const { path, title } = await startArticle(page, server);
  const address = `/${path.replace(".md", "")}`;
  await write(page, " More words.");
  await fillInFields(page);
  await saved(page);
  expect((await page.request.get(address)).status()).toBe(404);
  const frame = previewFrame(page);
  await expect(frame.getByText(`${FIRST_WORDS} More words.`)).toBeVisible();

  const publish = async (note: string) => {
    await page.getByRole("link", { name: "All content" }).click();
    await page.getByRole("button", { name: /^Publish / }).click();
    await page.getByLabel("What has changed?").fill(note);
    await page.getByRole("button", { name: /^Publish (now|anyway)/ }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  const note = `First ${randomUUID()}`;
  await publish(note);
  await expect(async () => {
    expect(await (await page.request.get(address)).text()).toContain("More words.");
  }).toPass();

  await page.goto(documentAddress(path));
  await writeAndSave(page, " Wrong words.");
  await publish(`Second ${note}`);
  await page.getByRole("link", { name: "History" }).click();
  const second = page.getByRole("listitem").filter({ hasText: `Second ${note}` });
  await second.getByRole("button", { name: "Show the changes" }).click();
  await expect(second.getByRole("region", { name: title }).locator("ins")).toHaveText(
    /Wrong words\./,
  );
  const first = page
    .getByRole("listitem")
    .filter({ hasText: note })
    .filter({ hasNotText: `Second ${note}` });
  await first.getByRole("button", { name: "Restore the whole site" }).click();
  await button(page, "Restore").click();
  await expect(page.getByText("Restored.")).toBeVisible();
  await expect(async () => {
    expect(await (await page.request.get(address)).text()).not.toContain("Wrong words.");
  }).toPass();
});

test("two people who change the same document see both texts and keep both", async ({
  page,
  server,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 412/);
  const { path } = await startArticle(page, server);
  await saved(page);
  await inAnotherBrowser(browser, async (other) => {
    await signIn(other, newEditor(server));
    await other.goto(documentAddress(path));
    await writeAndSave(other, " Words of a colleague.");
  });
  await write(page, " My own words.");
  await expect(page.getByText("This document was changed by two people")).toBeVisible();
  // The question does not take the editor away from somebody who types.
  await expect(textEditor(page)).toBeFocused();
  await expect(page.getByRole("region", { name: "Two versions" }).locator("ins")).toHaveText([
    / My own words\./,
    / Words of a colleague\./,
  ]);
  await button(page, "Keep both texts").click();
  await saved(page);
  await expect(textEditor(page)).toContainText("My own words.");
  await expect(textEditor(page)).toContainText("Words of a colleague.");
});

test("words without a network are kept on the device, also when the tab is closed", async ({
  page,
  server,
  context,
  browserErrors,
}) => {
  // The page in the preview may still be loading its scripts.
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch dynamically imported/);
  const { path } = await startArticle(page, server);
  await saved(page);
  await context.setOffline(true);
  await write(page, " Written without a network.");
  await expect(page.getByText("No connection. Your words are kept on this device")).toBeVisible();
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(documentAddress(path));
  await expect(textEditor(next)).toContainText("Written without a network.");
  await saved(next);
});

test("words that were typed just before the page is hidden are on the device", async ({
  page,
  server,
}) => {
  await startArticle(page, server);
  await writeAndSave(page, " First words.");
  // In one task, so that no timer can have written them.
  const kept = await page.evaluate(async () => {
    document.execCommand("insertText", false, "At the last moment.");
    // The editor hears of it in a microtask.
    await Promise.resolve().then(() => Promise.resolve());
    const before = Object.values(localStorage).join("");
    document.dispatchEvent(new Event("visibilitychange"));
    return { before, after: Object.values(localStorage).join("") };
  });
  baseExpect(kept.before).not.toContain("At the last moment.");
  baseExpect(kept.after).toContain("At the last moment.");
});

test("a session that ends while typing keeps the words and asks to sign in", async ({
  page,
  server,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/);
  await page.clock.install();
  const { account } = await startArticle(page, server);
  await saved(page);
  // The form appears when nothing was typed for a second. A slow machine must not make such a pause.
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.clearCookies();
  await write(page, " Typed after the session");
  const refused = page.waitForResponse((response) => response.url().endsWith("/api/desk/me"));
  await page.keyboard.type(" ended, and not");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await refused;
  await page.keyboard.type(" into the password.");
  await page.clock.resume();
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.getByLabel("Password").fill(account.password);
  await button(page, "Sign in").click();
  await saved(page);
  await expect(textEditor(page)).toContainText(
    "Typed after the session ended, and not into the password.",
  );
});

test("leaving with words that are not saved warns", async ({ page, server }) => {
  const { path } = await startArticle(page, server);
  await saved(page);
  // Words are saved a second after the last key. A request that waits keeps them unsaved for as long as the test needs.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/desk/content/${path}`, async (route) => {
    await released;
    await route.continue();
  });
  await write(page, " x");
  const dialog = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const warning = await dialog;
  baseExpect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
  release();
  await saved(page);
});

test("a change in the form changes only that line of the file", async ({ page, server }) => {
  const { path } = await startArticle(page, server);
  await saved(page);
  const before = await draftOf(page, path);
  await page.getByLabel("Summary").fill("A new summary.");
  await saved(page);
  expect(await draftOf(page, path)).toBe(
    before.replace(/summary = ".*"/, 'summary = "A new summary."'),
  );
});

async function draftOf(page: Page, path: string): Promise<string> {
  const response = await page.request.get(`/api/desk/content/${path}`);
  return ((await response.json()) as { text: string }).text;
}

test.describe("accessibility", () => {
  // axe is added as an inline script.
  test.use({ bypassCSP: true });

  for (const viewport of [
    { width: 360, height: 800 },
    { width: 1440, height: 900 },
  ]) {
    test(`the content screens are accessible at ${viewport.width} px`, async ({ page, server }) => {
      await page.setViewportSize(viewport);
      await startArticle(page, server);
      await saved(page);
      for (const open of [
        async () => {},
        () => page.getByRole("link", { name: "All content" }).click(),
        () => page.getByRole("link", { name: "History" }).click(),
      ]) {
        await open();
        await expect(page.getByText("Loading...")).toBeHidden();
        expect.soft(await axeViolations(page)).toEqual([]);
        expect.soft(await smallTargets(page)).toEqual([]);
        expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      }
    });
  }
});
