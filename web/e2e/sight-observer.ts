// What a visitor sees of the self-check: the letter in a screenshot, and how likely eyes of a given sharpness see it. It knows
// nothing of the program's state.
import type { Direction } from "../src/sight-check/drawing/figure";
import { probabilityOfRightAnswer } from "../src/sight-check/estimator/psychometric-function";
import type { Random } from "../src/sight-check/simulation/random";
import type { Pixels } from "./png-pixels";

/** In device pixels, measured from the middle of each edge to the middle of the next. */
export type Letter = {
  direction: Direction;
  /** The thickness of the back. */
  stroke: number;
  /** From the outer edge of one bar to the outer edge of the opposite one. */
  width: number;
  height: number;
  /** Between the E and the bars. */
  gap: number;
  /** The thickness of a bar. */
  bar: number;
  /** The darkest and the lightest pixel. */
  contrast: [number, number];
};

const DARK = 128;
/** Partly dark pixels at an edge count as their part. */
const darkness = (value: number): number => (255 - value) / 255;

/** Null when nothing is drawn, as between two letters. */
export function readLetter(pixels: Pixels): Letter | null {
  const box = darkBox(pixels);
  if (!box) return null;
  const { left, right, top, bottom } = box;
  const middle = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
  // With the grey pixel at an edge, and without what is beside the letter, such as a scroll bar that fades out.
  const row = (y: number) => line(left - 1, right + 1, (x) => pixels.at(x, y));
  const column = (x: number) => line(top - 1, bottom + 1, (y) => pixels.at(x, y));
  const [across, down] = [row(middle.y), column(middle.x)];
  // Through the middle: bar, gap, E, gap, bar. The E is dark through its middle arm, or has two thin lines.
  const [horizontal, vertical] = [runs(across), runs(down)];
  const bars = horizontal[0] ?? 0;
  const edges = { across: gapAfter(across), down: gapAfter(down) };
  const width = length(across);
  const height = length(down);
  const unit = width / 11;
  const direction = openSide(pixels, left, top, unit);
  // Across the back, through the gap between two arms.
  const isSideways = direction === "left" || direction === "right";
  const parts = runs(
    isSideways ? row(Math.round(top + unit * 4.5)) : column(Math.round(left + unit * 4.5)),
  );
  const stroke = parts[direction === "right" || direction === "down" ? 1 : parts.length - 2] ?? 0;
  const values = [...across, ...down];
  return {
    direction,
    stroke,
    width,
    height,
    gap: (edges.across + edges.down) / 2,
    bar: (bars + (vertical[0] ?? 0)) / 2,
    contrast: [Math.max(...values), Math.min(...values)],
  };
}

function line(from: number, to: number, at: (index: number) => number): number[] {
  return Array.from({ length: to - from }, (_, index) => darkness(at(from + index)));
}

function darkBox({ width, height, at }: Pixels) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (at(x, y) >= DARK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? null : { left, right: right + 1, top, bottom: bottom + 1 };
}

/** The dark lengths of a line, one after the other. */
function runs(line: readonly number[]): number[] {
  const found: number[] = [];
  let current = 0;
  for (const dark of [...line, 0]) {
    if (dark > 0.02) current += dark;
    else if (current > 0) {
      found.push(current);
      current = 0;
    }
  }
  return found;
}

/** From the first dark part to the last one. */
function length(line: readonly number[]): number {
  const first = line.findIndex((dark) => dark > 0.02);
  const last = line.findLastIndex((dark) => dark > 0.02);
  return last - first - 1 + (line[first] ?? 0) + (line[last] ?? 0);
}

/** The light length between the first bar and what comes after it. */
function gapAfter(line: readonly number[]): number {
  const start = line.findIndex((dark) => dark > 0.02);
  const end = line.findIndex((dark, index) => index > start && dark <= 0.02);
  const next = line.findIndex((dark, index) => index > end && dark > 0.02);
  const partly = (index: number) => 1 - (line[index] ?? 0);
  const edges = (line[end - 1] ?? 0) < 0.98 ? partly(end - 1) : 0;
  return next - end + edges + ((line[next] ?? 0) < 0.98 ? partly(next) : 0);
}

/** Of the four sides of the E, the one between the ends of the arms is the least dark. */
function openSide(pixels: Pixels, left: number, top: number, unit: number): Direction {
  const dark = (x: number, y: number) =>
    darkness(pixels.at(Math.floor(left + unit * x), Math.floor(top + unit * y)));
  const along = [3.5, 4.5, 5.5, 6.5, 7.5];
  const sides: [Direction, number][] = [
    ["right", sum(along.map((y) => dark(7.5, y)))],
    ["left", sum(along.map((y) => dark(3.5, y)))],
    ["down", sum(along.map((x) => dark(x, 7.5)))],
    ["up", sum(along.map((x) => dark(x, 3.5)))],
  ];
  return sides.reduce((least, side) => (side[1] < least[1] ? side : least))[0];
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** What is wrong with a letter whose stroke should have this many device pixels: a stroke is within 3 % of it, or the nearest
 * whole number from 3 on; bars have its thickness and gaps twice that; black on white. */
export function sizeProblems(letter: Letter, exact: number): string[] {
  const whole = Math.round(exact);
  const isWhole = exact >= 3 && Math.abs(letter.stroke - whole) < 0.01;
  const unit = isWhole ? whole : exact;
  const problems: string[] = [];
  const compare = (name: string, measured: number, expected: number, tolerance: number) => {
    if (Math.abs(measured - expected) > tolerance) {
      problems.push(`${name} is ${measured} instead of ${expected}, exactly ${exact}`);
    }
  };
  compare("stroke", letter.stroke, unit, isWhole ? 0.01 : 0.03 * exact);
  compare("bar", letter.bar, unit, 0.1);
  compare("gap", letter.gap, 2 * unit, 0.1);
  compare("width", letter.width, 11 * unit, 0.2);
  compare("height", letter.height, 11 * unit, 0.2);
  if (letter.contrast[0] !== 1 || letter.contrast[1] !== 0) problems.push("not black on white");
  return problems;
}

export type Eyes = {
  /** In logMAR. */
  threshold: number;
  /** Millimetres: the width of a device pixel, and from the eye to the letter. */
  pixelPitch: number;
  distance: number;
  random: Random;
};

const SLOPE = 12;
const SLIPS = 0.03;
const ALL: readonly Direction[] = ["up", "down", "left", "right"];

/** What the visitor points at: the direction, or another one when it was not seen. */
export function pointAt({ direction, width }: Letter, eyes: Eyes): Direction {
  const arcMinute = eyes.distance * Math.tan(Math.PI / 10_800);
  const size = Math.log10(((width / 11) * eyes.pixelPitch) / arcMinute);
  if (eyes.random() < probabilityOfRightAnswer(size, eyes.threshold, SLOPE, SLIPS))
    return direction;
  const others = ALL.filter((it) => it !== direction);
  return others[Math.floor(eyes.random() * others.length)] ?? "up";
}

/** "6/12 (6/9.5–6/15)" in logMAR. */
export function shownRange(text: string): { size: number; lower: number; upper: number } {
  const [size = NaN, lower = NaN, upper = NaN] = [...text.matchAll(/6\/([\d.]+)/g)].map(
    ([, line]) => Math.log10(Number(line) / 6),
  );
  return { size, lower, upper };
}
