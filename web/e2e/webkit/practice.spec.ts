// The practice puzzle in WebKit: by mouse and by keyboard, with the names of the drawing.
import type { WebDriver, WebElement } from "selenium-webdriver";
import { PRACTICE, type PracticeSite, startPracticeSite } from "../practice-site";
import { pressSpotByKeyboard } from "./keyboard-cursor";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

const allSpots = By.css("button[data-spot]");

type Press = (driver: WebDriver, spot: WebElement) => Promise<void>;

const pressByMouse: Press = (_, spot) => spot.click();

/** Finds everything, and compares the names that a screen reader says with those of the drawing. */
async function play(driver: WebDriver, site: PracticeSite, press: Press): Promise<void> {
  await expect.poll(async () => (await driver.findElements(allSpots)).length).toBe(5);
  const spots = await driver.findElements(allSpots);
  for (const spot of spots) {
    await press(driver, spot);
    await expect.poll(() => spot.getAttribute("aria-pressed")).toBe("true");
  }
  const names = await Promise.all(spots.map((spot) => spot.getAccessibleName()));
  expect(names.sort()).toEqual(site.labels.toSorted());
  await click(driver, button("See Results"));
  await visible(driver, text("Congratulations! You found 5 of 5 differences!"));
  await visible(driver, button("Share my result"));
}

test("the practice puzzle is played by mouse and by keyboard, with the names of the drawing", async ({
  driver,
}) => {
  const site = await startPracticeSite();
  try {
    await open(driver, PRACTICE, site.address);
    await play(driver, site, pressByMouse);
    await click(driver, button("Play Again"));
    await play(driver, site, pressSpotByKeyboard);
  } finally {
    await site.close();
  }
});
