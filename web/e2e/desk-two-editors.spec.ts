// Two people edit the same file in two browsers, one person in two tabs, and two people one after the other in one browser:
// no word is lost.
import type { Browser, BrowserContext, Page } from "@playwright/test";
import {
  documentAddress,
  FIRST_WORDS,
  newEditor,
  saved,
  startArticle,
  textEditor,
  write,
  writeAndSave,
} from "./content-editor";
import { type StaffAccount, signIn } from "./desk-staff";
import { fillByEditing } from "./firefox";
import { button } from "./game-player";
import { test } from "./shared-site-test";
import { expect } from "./site-test";
import type { DeskServer } from "./test-server";

async function openBrowser(
  browser: Browser,
  server: DeskServer,
): Promise<{ page: Page; account: StaffAccount; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: server.address });
  if (browser.browserType().name() === "firefox") await fillByEditing(context);
  const page = await context.newPage();
  const account = newEditor(server);
  await signIn(page, account);
  return { page, account, context };
}

const part = (name: string) => `/desk/content/clinic/${name}`;
const status = (page: Page) => page.getByRole("status").first();

test("the opening hours and the notice, changed at the same time, are both published without a question", {
  tag: "@own-site",
}, async ({ page, server, browser, browserErrors }) => {
  browserErrors.allow(/status of (412|422)/);
  await signIn(page, newEditor(server));
  const other = await openBrowser(browser, server);
  // Both have the file open before either changes it.
  await page.goto(part("hours"));
  await other.page.goto(part("notice"));
  const monday = page.getByRole("group", { name: "Monday", exact: true });
  await expect(monday.getByLabel("Opens")).toBeVisible();
  await button(other.page, "Add a notice").click();
  await other.page.getByLabel("Text", { exact: true }).fill("The lift is being repaired.");
  await other.page.getByLabel("Last day").fill("2030-01-31");
  await monday.getByLabel("Opens").fill("09:30");
  await saved(page);
  await saved(other.page);
  // Each goes on, so that both have merged the words of the other.
  await page.getByRole("group", { name: "Tuesday", exact: true }).getByLabel("Opens").fill("10:30");
  await other.page.getByLabel("Text", { exact: true }).fill("The lift is being repaired today.");
  await saved(page);
  await saved(other.page);
  for (const screen of [page, other.page]) {
    await expect(screen.getByRole("region", { name: "Two versions" })).toHaveCount(0);
  }

  await page.getByRole("link", { name: "All content" }).click();
  await page.getByRole("button", { name: /^Publish / }).click();
  // Whoever saved last has it ticked.
  await page.getByRole("checkbox", { name: /^Clinic / }).check();
  await page.getByRole("button", { name: /^Publish (now|anyway)/ }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(async () => {
    const home = await (await page.request.get("/home")).text();
    expect(home).toContain("The lift is being repaired today.");
    const about = await (await page.request.get("/about-us")).text();
    expect(about).toContain("9:30 AM");
    expect(about).toContain("10:30 AM");
  }).toPass();
  await other.context.close();
});

test("one picture, described by two people, keeps both descriptions until one of them decides", {
  tag: "@own-site",
}, async ({ page, server, browser, browserErrors }) => {
  browserErrors.allow(/status of 412/);
  await signIn(page, newEditor(server));
  const other = await openBrowser(browser, server);
  const field = (screen: Page) => screen.getByLabel("What the picture shows");
  for (const screen of [page, other.page]) {
    await screen.goto("/desk/content/pictures");
    await button(screen, "Change Picture “team director”").click();
    await expect(field(screen)).toBeVisible();
  }
  await field(other.page).fill("The director at her desk");
  await button(other.page, "Save").click();
  await expect(other.page.getByRole("dialog")).toBeHidden();
  await field(page).fill("A woman in a white coat");
  await button(page, "Save").click();
  await expect(page.getByRole("alert").getByText("The director at her desk")).toBeVisible();
  await expect(field(page)).toHaveValue("A woman in a white coat");
  await button(page, "Put both into the field").click();
  await button(page, "Save").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const both = "The director at her desk A woman in a white coat";
  await expect(page.getByRole("listitem").filter({ hasText: both })).toBeVisible();

  // A description alone can be published.
  await page.getByRole("link", { name: "All content" }).click();
  await button(page, "Publish 1 change").click();
  const written = page.getByRole("checkbox", { name: /^Descriptions of pictures .* and you/ });
  await expect(page.getByText("Tick the changes above that visitors shall see.")).toBeVisible();
  await written.check();
  await page.getByRole("button", { name: /^Publish (now|anyway)/ }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button(page, "Everything is published")).toBeVisible();
  await other.context.close();
});

test("a colleague's paragraph appears while the cursor stays where it is", async ({
  page,
  server,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 412/);
  const { path } = await startArticle(page, server);
  await write(page, " First.");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("Second.");
  await saved(page);
  const other = await openBrowser(browser, server);
  await other.page.goto(documentAddress(path));
  await writeAndSave(other.page, " Words of a colleague.");
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("Mine: ");
  await expect(textEditor(page)).toContainText("Words of a colleague.");
  await page.keyboard.insertText("more. ");
  await saved(page);
  await expect(textEditor(page)).toContainText(`Mine: more. ${FIRST_WORDS}`);
  await expect(page.getByRole("region", { name: "Two versions" })).toHaveCount(0);
  await other.context.close();
});

test("a colleague's paragraph appears in the Markdown view while the cursor stays where it is", async ({
  page,
  server,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 412/);
  const { path } = await startArticle(page, server);
  await write(page, " First.");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("Second.");
  await saved(page);
  const other = await openBrowser(browser, server);
  await other.page.goto(documentAddress(path));
  await writeAndSave(other.page, " Words of a colleague.");
  await page.getByRole("radio", { name: "Unformatted" }).check();
  const plain = page.getByLabel("Text, unformatted");
  await plain.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("Mine: ");
  await expect(plain).toHaveValue(/Words of a colleague\./);
  await page.keyboard.insertText("more. ");
  await expect(plain).toHaveValue(new RegExp(`^Mine: more\\. ${FIRST_WORDS}`));
  await saved(page);
  await other.context.close();
});

/** The line about others. What a screen reader is told is beside it. */
const openToo = (page: Page) =>
  page.locator("p:not([aria-live])").filter({ hasText: /this open too\.$/ });
/** As when the tab comes to the front: it asks at once who else is here. */
const lookAgain = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));

