// Accessibility of the game's levels, results and claim form, checked with axe.

import { axeViolations } from "./accessibility-checks";
import { button, click, find, LEVELS, level, openGame, spots, TOO_FAST } from "./game-player";
import { expect, test } from "./site-test";

// The content security policy forbids the script that the test adds to run axe.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

for (const [device, viewport] of [
  ["a phone", { width: 360, height: 800 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test("axe finds no violations in levels, results and claim", async ({
      page,
      browserErrors,
    }) => {
      browserErrors.allow(/status of 422|Please check it/);
      await page.route("**/send-form", (route) =>
        route.fulfill({ status: 422, body: "Please check it." }),
      );
      // Skips the server's minimum game time.
      await page.route("**/api/plays/finish", (route) =>
        route.fulfill({ json: { found: 11, total: 11, perfect: true, proof: "proof" } }),
      );
      await openGame(page);
      for (const { spots: spotCount, button: next } of LEVELS) {
        await expect(spots(page)).toHaveCount(spotCount);
        await find(page, click);
        expect(await axeViolations(page)).toEqual([]);
        await button(page, next).click();
      }
      await expect(level(page, "Eyes like a hawk!")).toBeVisible();
      // In a tall window, the call bar covers nothing of the results.
      await page.setViewportSize({ ...viewport, height: 4000 });
      expect(await axeViolations(page)).toEqual([]);

      await page.getByLabel("Enter your email to claim 5% off:").fill("ada@gmial.com");
      await button(page, "Send My Discount").click();
      await expect(page.getByText("Not sent yet.")).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
      await button(page, "Send My Discount").click();
      await expect(page.getByText("Please check it.")).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
    });

    test("axe finds no violations in the results of a partial game", async ({
      page,
      browserErrors,
    }) => {
      browserErrors.allow(TOO_FAST);
      await openGame(page);
      for (const { button: next } of LEVELS) await button(page, next).click();
      await expect(level(page, "Game Complete!")).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
    });
  });
}
