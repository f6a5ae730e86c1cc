// An editor changes the order of the services: by dragging, and by keyboard. Each test has a site of its own, because what it
// publishes is on every page.
import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { newEditor } from "./content-editor";
import { signIn } from "./desk-staff";
import { drag } from "./drag";
import { button } from "./game-player";
import { pressByKeyboard, tabTo } from "./keyboard";
import { test } from "./own-site-test";
import { expect } from "./site-test";
import type { TestServer } from "./test-server";

test.use({ viewport: { width: 360, height: 800 } });

const rows = (page: Page) =>
  page.getByRole("list", { name: "Order of the services" }).getByRole("listitem");

const titles = (page: Page) =>
  rows(page)
    .getByText(/^\d+\. /)
    .allTextContents();

async function openOrder(page: Page, server: TestServer): Promise<void> {
  await signIn(page, newEditor(server));
  await page.goto("/desk/content");
  await page
    .getByRole("region", { name: "Services" })
    .getByRole("link", { name: "Change the order" })
    .click();
  await expect(rows(page)).toHaveCount(7);
}

test("an editor drags the second service to the top, moves it back by keyboard, and publishes an order @journey", async ({
  page,
  server,
}) => {
  await openOrder(page, server);
  const [first = "", second = ""] = (await titles(page)).map((title) => title.slice(3));
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);

  const handle = rows(page).nth(1).locator("[aria-hidden]").first();
  await drag(page, handle, rows(page).first());
  await expect.poll(() => titles(page).then((all) => all[0])).toBe(`1. ${second}`);
  const announced = page.getByRole("status").filter({ hasText: /of 7\.$/ });
  await expect(announced).toHaveText(`${second}: 1 of 7.`);

  const down = button(page, `Move down: ${second}`);
  await pressByKeyboard(page, down);
  await expect(announced).toHaveText(`${second}: 2 of 7.`);
  await expect(down).toBeFocused();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  // Back, because Firefox leaves the page after its last control.
  await tabTo(page, button(page, `Move down: ${first}`), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(announced).toHaveText(`${first}: 2 of 7.`);
  await pressByKeyboard(page, button(page, "Save the order"));
  await expect(page.getByText("The order is saved as a draft.", { exact: false })).toBeVisible();
  await expect(page.getByText("Everything is saved.")).toBeVisible();

  await page.getByRole("link", { name: "All content" }).click();
  await button(page, "Publish 2 changes").click();
  await button(page, "Publish now").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect
    .poll(async () => {
      const html = await (await page.request.get("/services")).text();
      return html.indexOf(`>${second}<`) < html.indexOf(`>${first}<`);
    })
    .toBe(true);
});

test.describe("with axe", () => {
  test.use({ bypassCSP: true });

  test("the screen of the order is accessible", async ({ page, server }) => {
    await openOrder(page, server);
    expect(await axeViolations(page)).toEqual([]);
  });
});
