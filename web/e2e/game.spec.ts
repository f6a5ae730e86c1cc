import type { Page } from "@playwright/test";
import {
  ASKED_TO_WAIT,
  button,
  click,
  find,
  LEVELS,
  level,
  openGame,
  playPerfectly,
  spots,
  stored,
  tap,
} from "./game-player";
import { expect, test } from "./visit";

const HEADING = "Play. Spot. Win! Get 5% Off When You Find All the Hidden Differences!";
const PERFECT = "Congratulations! You found 11 of 11 differences!";

test.beforeEach(({ trouble }) => trouble.expect(ASKED_TO_WAIT));

/** Past the menu and whatever else comes before the picture. */
async function tabToSpot(page: Page): Promise<void> {
  const isSpot = () =>
    page.evaluate(() => document.activeElement?.hasAttribute("data-spot") ?? false);
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press("Tab");
    if (await isSpot()) return;
  }
  throw new Error("no spot within sixty stops of the Tab key");
}

test("a visitor reads the promise, the level and what is still to find", async ({ page }) => {
  await openGame(page);
  await expect(page.getByRole("heading", { level: 1, name: HEADING, exact: true })).toBeVisible();
  await expect(level(page, LEVELS[0].heading)).toBeVisible();
  await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
});

test("a player finds all eleven with the mouse and reads every sentence", async ({ page }) => {
  await openGame(page);
  await find(page, click);
  await button(page, "Submit & Next").click();
  expect(await stored(page, "totalFound")).toBe("[1]");
  await expect(level(page, LEVELS[1].heading)).toBeFocused();
  await expect(page.getByText("Found so far: 1 of 11")).toBeVisible();

  await find(page, click);
  await button(page, "Submit & Next").click();
  const afterTwo: unknown = JSON.parse((await stored(page, "totalFound")) ?? "");
  expect(afterTwo).toHaveLength(6);
  await expect(level(page, LEVELS[2].heading)).toBeFocused();

  await find(page, click);
  await expect(page.getByText("Found so far: 11 of 11")).toBeVisible();
  await button(page, "See Results").click();
  await expect(level(page, "Eyes like a hawk!")).toBeFocused();
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  await expect(page.locator("body > canvas")).toBeAttached();
  await expect(page.getByLabel("Enter your email to claim 5% off:")).toBeVisible();
  await expect(button(page, "Send My Discount")).toBeVisible();
  expect(await stored(page, "totalFound")).toBeNull();
});

test("a found spot turns translucent green and tells its name; pressing it again changes nothing", async ({
  page,
}) => {
  await openGame(page);
  const spot = spots(page).first();
  await expect(spot).toHaveAccessibleName("Spot 1");
  await expect(spot).not.toHaveAttribute("title");
  await expect(spot).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");

  await spot.click();
  const title = await spot.getAttribute("title");
  expect(title).toBeTruthy();
  await expect(spot).toHaveAccessibleName(title ?? "");
  await expect(spot).toHaveCSS("background-color", "rgba(38, 166, 91, 0.45)");
  await expect(page.getByRole("status").filter({ hasText: title ?? "" })).toBeVisible();

  await spot.click();
  await expect(page.getByText("Found so far: 1 of 11")).toBeVisible();
});

