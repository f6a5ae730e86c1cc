// The sight self-check in WebKit: letters are measured in screenshots, and the page of a phone is used. The whole check is played in
// Chromium and Firefox: screenshots of WebKit can show the letter before, which a player would answer.
import type { WebDriver } from "selenium-webdriver";
import type { Direction } from "../../src/sight-check/drawing/figure";
import { readPng } from "../png-pixels";
import { address } from "../shared-server";
import { BEFORE_WAY, HELPER, MILLIMETRES, seedRandom, type Way } from "../sight-journey";
import { type Letter, readLetter, sizeProblems } from "../sight-observer";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

/** The arrows by their names. */
const ARROW: Record<Direction, string> = { up: "Up", down: "Down", left: "Left", right: "Right" };

const clickArrow = (driver: WebDriver, direction: Direction) =>
  click(driver, By.css(`button[aria-label="${ARROW[direction]}"]`));

/** A screenshot of the window, not of the element: WebKit leaves out what is in front of the page. The canvas begins in the
 * upper left corner. */
async function look(driver: WebDriver, before: Letter | null): Promise<Letter> {
  const canvas = await visible(driver, By.css("canvas"));
  const find = async () => {
    // Each time: the canvas gets its size after it has appeared.
    const width = Number(await canvas.getAttribute("width"));
    const height = Number(await canvas.getAttribute("height"));
    const png = Buffer.from(await driver.takeScreenshot(), "base64");
    const letter = readLetter({ ...readPng(png), width, height });
    // A screenshot can show the letter before. The next one has another size.
    return letter?.stroke === before?.stroke ? null : letter;
  };
  const letter = await driver.wait(find, 30_000, "no letter is drawn");
  if (!letter) throw new Error("no letter is drawn");
  return letter;
}

async function setUp(driver: WebDriver, { name, seed }: Way): Promise<void> {
  await open(driver, "/sight-check");
  await driver.executeScript(`(${seedRandom})(${seed})`);
  for (const step of [...BEFORE_WAY, name]) await click(driver, button(step));
}

test("letters have the right size", async ({ driver }) => {
  await setUp(driver, HELPER);
  await click(driver, button("Continue"));
  await click(driver, button("Start with the right eye"));
  const ratio = await driver.executeScript<number>("return devicePixelRatio");
  const arcMinute = 3000 * Math.tan(Math.PI / 10_800);
  let before: Letter | null = null;
  for (const [index, size] of [1, 0.7, 0.4, 0.1].entries()) {
    const letter = await look(driver, before);
    before = letter;
    const exact = (10 ** size * arcMinute) / (MILLIMETRES / ratio);
    expect(sizeProblems(letter, exact), `${size}`).toEqual([]);
    await clickArrow(driver, letter.direction);
    await visible(driver, text(`${index + 1} answered`));
  }
});

const call = (path: string, body: unknown) =>
  fetch(`${address}/api/sight-check/remotes${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a phone sends the arrow that is pressed, and says that it was counted", async ({
  driver,
}) => {
  const { screen, code } = (await (await call("", {})).json()) as { screen: string; code: string };
  const events = await call("/listen", { screen });
  await open(driver, `/sight-check#remote=${code}`);
  await visible(driver, text("Connected."));
  await clickArrow(driver, "left");
  const decoder = new TextDecoder();
  let received = "";
  for await (const bytes of events.body ?? []) {
    received += decoder.decode(bytes, { stream: true });
    if (received.includes("id: 1\ndata: left\n\n")) break;
  }
  await call("/take", { screen, number: 1, counts: true });
  await visible(driver, text("1 sent"));
  await call("/end", { screen });
});
