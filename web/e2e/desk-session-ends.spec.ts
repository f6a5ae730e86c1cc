// A session ends while somebody works: whoever signs in again finds the open dialog, its words and the cursor in them.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { newEditor, textEditor } from "./content-editor";
import { type StaffAccount, signIn } from "./desk-staff";
import { button } from "./game-player";
import { test } from "./shared-site-test";
import { expect } from "./site-test";

/** The session is over, and the page notices. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("heading", { name: "Sign in to the staff desk" })).toBeVisible();
}

async function signInAgain(page: Page, { password }: StaffAccount): Promise<void> {
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.insertText(password);
  await button(page, "Sign in").click();
}

test("an open dialog and its words are there after signing in again @journey", async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/);
  const account = newEditor(server);
  await signIn(page, account);
  await page.goto("/desk/content");
  await button(page, "New article").click();
  const dialog = page.getByRole("dialog", { name: "New article" });
  const words = `Words in a dialog ${randomUUID().slice(0, 8)}`;
  await dialog.getByLabel("Title").fill(words);
  await endSession(page);
  await expect(dialog).toBeHidden();
  await signInAgain(page, account);
  await expect(dialog.getByLabel("Title")).toHaveValue(words);
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await page.keyboard.insertText(", finished");
  await button(page, "Start writing").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${words}, finished`);
});

test("a dialog inside the list of pictures and one in the editor stay as well", async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/);
  const account = newEditor(server);
  await signIn(page, account);
  await page.goto("/desk/content/pictures");
  await page
    .getByRole("button", { name: /^Change / })
    .first()
    .click();
  const description = page.getByRole("dialog").getByLabel("What the picture shows");
  await description.fill("Another description.");
  await endSession(page);
  await signInAgain(page, account);
  await expect(description).toHaveValue("Another description.");
  await expect(description).toBeFocused();

  await page.goto("/desk/content/articles/first-aid-for-the-eye");
  await textEditor(page).focus();
  await page.keyboard.press("ControlOrMeta+k");
  const words = page.getByRole("dialog", { name: "Add a link" }).getByLabel("Words to show");
  await words.fill("our services");
  await endSession(page);
  await signInAgain(page, account);
  await expect(words).toHaveValue("our services");
  await expect(words).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(words).toBeHidden();
  await expect(textEditor(page)).toBeFocused();
});
