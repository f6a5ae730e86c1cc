// Editing the site at the desk: an editor's account, a new article, its text, and whether it is saved.
import { randomUUID } from "node:crypto";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { addStaff, newAccount, type StaffAccount, signIn } from "./desk-staff";
import { button } from "./game-player";
import type { DeskServer } from "./test-server";

/** The address of a document's screen, such as `articles/first-aid.md`. */
export const documentAddress = (path: string): string =>
  `/desk/content/${path.replace(/\.md$/, "")}`;

export const textEditor = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Text", exact: true });

export const previewFrame = (page: Page): FrameLocator =>
  page.frameLocator("iframe[title='Preview of the page']");

export const saved = (page: Page): Promise<void> =>
  expect(page.getByRole("status").filter({ hasText: "Everything is saved." })).toBeVisible();

export function newEditor(server: DeskServer): StaffAccount {
  const account = newAccount("editor");
  addStaff(account, "editor", server.data);
  return account;
}

/** The first words of every article that a test starts. */
export const FIRST_WORDS = "The first words.";

/** Signs in as a new editor, starts an article and writes its first words. */
export async function startArticle(
  page: Page,
  server: DeskServer,
): Promise<{ title: string; path: string; account: StaffAccount }> {
  const account = newEditor(server);
  const title = `Test ${randomUUID().slice(0, 8)}`;
  await signIn(page, account);
  await page.goto("/desk/content");
  await button(page, "New article").click();
  await page.getByLabel("Title").fill(title);
  await button(page, "Start writing").click();
  await expect(textEditor(page)).toBeVisible();
  await write(page, FIRST_WORDS);
  return { title, path: `articles/${title.toLowerCase().replace(" ", "-")}.md`, account };
}

/** Writes at the end of the text, at once: key by key, a slow machine would save a part of the words. */
export async function write(page: Page, text: string): Promise<void> {
  await textEditor(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(text);
}

/** The status says that everything is saved before the first key as well. */
export async function writeAndSave(page: Page, text: string): Promise<void> {
  const sent = page.waitForResponse((response) => response.request().method() === "PUT");
  await write(page, text);
  await sent;
  await saved(page);
}

/** Fills in what an article needs besides its title and its text before it can be published. */
export async function fillInFields(page: Page): Promise<void> {
  await page.getByLabel("Summary").fill("What this article is about.");
  await button(page, "Choose a picture").click();
  const dialog = page.getByRole("dialog", { name: "Choose a picture" });
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await expect(dialog).toBeHidden();
}

/** Types instead of the text. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await textEditor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}
