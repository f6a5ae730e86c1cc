// The game with the set of the month, which the program has drawn, in WebKit: by mouse and by keyboard. Not by touch:
// the drivers of WebKitGTK and WPE WebKit turn the touch of a finger into the click of a mouse.
import type { WebDriver, WebElement } from "selenium-webdriver";
import { LEVELS } from "../game-player";
import type { GeneratedLevel } from "../generated-set";
import { startMonthlySite } from "../monthly-site";
import { pressSpotByKeyboard } from "./keyboard-cursor";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

const allSpots = By.css("button[data-spot]");

type Press = (driver: WebDriver, spot: WebElement) => Promise<void>;

const pressByMouse: Press = (_, spot) => spot.click();

/** Finds everything, and compares the names that a screen reader says with those of the drawing. */
async function play(driver: WebDriver, levels: GeneratedLevel[], press: Press): Promise<void> {
  for (const [index, { heading, spots, button: next }] of LEVELS.entries()) {
    await visible(driver, text(heading));
    await expect.poll(async () => (await driver.findElements(allSpots)).length).toBe(spots);
    const found = await driver.findElements(allSpots);
    for (const spot of found) {
      await press(driver, spot);
      await expect.poll(() => spot.getAttribute("aria-pressed")).toBe("true");
    }
    const names = await Promise.all(found.map((spot) => spot.getAccessibleName()));
    expect(names.sort()).toEqual(levels[index]?.labels.toSorted());
    await click(driver, button(next));
  }
  await visible(driver, text("Eyes like a hawk!"));
  // The server has counted it as perfect too.
  const proof = "return JSON.parse(sessionStorage.getItem('game') ?? '{}').proof";
  await expect.poll(() => driver.executeScript(proof)).toEqual(expect.any(String));
}

async function playTwice(driver: WebDriver, address: string, levels: GeneratedLevel[]) {
  await open(driver, "/visionTest", address);
  await play(driver, levels, pressByMouse);
  await click(driver, button("Play Again"));
  await play(driver, levels, pressSpotByKeyboard);
}

test("the set of the month is played by mouse and by keyboard, with the names of the drawing", async ({
  driver,
}) => {
  const site = await startMonthlySite();
  try {
    await playTwice(driver, site.address, await site.load());
  } finally {
    await site.close();
  }
});
