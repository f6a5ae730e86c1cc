// Makes the pictures of docs/content.md: `make docs-pictures`. Not part of the tests, which show the same screens elsewhere.
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { addStaff, signIn } from "../desk-staff";
import { test } from "../own-site-test";
import { expect } from "../site-test";

const folder = resolve(import.meta.dirname, "../../../docs/pictures");

test.describe.configure({ mode: "default" });
// Before there is an owner, the desk does not exist yet.
test.beforeEach(({ browserErrors }) => browserErrors.allow(/status of 404 .*\/api\/desk\/me/));

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `desk-${name}.png`), animations: "disabled" });
}

test("the screen behind the printed link", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const link = server.printed.find((line) => line.includes("/desk/setup#")) ?? "";
  await page.goto(`${server.address}/desk/setup${link.match(/#\S+/)?.[0]}`);
  await page.getByLabel("Name").fill("Ada");
  await take(page, "setup");
});

test("the screens of the content", async ({ page, server }) => {
  const account = { name: "Ada", password: "lamp river seven paper" };
  addStaff(account, "editor", server.data);
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, account);
  await page.goto("/desk/content");
  await expect(page.getByRole("link", { name: "Frames" })).toBeVisible();
  await take(page, "list");

  await page.goto("/desk/content/clinic/hours");
  await page.getByRole("group", { name: "Monday" }).scrollIntoViewIfNeeded();
  await take(page, "hours");

  await page.goto("/desk/content/pictures");
  await expect(page.getByText("Used in").first()).toBeVisible();
  const picture = page.getByRole("listitem").filter({ hasText: "Frames" }).first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await take(page, "pictures");

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/desk/content/services/frames");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(
    " Appropriate adjustment necessitates professional examination of individual requirements and anatomical particularities.",
  );
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  const frame = page.frameLocator("iframe[title='Preview of the page']");
  await expect(frame.getByRole("main")).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(page, "document");

  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("link", { name: "All content" }).click();
  await page.getByRole("button", { name: /^Publish / }).click();
  await expect(page.getByRole("button", { name: /^Publish (now|anyway)/ })).toBeVisible();
  await take(page, "publish");
});
