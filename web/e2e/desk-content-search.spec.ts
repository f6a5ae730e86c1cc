// An editor finds a document by the words in it, with the keyboard.
import { newEditor, textEditor, writeAndSave } from "./content-editor";
import { signIn } from "./desk-staff";
import { test } from "./own-site-test";
import { expect } from "./site-test";

test("an editor searches for words of a draft and opens the document, with the keyboard alone", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, newEditor(server));
  await page.goto("/desk/content/articles/first-aid-for-the-eye");
  await writeAndSave(page, " A zebrafish with a lantern.");
  await page.getByRole("link", { name: "All content" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Content" })).toBeFocused();

  await page.keyboard.press("/");
  const field = page.getByRole("searchbox", { name: "Search the content" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.keyboard.type("lantern ZEBRAFISH");
  const found = page.getByRole("region", { name: "Found" });
  await expect(found.getByRole("status")).toHaveText("1 place");
  await expect(found.getByText("A zebrafish with a lantern.")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(found.getByRole("link", { name: "First aid for the eye" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(textEditor(page)).toContainText("A zebrafish with a lantern.");
});