test("two people who have a document open see each other's name until one leaves", async ({
  page,
  server,
  browser,
}) => {
  const { path, account } = await startArticle(page, server);
  await saved(page);
  const other = await openBrowser(browser, server);
  await other.page.goto(documentAddress(path));
  await expect(openToo(other.page)).toHaveText(`${account.name} has this open too.`);
  await lookAgain(page);
  await expect(openToo(page)).toHaveText(`${other.account.name} has this open too.`);

  const left = other.page.waitForResponse("**/open-documents/leave");
  await other.page.getByRole("link", { name: "All content" }).click();
  await left;
  await lookAgain(page);
  await expect(openToo(page)).toHaveCount(0);

  // Closing the page is not waited for by anybody.
  await other.page.goto(documentAddress(path));
  await expect(openToo(other.page)).toBeVisible();
  await lookAgain(page);
  await expect(openToo(page)).toBeVisible();
  await other.page.goto("/home");
  await expect(async () => {
    await lookAgain(page);
    await expect(openToo(page)).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await other.context.close();
});

test("the line about a colleague moves nothing, on a phone, with the largest text and on a laptop", async ({
  page,
  server,
}) => {
  let names: string[] = [];
  await page.route("**/api/desk/content/open-documents", (route) =>
    route.fulfill({ json: { names } }),
  );
  await startArticle(page, server);
  await saved(page);
  const height = () => textEditor(page).evaluate((element) => element.getBoundingClientRect().top);
  for (const { width, text } of [
    { width: 360, text: "normal" },
    { width: 360, text: "largest" },
    { width: 1440, text: "normal" },
    { width: 1440, text: "largest" },
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((size) => document.documentElement.setAttribute("data-text", size), text);
    const before = await height();
    for (const colleagues of [
      ["Ngozi"],
      ["Ngozi Okonkwo-Adeleke the First", "Emeka Chukwuemeka"],
    ]) {
      names = colleagues;
      await lookAgain(page);
      await expect(openToo(page)).toContainText(names.join(" and "));
      const { left, right, top, bottom } = await openToo(page).evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom };
      });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(bottom - top).toBeGreaterThan(0);
      expect(await height()).toBe(before);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    names = [];
    await lookAgain(page);
    await expect(openToo(page)).toHaveCount(0);
    expect(await height()).toBe(before);
  }
});

test("two tabs of one person keep their own words on the device", async ({
  page,
  server,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 412|ERR_FAILED/);
  const { path } = await startArticle(page, server);
  await saved(page);
  const second = await context.newPage();
  await second.goto(documentAddress(path));
  await expect(textEditor(second)).toBeVisible();
  await second.route("**/api/desk/content/articles/**", (route) => route.abort());
  await write(second, " Words of the second tab.");
  await expect(status(second)).toContainText("kept on this device");
  await page.getByLabel("Summary").fill("Saved by the first tab.");
  await saved(page);
  await second.close({ runBeforeUnload: false });

  await page.reload();
  await expect(textEditor(page)).toContainText("Words of the second tab.");
  await expect(page.getByLabel("Summary")).toHaveValue("Saved by the first tab.");
  await saved(page);
});

test("words are not saved in the name of the next person who signs in", async ({
  page,
  server,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403|ERR_FAILED/);
  // A tab that the browser has frozen does not hear of the sign-in in another.
  await context.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {};
  });
  const { path, account } = await startArticle(page, server);
  await saved(page);
  // The tab learns of the other person from the answer to its words: until they are on the way, what it asks waits.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/desk/**", async (route) => {
    await released;
    await route.continue();
  });
  await context.clearCookies();
  const second = await context.newPage();
  await signIn(second, newEditor(server));

  const saving = page.waitForRequest(
    (request) => request.method() === "PUT" && request.url().endsWith(path),
  );
  await write(page, " Words of the first person.");
  await saving;
  release();
  await expect(page.getByRole("heading", { name: "Another account is signed in" })).toBeVisible();
  const draft = await second.request.get(`/api/desk/content/${path}`);
  expect(await draft.text()).not.toContain("Words of the first person.");
  await second.close();

  // The first person comes back and finds the words.
  await context.clearCookies();
  await signIn(page, account);
  await page.goto(documentAddress(path));
  await expect(textEditor(page)).toContainText("Words of the first person.");
  await saved(page);
});

