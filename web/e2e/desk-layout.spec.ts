// What only a browser shows about the layout of the desk: nothing covers, overlaps or wraps.
import type { Locator, Page } from "@playwright/test";
import { newEditor, startArticle, textEditor } from "./content-editor";
import { addStaff, newAccount, signIn } from "./desk-staff";
import { test } from "./shared-site-test";
import { expect } from "./site-test";

async function edges(
  target: Locator,
): Promise<{ top: number; bottom: number; left: number; right: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("it is not shown");
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

const status = (page: Page) => page.getByRole("status").first();

test("the toolbar stays below the line that says what is saved when the text is scrolled", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await startArticle(page, server);
  for (let line = 0; line < 30; line += 1) await page.keyboard.press("Enter");
  await page.keyboard.insertText("The last line.");
  await textEditor(page).getByText("The last line.").scrollIntoViewIfNeeded();
  const toolbar = page.getByRole("toolbar", { name: "Formatting" });
  await expect(async () => {
    const { bottom } = await edges(status(page));
    const { top } = await edges(toolbar);
    expect(bottom, "the line is at the top of the window").toBeLessThan(200);
    expect(top).toBeGreaterThanOrEqual(bottom - 1);
    expect(top).toBeLessThan(bottom + 8);
  }).toPass();
});

/** How many rows of pixels of the window have the text in them. */
const pixelsOfText = (page: Page) =>
  page.evaluate(() => {
    const middle = document.documentElement.clientWidth / 2;
    const rows = Array.from({ length: window.innerHeight }, (_, y) =>
      document.elementFromPoint(middle, y),
    );
    return rows.filter((at) => at?.closest("[role=textbox][aria-label=Text]")).length;
  });

const line = (page: Page, number: number) =>
  textEditor(page).getByText(`Line ${number}.`, { exact: true });

async function writeLines(page: Page): Promise<void> {
  await textEditor(page).focus();
  for (let number = 1; number <= 40; number += 1) {
    await page.keyboard.press("Enter");
    await page.keyboard.insertText(`Line ${number}.`);
  }
}

for (const [situation, height, share] of [
  ["with the keyboard closed", 800, 0.8],
  ["above an open keyboard", 420, 0.7],
] as const) {
  test(`on a phone, ${situation}, the bars leave the room to the text, and the toolbar is there`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await startArticle(page, server);
    await writeLines(page);
    await page.setViewportSize({ width: 360, height });
    await line(page, 20).click();
    const toolbar = page.getByRole("toolbar", { name: "Formatting" });
    await toolbar.getByRole("button", { name: "Table", exact: true }).click();
    await expect(textEditor(page).getByRole("table")).toBeVisible();
    await line(page, 19).evaluate((row) => row.scrollIntoView({ block: "start" }));
    await expect.poll(() => pixelsOfText(page)).toBeGreaterThan(height * share);
    await expect(toolbar).toBeInViewport({ ratio: 1 });
  });
}

test("no bar covers the line of the cursor when it moves up", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 420 });
  await startArticle(page, server);
  await writeLines(page);
  const toolbar = page.getByRole("toolbar", { name: "Formatting" });
  for (let step = 0; step < 25; step += 1) await page.keyboard.press("ArrowUp");
  await expect(async () => {
    const { bottom } = await edges(toolbar);
    const { top } = await edges(line(page, 15));
    expect(top).toBeGreaterThanOrEqual(bottom);
    expect(top).toBeLessThan(bottom + 100);
  }).toPass();
  // Somebody scrolls on, and then types.
  await line(page, 19).evaluate((row) => row.scrollIntoView({ block: "start" }));
  await page.keyboard.insertText("Here ");
  await expect(async () => {
    const { bottom } = await edges(toolbar);
    const { top } = await edges(textEditor(page).getByText("Here"));
    expect(top).toBeGreaterThanOrEqual(bottom);
    expect(top).toBeLessThan(bottom + 100);
  }).toPass();
});

test("with the largest text on a small phone, the opening hours fit", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.addInitScript(() => localStorage.setItem("text", "largest"));
  await signIn(page, newEditor(server));
  await page.goto("/desk/content/clinic/hours");
  const monday = page.getByRole("group", { name: "Monday", exact: true });
  const opens = await edges(monday.getByLabel("Opens"));
  const closes = await edges(monday.getByLabel("Closes"));
  expect(closes.right).toBeLessThanOrEqual(360);
  expect(closes.top, "below each other").toBeGreaterThan(opens.bottom);
});

test("the button to sign out stands beside an owner's links on a laptop, also with numbers", async ({
  page,
  server,
}) => {
  await page.route("**/api/desk/appointments/waiting", (route) =>
    route.fulfill({ json: { requests: 12, waiting: 5, closed: 0, toTell: 34, recalls: 12 } }),
  );
  const account = newAccount("owner");
  addStaff(account, "owner", server.data);
  await signIn(page, account);
  const links = page.getByRole("navigation", { name: "Desk" });
  const signOut = page.getByRole("button", { name: "Sign out" });
  await expect(links.getByRole("link", { name: /^Appointments.*\d/ })).toBeVisible();
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const rows = async () => {
      const [nav, button] = [await edges(links), await edges(signOut)];
      const isBeside = button.left >= nav.right && button.top >= nav.top;
      return { isBeside, isInTwoRows: nav.bottom - nav.top < 100 };
    };
    await expect.poll(rows, `at ${width}`).toEqual({ isBeside: true, isInTwoRows: true });
  }
});
