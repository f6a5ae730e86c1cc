// The letters of the sight self-check in WebKit, measured in screenshots.
import type { WebDriver } from "selenium-webdriver";
import type { Direction } from "../../src/sight-check/drawing/figure";
import { readPng } from "../png-pixels";
import { type Letter, readLetter, sizeProblems } from "../sight-observer";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

/** The arrows by their names. */
const ARROW: Record<Direction, string> = { up: "Up", down: "Down", left: "Left", right: "Right" };

/** A screenshot of the window, not of the element: WebKit leaves out what is in front of the page. The canvas begins in the
 * upper left corner. */
async function look(driver: WebDriver): Promise<Letter> {
  const canvas = await visible(driver, By.css("canvas"));
  const [width, height] = [await canvas.getAttribute("width"), await canvas.getAttribute("height")];
  const find = async () => {
    const png = Buffer.from(await driver.takeScreenshot(), "base64");
    return readLetter({ ...readPng(png), width: Number(width), height: Number(height) });
  };
  const letter = await driver.wait(find, 30_000, "no letter is drawn");
  if (!letter) throw new Error("no letter is drawn");
  return letter;
}

test("letters have the right size", async ({ driver }) => {
  await open(driver, "/sight-check");
  for (const name of [
    "Start the self-check",
    "No, none of these",
    "8 years or older",
    "The frame fits",
    "Yes, it fits",
    "Somebody helps me",
    "Continue",
    "Start with the right eye",
  ]) {
    await click(driver, button(name));
  }
  const ratio = await driver.executeScript<number>("return devicePixelRatio");
  const arcMinute = 3000 * Math.tan(Math.PI / 10_800);
  for (const [index, size] of [1, 0.7, 0.4, 0.1].entries()) {
    const letter = await look(driver);
    const exact = (10 ** size * arcMinute) / (85.6 / 357 / ratio);
    expect(sizeProblems(letter, exact), `${size}`).toEqual([]);
    await click(driver, By.css(`button[aria-label="${ARROW[letter.direction]}"]`));
    await visible(driver, text(`${index + 1} answered`));
  }
});
