// The test vectors for other programs, and the proof that ours agrees with them. `UPDATE_VECTORS=1 npx vitest run
// src/sight-check/vectors`, then `npm run fix`, writes them again after a change of the rules.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { drawableRange, type Screen, strokeFor } from "../drawing/stroke";
import { outcomeOf } from "../estimator/outcome";
import type { Answer } from "../estimator/posterior";
import { isFinished, nextSize, type Run, recordAnswer, startRun } from "../estimator/run";
import { adviseEye } from "../result/advice";
import { DEVICES } from "../simulation/devices";
import { guesser, honestObserver, type Observer, seeingObserver } from "../simulation/observer";
import { seededRandom } from "../simulation/random";

type EstimateVector = {
  name: string;
  seed: number;
  smallest: number;
  largest: number;
  trials: { asked: number; drawn: number; answer: Answer; mean: number; sd: number }[];
  outcome: { kind: string; size?: number; lower?: number; upper?: number; orBetter?: boolean };
  advice: string;
};

type StrokeVector = {
  device: string;
  pixelPitch: number;
  shortSide: number;
  distance: number;
  smallest: number;
  largest: number;
  strokes: { asked: number; pixels: number; drawn: number }[];
};

const DIGITS = 6;
const round = (value: number) => Number(value.toFixed(DIGITS));
/** Everything that is printed is rounded, so other programs compare with this tolerance. */
const CLOSE = 5;

const fileOf = (name: string) => join(import.meta.dirname, name);

function readVectors<Vector>(name: string, generate: () => Vector[]): Vector[] {
  if (process.env.UPDATE_VECTORS) {
    writeFileSync(fileOf(name), JSON.stringify(generate(), null, 2));
  }
  return JSON.parse(readFileSync(fileOf(name), "utf8"));
}

const seeing = { slope: 12, lapseRate: 0.03, nearerBy: 0 };
const visitors: readonly [name: string, device: number, Observer][] = [
  ["6/6", 0, seeingObserver({ threshold: 0, ...seeing })],
  ["6/9.5", 1, seeingObserver({ threshold: 0.2, ...seeing })],
  [
    "6/12, flat slope, many slips",
    2,
    seeingObserver({ threshold: 0.3, ...seeing, slope: 7, lapseRate: 0.08 }),
  ],
  ["6/24 on a laptop", 3, seeingObserver({ threshold: 0.6, ...seeing })],
  [
    "6/7.5 on a laptop, stands 10 % nearer",
    4,
    seeingObserver({ threshold: 0.1, ...seeing, nearerBy: 0.1 }),
  ],
  ["6/12, says I can't see it", 1, honestObserver({ threshold: 0.3, ...seeing })],
  ["answers at random", 0, guesser],
  ["sees nothing", 3, () => "unseen"],
  ["sees everything", 3, () => "right"],
  ["contradicts themselves", 1, contradict],
];

/** Right, except at the larger sizes that follow many small ones. */
function contradict(size: number): Answer {
  return size > 0.45 && size < 0.65 ? "wrong" : size > 0.2 ? "right" : "wrong";
}

function screenOf(device: number): Screen {
  const found = DEVICES[device];
  if (!found) throw new RangeError(`there is no device ${device}`);
  return found.screen;
}

function describeRun(run: Run): Pick<EstimateVector, "outcome" | "advice"> {
  const outcome = outcomeOf(run);
  const numbers = Object.entries(outcome).map(([key, value]) => [
    key,
    typeof value === "number" ? round(value) : value,
  ]);
  return { outcome: Object.fromEntries(numbers), advice: adviseEye(outcome) };
}

function generateEstimates(): EstimateVector[] {
  return visitors.map(([name, device, observer], seed) => {
    const screen = screenOf(device);
    const drawable = drawableRange(screen);
    if (!drawable) throw new RangeError(`${name}: the screen is too small`);
    const range = { smallest: round(drawable.smallest), largest: round(drawable.largest) };
    const random = seededRandom(seed);
    const trials: EstimateVector["trials"] = [];
    let run = startRun(range);
    while (!isFinished(run)) {
      const asked = nextSize(run);
      // The printed size, so that others start from the same numbers.
      const drawn = round(strokeFor(asked, screen).size);
      const answer = observer(drawn, random);
      run = recordAnswer(run, drawn, answer);
      const { mean, sd } = run.summary;
      trials.push({ asked: round(asked), drawn, answer, mean: round(mean), sd: round(sd) });
    }
    return { name, seed, ...range, trials, ...describeRun(run) };
  });
}

function generateStrokes(): StrokeVector[] {
  const screens = [
    ...DEVICES.map(({ name, screen }) => ({ name, screen })),
    { name: "phone at 40 cm", screen: { pixelPitch: 0.055, shortSide: 1179, distance: 400 } },
    { name: "monitor at 1.5 m", screen: { pixelPitch: 0.2768, shortSide: 900, distance: 1500 } },
  ];
  return screens.map(({ name, screen }) => {
    const rounded = { ...screen, pixelPitch: round(screen.pixelPitch) };
    const range = drawableRange(rounded);
    if (!range) throw new RangeError(`${name}: the screen is too small`);
    const sizes = [-0.6, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.3];
    const strokes = sizes.map((asked) => {
      const { pixels, size } = strokeFor(asked, rounded);
      return { asked, pixels: round(pixels), drawn: round(size) };
    });
    const { smallest, largest } = range;
    return {
      device: name,
      ...rounded,
      smallest: round(smallest),
      largest: round(largest),
      strokes,
    };
  });
}

const estimates = readVectors("estimates.json", generateEstimates);
const strokes = readVectors("strokes.json", generateStrokes);

describe("answers to estimates", () => {
  test.each(estimates)("$name", ({ smallest, largest, trials, outcome, advice }) => {
    let run = startRun({ smallest, largest });
    for (const { asked, drawn, answer, mean, sd } of trials) {
      expect(isFinished(run)).toBe(false);
      expect(nextSize(run)).toBeCloseTo(asked, CLOSE);
      run = recordAnswer(run, drawn, answer);
      expect(run.summary.mean).toBeCloseTo(mean, CLOSE);
      expect(run.summary.sd).toBeCloseTo(sd, CLOSE);
    }
    expect(isFinished(run)).toBe(true);
    expect(describeRun(run)).toEqual({ outcome, advice });
  });

  test("have every outcome", () => {
    const kinds = new Set(estimates.map(({ outcome }) => outcome.kind));
    expect([...kinds].sort()).toEqual(["estimate", "largestNotSeen", "unreliable"]);
    expect(estimates.some(({ outcome }) => outcome.orBetter)).toBe(true);
  });

  test("come from the seeds that they name", () => {
    expect(generateEstimates()).toEqual(estimates);
  });
});

describe("devices and distances to strokes", () => {
  test.each(strokes)("$device", ({ smallest, largest, strokes, ...screen }) => {
    const range = drawableRange(screen);
    expect(range?.smallest).toBeCloseTo(smallest, CLOSE);
    expect(range?.largest).toBeCloseTo(largest, CLOSE);
    for (const { asked, pixels, drawn } of strokes) {
      const stroke = strokeFor(asked, screen);
      expect(stroke.pixels).toBeCloseTo(pixels, CLOSE);
      expect(stroke.size).toBeCloseTo(drawn, CLOSE);
    }
  });
});
