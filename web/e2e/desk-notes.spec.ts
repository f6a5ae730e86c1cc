// An editor writes a note to colleagues on an article; another one finds it in the list and says that it is done. Each test has a site of
// its own, because the list has the notes of all.
import type { Browser, Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { documentAddress, newEditor, saved, startArticle } from "./content-editor";
import { signIn } from "./desk-staff";
import { button } from "./game-player";
import { pressByKeyboard } from "./keyboard";
import { test } from "./own-site-test";
import { expect } from "./site-test";
import type { TestServer } from "./test-server";

test.use({ viewport: { width: 360, height: 800 } });

const NOTE = "Please check the dose.\nI took it from the old leaflet.";

const openNotes = (page: Page) => page.getByRole("region", { name: "Open notes" });
const summary = (page: Page) => page.getByText(/^Notes to colleagues/);

async function openColleague(browser: Browser, server: TestServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: { width: 360, height: 800 },
  });
  const page = await context.newPage();
  await signIn(page, newEditor(server));
  return page;
}

async function writeNote(page: Page): Promise<void> {
  await summary(page).click();
  await page.getByLabel("New note").fill(NOTE);
  await button(page, "Save note").click();
  await expect(page.getByText("The note is saved.")).toBeVisible();
}

test("an editor writes a note, a colleague finds it in the list and says that it is done", async ({
  page,
  server,
  browser,
}) => {
  const { title, account } = await startArticle(page, server);
  await saved(page);
  await writeNote(page);
  await expect(page.getByLabel("New note")).toHaveValue("");

  const colleague = await openColleague(browser, server);
  await colleague.goto("/desk/content");
  await expect(openNotes(colleague)).toContainText("Please check the dose.");
  await expect(openNotes(colleague)).toContainText(account.name);
  expect(await horizontalOverflow(colleague)).toBeLessThanOrEqual(0);
  await openNotes(colleague).getByRole("link", { name: title }).click();
  await expect(summary(colleague)).toHaveText("Notes to colleagues: 1 open");
  await pressByKeyboard(colleague, button(colleague, "Done"));
  await expect(colleague.getByText("The note is done.")).toBeVisible();
  await expect(button(colleague, "Open again")).toBeFocused();
  expect(await horizontalOverflow(colleague)).toBeLessThanOrEqual(0);
  expect(await smallTargets(colleague)).toEqual([]);
  await colleague.getByRole("link", { name: "All content" }).click();
  await expect(colleague.getByRole("heading", { name: "Articles" })).toBeVisible();
  await expect(openNotes(colleague)).toHaveCount(0);
  await colleague.context().close();
});

test("notes follow an article to another address, and so do words that are not sent yet", async ({
  page,
  server,
}) => {
  const { title, path } = await startArticle(page, server);
  await saved(page);
  await writeNote(page);
  await page.getByLabel("New note").fill("Half a note");
  await button(page, "Change the address").click();
  await page.getByLabel("Last part of the address").fill("moved");
  await button(page, "Change it").click();
  await expect(page).toHaveURL(/\/desk\/content\/articles\/moved$/);
  await expect(summary(page)).toHaveText("Notes to colleagues: 1 open");
  await expect(page.getByLabel("New note")).toHaveValue("Half a note");
  await page.goto("/desk/content");
  await openNotes(page).getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(/\/desk\/content\/articles\/moved$/);
  expect(documentAddress(path)).not.toBe("/desk/content/articles/moved");
});

test.describe("with axe", () => {
  test.use({ bypassCSP: true });

  test("the notes on a document and the list of open ones are accessible", async ({
    page,
    server,
  }) => {
    await startArticle(page, server);
    await saved(page);
    await writeNote(page);
    await expect(summary(page)).toHaveText("Notes to colleagues: 1 open");
    expect.soft(await axeViolations(page)).toEqual([]);
    await page.goto("/desk/content");
    await expect(openNotes(page)).toBeVisible();
    expect.soft(await axeViolations(page)).toEqual([]);
  });
});
