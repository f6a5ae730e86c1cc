// The game with sets that the program has drawn, from a seed and for the month: whole games by mouse, touch and keyboard, and the
// names that screen readers say. In WebKit, the set of
// the month: webkit/generated-game.spec.ts.
import type { Page } from "@playwright/test";
import { newEditor } from "./content-editor";
import { signIn } from "./desk-staff";
import {
  type Activate,
  button,
  click,
  find,
  LEVELS,
  level,
  openGame,
  playByKeyboard,
  spots,
  TOO_FAST,
  tap,
} from "./game-player";
import { type GeneratedLevel, startSiteWithGeneratedSet } from "./generated-set";
import { DRAWING, type MonthlySite, startMonthlySite } from "./monthly-site";
import { expectWithinBudget } from "./page-weight";
import { test as base, expect } from "./site-test";
import type { TestServer } from "./test-server";

/** A test with a site that all tests of one worker share. */
function testOn<Site extends TestServer>(start: () => Promise<Site>) {
  return base.extend<object, { site: Site }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
      async ({}, use) => {
        const site = await start();
        await use(site);
        await site.close();
      },
      { scope: "worker", timeout: 240_000 },
    ],
    baseURL: async ({ site }, use) => use(site.address),
  });
}

const PERFECT = "Congratulations! You found 11 of 11 differences!";

/** The game is perfect on the screen, and the server has counted it as perfect too. */
async function expectPerfect(page: Page): Promise<void> {
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  const proof = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("game") ?? "{}").proof);
  await expect.poll(proof).toEqual(expect.any(String));
}

/** Finds everything, and compares the names that a screen reader says with those of the drawing. */
async function play(page: Page, levels: GeneratedLevel[], activate: Activate): Promise<void> {
  for (const [index, { heading, spots: count, button: next }] of LEVELS.entries()) {
    await expect(level(page, heading)).toBeVisible();
    await expect(spots(page)).toHaveCount(count);
    const { alt = "", labels = [] } = levels[index] ?? {};
    await expect(page.getByRole("img", { name: alt, exact: true })).toBeVisible();
    for (const [i, spot] of (await spots(page).all()).entries()) {
      await expect(spot).toHaveAccessibleName(`Spot ${i + 1}`);
      await activate(spot);
    }
    expect(labels).toHaveLength(count);
    for (const label of labels) {
      const found = page.getByRole("button", { name: label, exact: true });
      await expect(found).toHaveAttribute("aria-pressed", "true");
    }
    await activate(button(page, next));
  }
  await expectPerfect(page);
}

function testJourneys<Site extends TestServer>(
  test: ReturnType<typeof testOn<Site>>,
  levelsOf: (site: Site) => Promise<GeneratedLevel[]>,
): void {
  // One site is enough: starting it takes longer than the tests.
  test.describe.configure({ mode: "default" });
  test.beforeEach(({ browserErrors }) => browserErrors.allow(TOO_FAST));

  test("is played by mouse, with the names of the drawing", async ({ page, site }) => {
    await openGame(page);
    await play(page, await levelsOf(site), click);
  });

  test("is played by keyboard", async ({ page }) => {
    await openGame(page);
    await playByKeyboard(page);
    await expectPerfect(page);
  });

  test.describe("on a phone that is 320 pixels wide", () => {
    test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

    test("is played by touch, with the names of the drawing, and every spot is at least 44 pixels large", async ({
      page,
      site,
    }) => {
      await openGame(page);
      await play(page, await levelsOf(site), async (target) => {
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        await tap(target);
      });
    });
  });
}

const generatedTest = testOn(startSiteWithGeneratedSet);
const monthlyTest = testOn(startMonthlySite);

// Not a journey: in Firefox and WebKit the set of the month, which is drawn by the same code, shows the same.
generatedTest.describe("a generated set", () =>
  testJourneys(generatedTest, async ({ levels }) => levels),
);

monthlyTest.describe("the set of the month", () => {
  // On one site as well, in this order: the last one changes the set.
  monthlyTest.describe.configure({ mode: "default" });

  monthlyTest.describe("as it was drawn", { tag: "@journey" }, () =>
    testJourneys(monthlyTest, (site) => site.load()),
  );

  monthlyTest("keeps the page within the data budget", async ({ page }) => {
    await expectWithinBudget(page.request, "/visionTest", "/vision-test-");
  });

  monthlyTest(
    "is swapped by an editor: who has begun goes on, and everybody else gets the other one",
    async ({ page: visitor, context, site, browserErrors }) => {
      browserErrors.allow(TOO_FAST);
      const before = await site.load();
      await openGame(visitor);
      await find(visitor, click);
      await click(button(visitor, "Submit & Next"));

      await swapSet(await context.newPage(), site);
      await expect.poll(site.load, DRAWING).not.toEqual(before);
      const after = await site.load();
      expect(after.map(({ picture }, i) => picture !== before[i]?.picture)).toEqual([
        true,
        true,
        true,
      ]);

      // Its picture may have been loaded before, so the page is loaded again.
      await visitor.reload();
      const alt = before[1]?.alt ?? "";
      await expect(visitor.getByRole("img", { name: alt, exact: true })).toBeVisible();
      for (const next of ["Submit & Next", "See Results"]) {
        await find(visitor, click);
        await click(button(visitor, next));
      }
      await expectPerfect(visitor);

      const other = await context.newPage();
      await openGame(other);
      await play(other, after, click);
    },
  );
});

async function swapSet(page: Page, site: MonthlySite): Promise<void> {
  await signIn(page, newEditor(site));
  await page.goto("/desk/content/puzzles");
  await page
    .getByRole("button", { name: /^Draw another set for / })
    .first()
    .click();
  await expect(page.getByText(/ shows another set now\.$/)).toBeVisible(DRAWING);
  await page.close();
}
