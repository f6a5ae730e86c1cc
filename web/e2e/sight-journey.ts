// The whole self-check, played by a visitor who sees only pixels, in any browser that can press, look and read.
import { expect } from "@playwright/test";
import type { Direction } from "../src/sight-check/drawing/figure";
import { seededRandom } from "../src/sight-check/simulation/random";
import { type Letter, pointAt, shownRange } from "./sight-observer";

/** What the frame starts with on a screen without touch, in CSS pixels. A card is 85.6 mm long. */
export const FRAME = 357;
export const MILLIMETRES = 85.6 / FRAME;
/** The largest E needs no more, and screenshots of a large window take long. */
export const WINDOW = { width: 720, height: 700 };

/** The letters are the same in every run. It runs in the page. */
export function seedRandom(seed: number): void {
  let state = seed;
  Math.random = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
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

const THRESHOLDS = { "Right eye": 0.1, "Left eye": 0.5 } as const;

/** From the letters of the right eye to the result. One eye has a threshold of 6/7.5, the other one of 6/19. */
export async function playBothEyes(player: Player, way: Way): Promise<void> {
  const eyes = {
    pixelPitch: MILLIMETRES / player.ratio,
    distance: way.path,
    random: seededRandom(way.seed),
  };
  await player.press("Start with the right eye");
  await playEye(player, way, { ...eyes, threshold: THRESHOLDS["Right eye"] });
  await player.press("Start with the left eye");
  await playEye(player, way, { ...eyes, threshold: THRESHOLDS["Left eye"] });
  for (const name of ["Right eye", "Left eye"] as const) {
    expectWithinLimits(await player.read(name), THRESHOLDS[name]);
  }
}

async function playEye(player: Player, way: Way, eyes: Parameters<typeof pointAt>[1]) {
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
