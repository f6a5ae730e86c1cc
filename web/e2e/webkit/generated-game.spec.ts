// The game with a set that the program has drawn from a seed, in WebKit: by mouse and by keyboard.
import { Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { LEVELS } from "../game-player";
import { startSiteWithGeneratedSet } from "../generated-set";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

const allSpots = By.css("button[data-spot]");

async function pressWithTheKeyboard(driver: WebDriver, spot: WebElement): Promise<void> {
  await driver.executeScript("arguments[0].focus()", spot);
  await driver.actions().sendKeys(Key.ENTER).perform();
}

test("a generated set is played by mouse and by keyboard, with the names of the drawing", async ({
  driver,
}) => {
  test.setTimeout(180_000);
  const site = await startSiteWithGeneratedSet();
  try {
    for (const press of [(_: WebDriver, spot: WebElement) => spot.click(), pressWithTheKeyboard]) {
      await open(driver, "/visionTest", site.address);
      for (const [index, { heading, spots, button: next }] of LEVELS.entries()) {
        await visible(driver, text(heading));
        await expect.poll(async () => (await driver.findElements(allSpots)).length).toBe(spots);
        const found = await driver.findElements(allSpots);
        for (const spot of found) {
          await press(driver, spot);
          await expect.poll(() => spot.getAttribute("aria-pressed")).toBe("true");
        }
        const names = await Promise.all(found.map((spot) => spot.getAccessibleName()));
        expect(names.sort()).toEqual([...(site.levels[index]?.labels ?? [])].sort());
        await click(driver, button(next));
      }
      await visible(driver, text("Eyes like a hawk!"));
    }
  } finally {
    await site.close();
  }
});
