// "Is it urgent?": what somebody with an eye problem does.
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { pressByKeyboard } from "./keyboard";
import { setTime } from "./opening-time";
import { expect, heading, idle, open, test } from "./site-test";

const WAY_OUT = "If you suddenly see less, have bad eye pain";
const FIRST_QUESTION = /^A chemical, cement, bleach/;
const NOW = "Go to a hospital with an eye department now";
const SUNDAY = new Date("2026-11-15T10:00:00+01:00");

test.use({ viewport: { width: 360, height: 800 } });

test("a visitor answers, goes back, and sees where to go", { tag: "@journey" }, async ({
  page,
}) => {
  await open(page, "/home");
  await page.getByRole("banner").getByRole("link", { name: "Is it urgent?" }).click();
  await expect(heading(page)).toHaveText("Is it urgent?");
  await expect(page.getByText(WAY_OUT)).toBeVisible();
  await page.getByRole("link", { name: "Start the questions" }).click();
  await expect(heading(page)).toHaveText(FIRST_QUESTION);
  await expect(heading(page)).toBeFocused();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await expect(heading(page)).toHaveText(/^Something pierced or cut/);
  await expect(page.getByText(WAY_OUT)).toBeVisible();
  await page.goBack();
  await expect(heading(page)).toHaveText(FIRST_QUESTION);
  await page.getByRole("button", { name: "Not sure" }).click();
  await expect(heading(page)).toHaveText(NOW);
  await expect(page.getByText(WAY_OUT)).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /WhatsApp|Choose a time|Call/ })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Contact the clinic" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Show this at the hospital" })).toContainText(
    "Not sure",
  );
  await page.getByRole("link", { name: "First aid for the eye" }).first().click();
  await expect(page).toHaveURL(/first-aid/);
  await page.goBack();
  await expect(heading(page)).toHaveText(NOW);
  await page.reload();
  await expect(heading(page)).toHaveText("Is it urgent?");
});

test("the answers are neither stored nor sent", async ({ page }) => {
  const sent: string[] = [];
  await open(page, "/urgent");
  await page.getByRole("link", { name: "Start the questions" }).click();
  await idle(page);
  page.on("request", (request) => sent.push(request.url()));
  const stored = () =>
    page.evaluate(async () => ({
      ...localStorage,
      ...sessionStorage,
      cookies: document.cookie,
      state: JSON.stringify(history.state),
      databases: (await indexedDB.databases()).length,
    }));
  const before = await stored();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByRole("button", { name: "Not sure" }).click();
  await expect(heading(page)).toHaveText(NOW);
  await idle(page);
  expect(sent).toEqual([]);
  const { state, ...rest } = await stored();
  expect(rest).toEqual({ ...before, state: undefined });
  expect(Object.keys(JSON.parse(state)).sort()).toEqual(
    Object.keys(JSON.parse(before.state)).sort(),
  );
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/urgent");
});

test("a visitor uses only the keyboard", async ({ page }) => {
  await setTime(page, SUNDAY);
  await open(page, "/urgent");
  await pressByKeyboard(page, page.getByRole("link", { name: "Start the questions" }));
  await expect(heading(page)).toBeFocused();
  await pressByKeyboard(page, page.getByRole("button", { name: "Yes" }));
  await expect(heading(page)).toHaveText(NOW);
  await pressByKeyboard(page, page.getByRole("button", { name: /Start the 20-minute/ }));
  await expect(page.getByRole("timer")).toHaveText("20:00");
});

test("when the clinic is closed, a problem for today leads to hospital", async ({ page }) => {
  await setTime(page, SUNDAY);
  await open(page, "/urgent");
  await page.getByRole("link", { name: "Start the questions" }).click();
  for (let question = 1; question <= 12; question += 1) {
    await expect(page.getByText(`Question ${question} of 25`)).toBeVisible();
    await page.getByRole("button", { name: "No", exact: true }).click();
  }
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(heading(page)).toHaveText("Go to a hospital with an eye department within 24 hours");
  await expect(page.getByText("Our clinic is closed now.")).toBeVisible();
});

test.describe("accessible", () => {
  // The content security policy forbids the script that the test adds to run axe.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

  test("question and result with the largest text", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("text", "largest"));
    await open(page, "/urgent");
    await page.getByRole("link", { name: "Start the questions" }).click();
    for (const [title, next] of [
      [FIRST_QUESTION, "Yes"],
      [NOW, null],
    ] as const) {
      await expect(heading(page)).toHaveText(title);
      expect(await axeViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      expect(await smallTargets(page)).toEqual([]);
      if (next) await page.getByRole("button", { name: next }).click();
    }
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor reads the list, most urgent first", async ({ page }) => {
    await page.goto("/urgent");
    await expect(page.getByText(WAY_OUT)).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      "Go to hospital now",
      "Within 24 hours",
      "Within a week",
      "Book a visit",
      "Read more",
    ]);
    await page.getByRole("main").getByRole("link", { name: "Your newborn's eyes" }).click();
    await expect(page).toHaveURL("/articles/your-newborns-eyes");
    await page.goBack();
    await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(25);
  });
});
