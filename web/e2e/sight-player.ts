// What visitors of the sight self-check do in the browsers of Playwright: set it up, look at the letter, answer, read the result.
import type { Page } from "@playwright/test";
import type { Direction } from "../src/sight-check/drawing/figure";
import { readPng } from "./png-pixels";
import {
  type Area,
  BEFORE_WAY,
  holdLetters,
  PAUSE,
  type Player,
  seedRandom,
  showLetter,
  type Way,
  WINDOW,
  waitingLetter,
} from "./sight-journey";
import { type Letter, readLetter } from "./sight-observer";
import { expect, open } from "./site-test";

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).click();

export async function setUp(page: Page, way: string, metres: string): Promise<void> {
  await open(page, "/sight-check");
  for (const name of [...BEFORE_WAY, way]) await press(page, name);
  await page.getByRole("textbox", { name: /^Metres/ }).fill(metres);
  await press(page, "Continue");
}

/** The letter on the screen, as soon as one is drawn. */
export async function look(page: Page): Promise<Letter> {
  // What is around the canvas: the canvas itself gets its size after it has appeared.
  const around = page.getByRole("img", { name: "The letter E" }).locator("..");
  await expect(around).toBeVisible();
  return lookAt(page, await around.boundingBox());
}

/** Only the canvas, and from a screenshot of the page: that of an element takes several times as long in Firefox. */
async function lookAt(page: Page, clip: Area | null): Promise<Letter> {
  if (!clip) throw new Error("there is no canvas");
  let letter: Letter | null = null;
  await expect(async () => {
    letter = readLetter(
      readPng(await page.screenshot({ animations: "allow", caret: "initial", clip })),
    );
    expect(letter).not.toBeNull();
  }).toPass({ intervals: [0, 50, 50, 100] });
  if (!letter) throw new Error("no letter is drawn");
  return letter;
}

/** After `prepare`. */
async function lookAtNext(page: Page): Promise<Letter> {
  const area = await (await page.waitForFunction(waitingLetter)).jsonValue();
  await page.evaluate(showLetter);
  return lookAt(page, area);
}

export const KEYS: Record<Direction, string> = {
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
};

/** Before the page is opened: the same letters in every run, and a small window. */
export async function prepare(page: Page, { seed }: Way): Promise<void> {
  await page.setViewportSize(WINDOW);
  await page.addInitScript(seedRandom, seed);
  await page.addInitScript(holdLetters, PAUSE);
}

export async function playerOn(
  page: Page,
  answer: Player["answer"] = (seen) => page.keyboard.press(KEYS[seen]),
): Promise<Player> {
  const next = page.getByRole("button", { name: /^(Start with the left eye|Repeat the check)$/ });
  return {
    press: (name) => press(page, name),
    look: () => lookAtNext(page),
    answer,
    isOver: async (answers) => {
      await expect(page.getByText(`${answers} answered`, { exact: true }).or(next)).toBeVisible();
      return (await next.count()) > 0;
    },
    read: async (name) => {
      const eye = page.locator("section", { has: page.getByRole("heading", { name }) });
      return (await eye.getByText(/6\//).first().textContent()) ?? "";
    },
    ratio: await page.evaluate(() => devicePixelRatio),
  };
}
