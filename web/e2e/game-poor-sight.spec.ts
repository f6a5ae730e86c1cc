// The game's own screens, beyond the one that a page opens with, by the strictest rules that a machine can check.
import { ASKED_TO_WAIT, button, click, find, LEVELS, level, openGame, spots } from "./game-player";
import { complaints } from "./looks/gallery";
import { expect, test } from "./visit";

// The rules are run as a script of their own, which the site's policy rightly forbids.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

for (const colorScheme of ["light", "dark"] as const) {
  for (const [device, viewport] of [
    ["a phone", { width: 360, height: 800 }],
    ["a desk", { width: 1440, height: 900 }],
  ] as const) {
    test.describe(`in the ${colorScheme} theme on ${device}`, () => {
      test.use({ colorScheme, viewport });

      test("axe finds nothing in levels, results and claim", async ({ page, trouble }) => {
        trouble.expect(/status of 422|Please check it/);
        await page.route("**/send-form", (route) =>
          route.fulfill({ status: 422, body: "Please check it." }),
        );
        // Here the screens are looked at, not the server's patience.
        await page.route("**/api/plays/finish", (route) =>
          route.fulfill({ json: { found: 11, total: 11, perfect: true, proof: "proof" } }),
        );
        await openGame(page);
        for (const { spots: hidden, button: next } of LEVELS) {
          await expect(spots(page)).toHaveCount(hidden);
          await find(page, click);
          expect(await complaints(page)).toEqual([]);
          await button(page, next).click();
        }
        await expect(level(page, "Eyes like a hawk!")).toBeVisible();
        expect(await complaints(page)).toEqual([]);

        await page.getByLabel("Enter your email to claim 5% off:").fill("ada@gmial.com");
        await button(page, "Send My Discount").click();
        await expect(page.getByText("Please check it.")).toBeVisible();
        expect(await complaints(page)).toEqual([]);
      });

      test("axe finds nothing in the results of a partial game", async ({ page, trouble }) => {
        trouble.expect(ASKED_TO_WAIT);
        await openGame(page);
        for (const { button: next } of LEVELS) await button(page, next).click();
        await expect(level(page, "Game Complete!")).toBeVisible();
        expect(await complaints(page)).toEqual([]);
      });
    });
  }
}
