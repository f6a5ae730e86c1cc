// The game with a set that the program has drawn from a seed: whole games by mouse, touch and keyboard, and the names that
// screen readers say.
import {
  button,
  click,
  LEVELS,
  level,
  openGame,
  playByKeyboard,
  playPerfectly,
  spots,
  TOO_FAST,
  tap,
} from "./game-player";
import { type GeneratedSite, startSiteWithGeneratedSet } from "./generated-set";
import { test as base, expect } from "./site-test";

const test = base.extend<object, { site: GeneratedSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const site = await startSiteWithGeneratedSet();
      await use(site);
      await site.close();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ site }, use) => use(site.address),
});

const PERFECT = "Congratulations! You found 11 of 11 differences!";

test.describe("a generated set", { tag: "@journey" }, () => {
  test.beforeEach(({ browserErrors }) => browserErrors.allow(TOO_FAST));

  test("is played by mouse, and every name that a screen reader says is from the drawing", async ({
    page,
    site,
  }) => {
    await openGame(page);
    for (const [index, { heading, spots: count, button: next }] of LEVELS.entries()) {
      await expect(level(page, heading)).toBeVisible();
      await expect(spots(page)).toHaveCount(count);
      const { alt = "", labels = [] } = site.levels[index] ?? {};
      await expect(page.getByRole("img", { name: alt, exact: true })).toBeVisible();
      for (const [i, spot] of (await spots(page).all()).entries()) {
        await expect(spot).toHaveAccessibleName(`Spot ${i + 1}`);
        await spot.click();
      }
      expect(labels).toHaveLength(count);
      for (const label of labels) {
        await expect(page.getByRole("button", { name: label, exact: true })).toHaveAttribute(
          "aria-pressed",
          "true",
        );
      }
      await click(button(page, next));
    }
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  });

  test("is played by keyboard", async ({ page }) => {
    await openGame(page);
    await playByKeyboard(page);
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  });

  test.describe("on a phone that is 320 pixels wide", () => {
    test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

    test("is played by touch, and every spot is at least 44 pixels large", async ({ page }) => {
      await openGame(page);
      await playPerfectly(page, async (target) => {
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        await tap(target);
      });
      await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
    });
  });
});
