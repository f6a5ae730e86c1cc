// Screenshots of every component's examples in both themes, compared with approved ones. `npm run approve` writes them again
// after an intended change; look at the difference before you commit it.
import { setMondayMorning } from "../opening-time";
import { expect, test } from "./examples-page";

// A busy machine takes several seconds for each screenshot.
test.describe.configure({ timeout: 600_000 });
test.use({
  viewport: { width: 720, height: 900 },
  locale: "en-NG",
  timezoneId: "Africa/Lagos",
  contextOptions: { reducedMotion: "reduce" },
});

/** Font rendering differs between machines at the edges of letters. A changed colour or size is above this. */
const TOLERANCE = { maxDiffPixelRatio: 0.01, threshold: 0.06, timeout: 60_000 };

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test.beforeEach(async ({ page, examplesUrl }) => {
      // With font-display: optional, a slow machine would show the fallback font.
      await page.route("**/*.css", async (route) => {
        const response = await route.fetch();
        const css = (await response.text()).replace(
          /font-display:\s*optional/g,
          "font-display:block",
        );
        await route.fulfill({ response, body: css });
      });
      await setMondayMorning(page);
      await page.goto(examplesUrl);
      await page.getByRole("heading", { level: 1, name: "Examples" }).waitFor();
      await page.evaluate(() => document.fonts.ready);
    });

    test("every component looks as approved", async ({ page }) => {
      const components = page.locator('[aria-label^="Examples of "]');
      for (const component of await components.all()) {
        // Alone on the page: below components with a height of half a pixel, letters are drawn differently.
        await component.evaluate((shown) => {
          for (const other of document.querySelectorAll<HTMLElement>(
            '[aria-label^="Examples of "]',
          )) {
            other.hidden = other !== shown;
          }
        });
        const label = (await component.getAttribute("aria-label")) ?? "";
        const name = label.replace("Examples of ", "");
        await expect
          .soft(component)
          .toHaveScreenshot([colorScheme, `${name}.png`], { ...TOLERANCE, animations: "disabled" });
      }
    });

    test("every dialog looks as approved", async ({ page }) => {
      const dialog = page.locator("dialog[open]");
      const openers = page.locator('[data-example] [aria-haspopup="dialog"]:visible');
      for (const opener of await openers.all()) {
        const name = ((await opener.textContent()) ?? "").toLowerCase().replaceAll(" ", "-");
        await opener.click();
        await expect.soft(dialog).toHaveScreenshot([colorScheme, "dialogs", `${name}.png`], {
          ...TOLERANCE,
          animations: "disabled",
        });
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      }
    });
  });
}
