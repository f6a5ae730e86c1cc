// The game with a set that the program has drawn from a seed, in WebKit: by mouse and by keyboard.
import type { WebDriver, WebElement } from "selenium-webdriver";
import { LEVELS } from "../game-player";
import { type GeneratedSite, startSiteWithGeneratedSet } from "../generated-set";
import { pressSpotByKeyboard } from "./keyboard-cursor";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

const allSpots = By.css("button[data-spot]");

type Press = (driver: WebDriver, spot: WebElement) => Promise<void>;

const pressByMouse: Press = (_, spot) => spot.click();

/** Finds everything, and compares the names that a screen reader says with those of the drawing. */
async function play(driver: WebDriver, site: GeneratedSite, press: Press): Promise<void> {
  for (const [index, { heading, spots, button: next }] of LEVELS.entries()) {
    await visible(driver, text(heading));
    await expect.poll(async () => (await driver.findElements(allSpots)).length).toBe(spots);
    const found = await driver.findElements(allSpots);
    for (const spot of found) {
      await press(driver, spot);
      await expect.poll(() => spot.getAttribute("aria-pressed")).toBe("true");
    }
    const names = await Promise.all(found.map((spot) => spot.getAccessibleName()));
    expect(names.sort()).toEqual(site.levels[index]?.labels.toSorted());
    await click(driver, button(next));
  }
  await visible(driver, text("Eyes like a hawk!"));
}

test("a generated set is played by mouse and by keyboard, with the names of the drawing", async ({
  driver,
}) => {
  const site = await startSiteWithGeneratedSet();
  try {
    await open(driver, "/visionTest", site.address);
    await play(driver, site, pressByMouse);
    await click(driver, button("Play Again"));
    await play(driver, site, pressSpotByKeyboard);
  } finally {
    await site.close();
  }
});
