// An editor writes a table with prices into an article, on a phone and by keyboard.
import { axeViolations, horizontalOverflow } from "./accessibility-checks";
import { fillInFields, previewFrame, saved, startArticle, textEditor } from "./content-editor";
import { button } from "./game-player";
import { press, tabTo } from "./keyboard";
import { test } from "./own-site-test";
import { expect } from "./site-test";

test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });

test("a table is inserted and grows by keyboard, and visitors see it with its headers", async ({
  page,
  server,
}) => {
  const { path } = await startArticle(page, server);
  const pressTool = async (name: string) => {
    await press(page, "Alt+F10");
    await tabTo(page, button(page, name), "ArrowRight");
    await page.keyboard.press("Enter");
    await expect(textEditor(page)).toBeFocused();
  };
  const table = textEditor(page).getByRole("table");
  await pressTool("Table");
  await expect(table).toBeVisible();
  await page.keyboard.insertText("Visit");
  await press(page, "Tab");
  await page.keyboard.insertText("Price");
  for (const name of ["Add a column on the right", "Add a column on the right"]) {
    await pressTool(name);
    await page.keyboard.insertText("Averyveryverylongword");
  }
  for (const words of ["one", "two", "three"]) {
    await press(page, "Enter");
    await page.keyboard.insertText(words);
  }
  await expect(table.getByRole("row")).toHaveCount(4);
  await pressTool("Remove the row");
  await expect(table.getByRole("row")).toHaveCount(3);
  await saved(page);
  await expect(previewFrame(page).getByRole("columnheader", { name: "Visit" })).toBeVisible();
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await fillInFields(page);
  await saved(page);
  await button(page, "Publish").click();
  await button(page, "Publish anyway").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const address = `/${path.replace(/\.md$/, "")}`;
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(200);
  await page.goto(address);
  const region = page.getByRole("region", { name: /^Table: Visit, Price/ });
  await expect(region.getByRole("columnheader")).toHaveCount(4);
  await expect(region.getByRole("cell", { name: "two" })).toBeVisible();
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  expect(await region.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await region.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await axeViolations(page)).toEqual([]);
});