test("a text that cannot be written as Markdown is kept, and the status line says that it is not saved", async ({
  page,
  server,
  browserErrors,
}) => {
  // There is no preview of a text with a mistake.
  browserErrors.allow(/status of 422 .*\/content\/preview/);
  const { path } = await startArticle(page, server);
  await page.getByRole("radio", { name: "Unformatted" }).check();
  await page.getByLabel("Text, unformatted").fill("<!-- A remark. -->\n\nSecond paragraph.\n");
  await page.getByRole("radio", { name: "Formatted", exact: true }).check();
  await saved(page);
  await page.locator("pre[data-markdown]").click();
  await page.keyboard.press("End");
  for (let key = 0; key < "-->".length; key += 1) await page.keyboard.press("Backspace");
  await expect(status(page)).toContainText("Not saved. A block of plain Markdown");
  await page.reload();
  await expect(textEditor(page)).toContainText("<!-- A remark.");
  await expect(status(page)).toContainText("Not saved. A block of plain Markdown");
  await page.goto(documentAddress(path));
  await expect(textEditor(page)).toContainText("<!-- A remark.");
  const dialog = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const warning = await dialog;
  expect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
});

test("words of an article that a colleague has discarded are found in the list, and made an article again", async ({
  page,
  server,
  browser,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/);
  const { path } = await startArticle(page, server);
  await saved(page);
  await page.route("**/api/desk/content/articles/**", (route) => route.abort());
  await write(page, " Words that only this device has.");
  await expect(status(page)).toContainText("kept on this device");
  await page.close({ runBeforeUnload: false });

  const other = await openBrowser(browser, server);
  await other.page.goto(documentAddress(path));
  await button(other.page, "Discard this new document").click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(other.page.getByRole("heading", { level: 1, name: "Content" })).toBeVisible();
  await other.context.close();

  const next = await context.newPage();
  await next.goto("/desk/content");
  const words = next.getByRole("region", { name: "Your words" });
  await expect(words).toContainText("Words that only this device has.");
  await words.getByRole("button", { name: "Make a new document of them" }).click();
  await expect(textEditor(next)).toContainText(`${FIRST_WORDS} Words that only this device has.`);
  await saved(next);
  expect(await next.evaluate(() => Object.keys(localStorage).join())).not.toContain("desk-draft");
});