test("a player who misses some reads how many, and plays again from level 1", async ({ page }) => {
  await openGame(page);
  await button(page, "Submit & Next").click();
  await find(page, click, 2);
  await button(page, "Submit & Next").click();
  await find(page, click, 1);
  await button(page, "See Results").click();

  await expect(level(page, "Game Complete!")).toBeFocused();
  await expect(page.getByText("You found 3 of 11 differences!", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Great job! Want to try again for a perfect score?", { exact: true }),
  ).toBeVisible();
  await expect(page.locator("body > canvas")).toHaveCount(0);

  await button(page, "Play Again").click();
  await expect(level(page, LEVELS[0].heading)).toBeFocused();
  await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
  await playPerfectly(page);
});

test("a player without a mouse finds all eleven", async ({ page }) => {
  await openGame(page);
  const keys = ["Enter", "Space"];
  for (const { spots: hidden, button: next } of LEVELS) {
    for (let i = 1; i <= hidden; i++) {
      await tabToSpot(page);
      const spot = page.locator("button[data-spot]:focus");
      await expect(spot).toHaveAccessibleName(`Spot ${i}`);
      await page.keyboard.press(keys[i % 2] ?? "Enter");
      await expect(spot).toHaveAttribute("aria-pressed", "true");
    }
    await page.keyboard.press("Tab");
    await expect(button(page, next)).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await expect(level(page, "Eyes like a hawk!")).toBeFocused();
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Enter your email to claim 5% off:")).toBeFocused();
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("a player finds all eleven by thumb", async ({ page }) => {
    await openGame(page);
    await playPerfectly(page, tap);
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  });

  test("every spot is large enough for a thumb, and nothing scrolls sideways", async ({ page }) => {
    await openGame(page);
    for (const { spots: hidden, button: next } of LEVELS) {
      await expect(spots(page)).toHaveCount(hidden);
      for (const spot of await spots(page).all()) {
        const box = await spot.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await button(page, next).tap();
    }
  });

  test("a tap that misses is marked kindly and costs nothing", async ({ page }) => {
    await openGame(page);
    await page
      .locator("main img")
      .first()
      .tap({ position: { x: 5, y: 5 } });
    await expect(page.getByText("No luck there. Keep looking.")).toBeVisible();
    await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
    await find(page, tap);
    await expect(page.getByText("Found so far: 1 of 11")).toBeVisible();
  });
});

test.describe("for those who asked for less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("a perfect game has no confetti, and none is fetched", async ({ page }) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await openGame(page);
    await playPerfectly(page);
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
    expect(fetched.filter((url) => url.includes("confetti"))).toEqual([]);
    await expect(page.locator("canvas")).toHaveCount(0);
  });
});

test("with forced colours a found spot shows by its frame, and the picture through it", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openGame(page);
  const spot = spots(page).first();
  await spot.click();
  await expect(spot).toHaveCSS("border-top-width", "3px");
  await expect(spot).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});

test("a reload in the middle begins a fresh game", async ({ page }) => {
  await openGame(page);
  await find(page, click);
  await button(page, "Submit & Next").click();
  await expect(level(page, LEVELS[1].heading)).toBeVisible();
  await page.reload();
  await expect(level(page, LEVELS[0].heading)).toBeVisible();
  await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
  await expect.poll(() => stored(page, "totalFound")).toBeNull();
});

test("what an earlier game or a stranger left in the storage falsifies nothing", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("totalFound", '{"a":"nonsense"}'));
  await openGame(page);
  for (const { button: next } of LEVELS) await button(page, next).click();
  await expect(page.getByText("You found 0 of 11 differences!", { exact: true })).toBeVisible();
});

test("with blocked storage a perfect game is still perfect", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  await openGame(page);
  await playPerfectly(page);
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
});

test("two tabs play two games, and neither counts the other's finds", async ({ page, context }) => {
  const other = await context.newPage();
  await openGame(other);
  await openGame(page);

  await page.bringToFront();
  await find(page, click);
  await button(page, "Submit & Next").click();
  await find(page, click);
  await button(page, "Submit & Next").click();

  // Browsers let a hidden tab rest: its screen moves on only when it is looked at.
  await other.bringToFront();
  await button(other, "Submit & Next").click();
  await find(other, click, 2);
  await button(other, "Submit & Next").click();
  await button(other, "See Results").click();
  await expect(other.getByText("You found 2 of 11 differences!", { exact: true })).toBeVisible();

  await page.bringToFront();
  await find(page, click);
  await button(page, "See Results").click();
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor sees the first picture and reads why the game does not start", async ({
    page,
  }) => {
    await page.goto("/visionTest");
    await expect(page.getByRole("heading", { name: "The game needs JavaScript" })).toBeVisible();
    await expect(page.locator("main img").first()).toBeVisible();
    await expect(button(page, "Submit & Next")).toBeHidden();
  });
});
