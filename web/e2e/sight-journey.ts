// The whole self-check, played by a visitor who sees only pixels, in any browser that can press, look and read.
import { expect } from "@playwright/test";
import type { Direction } from "../src/sight-check/drawing/figure";
import { seededRandom } from "../src/sight-check/simulation/random";
import { type Eyes, type Letter, pointAt, shownRange } from "./sight-observer";

/** What the frame starts with on a screen without touch, in CSS pixels. A card is 85.6 mm long. */
export const FRAME = 357;
export const MILLIMETRES = 85.6 / FRAME;
/** On a touch screen the frame starts with more: WPE WebKit says that it has one. */
export const TOUCH_MILLIMETRES = 85.6 / 535;
/** The largest E needs no more, and screenshots of a large window take long. */
export const WINDOW = { width: 720, height: 680 };

/** The letters are the same in every run. It runs in the page. */
export function seedRandom(seed: number): void {
  let state = seed;
  Math.random = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** How long the screen is white between two letters, in milliseconds. */
export const PAUSE = 400;

/** Between two letters the screen stays white until the visitor wants the next one. A letter often looks like the one before, so
 * a slow visitor could not tell whether a screenshot shows the next one already. It runs in the page. */
export function holdLetters(pause: number): void {
  const start = window.setTimeout;
  const hold = (run: () => void, milliseconds?: number) => {
    if (milliseconds !== pause) return start(run, milliseconds);
    window.heldLetter = run;
    return 0;
  };
  window.setTimeout = hold as typeof window.setTimeout;
}

/** The area of the canvas in CSS pixels, as soon as a letter waits: before that it may not have its size yet. It runs in the page. */
export function waitingLetter(): Area | null {
  const canvas = document.querySelector("canvas")?.getBoundingClientRect();
  if (!window.heldLetter || !canvas) return null;
  const { x, y, width, height } = canvas;
  return { x, y, width, height };
}

/** It runs in the page. */
export function showLetter(): void {
  window.heldLetter?.();
  window.heldLetter = undefined;
}

export type Area = Readonly<Record<"x" | "y" | "width" | "height", number>>;

declare global {
  interface Window {
    heldLetter?: (() => void) | undefined;
  }
}

export const BEFORE_WAY = [
  "Start the self-check",
  "No, none of these",
  "8 years or older",
  "The frame fits",
  "Yes, it fits",
];

export type Way = {
  readonly name: string;
  /** What is entered, and the path from the eye to the letter in millimetres. */
  readonly metres: string;
  readonly path: number;
  readonly isMirror: boolean;
  readonly seed: number;
};

export const HELPER: Way = {
  name: "Somebody helps me",
  metres: "3",
  path: 3000,
  isMirror: false,
  seed: 7,
};
export const MIRROR: Way = {
  name: "I am alone, with a mirror",
  metres: "1",
  path: 2000,
  isMirror: true,
  seed: 11,
};
export const REMOTE: Way = {
  name: "I am alone, with a second phone",
  metres: "3",
  path: 3000,
  isMirror: false,
  seed: 3,
};

export type Player = {
  readonly press: (name: string) => Promise<void>;
  readonly look: () => Promise<Letter>;
  readonly answer: (seen: Direction, number: number) => Promise<void>;
  /** Waits until the answer was counted. True when the letters of this eye are over. */
  readonly isOver: (answers: number) => Promise<boolean>;
  /** What the result says of an eye. */
  readonly read: (eye: "Right eye" | "Left eye") => Promise<string>;
  readonly ratio: number;
};

const MIRRORED: Record<Direction, Direction> = {
  up: "up",
  down: "down",
  left: "right",
  right: "left",
};

/** In logMAR: 6/7.5 and 6/19. */
const GOOD = 0.1;
const POOR = 0.5;

/** From the letters of the right eye, which is good, over the left one, which is poor, to the result. */
export async function playBothEyes(player: Player, way: Way): Promise<void> {
  const random = seededRandom(way.seed);
  await player.press("Start with the right eye");
  await playEye(player, way, { threshold: GOOD, random });
  await player.press("Start with the left eye");
  await playEye(player, way, { threshold: POOR, random });
  expectWithinLimits(await player.read("Right eye"), GOOD);
  expectWithinLimits(await player.read("Left eye"), POOR);
}

/** The same with one eye, which is poor: in half the time. */
export async function playOneEye(player: Player, way: Way): Promise<void> {
  await player.press("Start with the right eye");
  await playEye(player, way, { threshold: POOR, random: seededRandom(way.seed) });
  await player.press("I cannot see with this eye");
  await player.press("I have only one eye");
  expectWithinLimits(await player.read("Right eye"), POOR);
}

async function playEye(player: Player, way: Way, eye: Pick<Eyes, "threshold" | "random">) {
  const eyes = { ...eye, pixelPitch: MILLIMETRES / player.ratio, distance: way.path };
  for (let answers = 1; answers <= 32; answers += 1) {
    const letter = await player.look();
    // In front of a mirror, left and right are exchanged.
    const direction = way.isMirror ? MIRRORED[letter.direction] : letter.direction;
    await player.answer(pointAt({ ...letter, direction }, eyes), answers);
    if (await player.isOver(answers)) return;
  }
  throw new Error("the check does not end after 32 answers");
}

/** The published limits: that of a second check with half a line of rounding, and the range. */
function expectWithinLimits(text: string, threshold: number): void {
  const { size, lower, upper } = shownRange(text);
  expect(Math.abs(size - threshold), text).toBeLessThanOrEqual(0.18 + 0.05);
  expect(lower, text).toBeLessThanOrEqual(threshold);
  expect(upper, text).toBeGreaterThanOrEqual(threshold);
}
