// The practice puzzle in WebKit: by keyboard, with the names of the drawing.
import { PRACTICE, startPracticeSite } from "../practice-site";
import { pressSpotByKeyboard } from "./keyboard-cursor";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

const allSpots = By.css("button[data-spot]");

test("the practice puzzle is played by keyboard, with the names of the drawing", async ({
  driver,
}) => {
  const site = await startPracticeSite();
  try {
    await open(driver, PRACTICE, site.address);
    await expect.poll(async () => (await driver.findElements(allSpots)).length).toBe(5);
    const spots = await driver.findElements(allSpots);
    for (const spot of spots) {
      await pressSpotByKeyboard(driver, spot);
      await expect.poll(() => spot.getAttribute("aria-pressed")).toBe("true");
    }
    const names = await Promise.all(spots.map((spot) => spot.getAccessibleName()));
    expect(names.sort()).toEqual(site.labels.toSorted());
    await click(driver, button("See Results"));
    await visible(driver, text("Congratulations! You found 5 of 5 differences!"));
    await visible(driver, button("Share my result"));
  } finally {
    await site.close();
  }
});
