// What visitors of the sight self-check do in browser tests: set it up, look at the letter, read the result.
import type { Page } from "@playwright/test";
import type { Direction } from "../src/sight-check/drawing/figure";
import { readPng } from "./png-pixels";
import { type Letter, readLetter } from "./sight-observer";
import { expect, open } from "./site-test";

/** What the frame starts with on a screen without touch, in CSS pixels. A card is 85.6 mm long. */
export const FRAME = 357;
export const MILLIMETRES = 85.6 / FRAME;

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).click();

export async function setUp(page: Page, way: string, metres: string): Promise<void> {
  await open(page, "/sight-check");
  await press(page, "Start the self-check");
  await press(page, "No, none of these");
  await press(page, "8 years or older");
  await press(page, "The frame fits");
  await press(page, /it fits$/);
  await press(page, way);
  await page.getByRole("textbox", { name: /^Metres/ }).fill(metres);
  await press(page, "Continue");
  await press(page, "Start with the right eye");
}

/** The letter on the screen, as soon as one is drawn. */
export async function look(page: Page): Promise<Letter> {
  const canvas = page.getByRole("img", { name: "The letter E" });
  let letter: Letter | null = null;
  await expect(async () => {
    letter = readLetter(
      readPng(await canvas.screenshot({ animations: "allow", caret: "initial" })),
    );
    expect(letter).not.toBeNull();
  }).toPass({ intervals: [0, 50, 50, 100] });
  if (!letter) throw new Error("no letter is drawn");
  return letter;
}

export const KEYS: Record<Direction, string> = {
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
};

/** "6/12 (6/9.5–6/15)" in logMAR. */
export function shownRange(text: string): { size: number; lower: number; upper: number } {
  const [size = NaN, lower = NaN, upper = NaN] = [...text.matchAll(/6\/([\d.]+)/g)].map(
    ([, line]) => Math.log10(Number(line) / 6),
  );
  return { size, lower, upper };
}

/** The letters are the same in every run. */
export function seedRandom(seed: number): void {
  let state = seed;
  Math.random = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
