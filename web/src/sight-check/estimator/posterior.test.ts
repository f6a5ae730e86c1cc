import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  type Answer,
  type Posterior,
  prior,
  SLOPES,
  summarise,
  THRESHOLDS,
  update,
} from "./posterior";
import { LAPSE_RATE, probabilityOfRightAnswer } from "./psychometric-function";

type Answered = readonly [size: number, answer: Answer];

const sizes = fc.double({ min: -0.7, max: 1.4, noNaN: true });
const answers = fc.constantFrom<Answer>("right", "wrong", "unseen");
const sequences = fc.array(fc.tuple(sizes, answers), { maxLength: 32 });

function posteriorAfter(sequence: readonly Answered[]): Posterior {
  return sequence.reduce((posterior, [size, answer]) => update(posterior, size, answer), prior());
}

/** The mean threshold if the slope were known. */
function meanAtSlope(posterior: Posterior, index: number): number {
  const length = THRESHOLDS.length;
  const part = [...posterior.slice(index * length, (index + 1) * length)];
  const sum = part.reduce((total, probability) => total + probability, 0);
  return part.reduce((total, each, cell) => total + (each / sum) * (THRESHOLDS[cell] ?? 0), 0);
}

describe("psychometric function", () => {
  test("is half way between guessing and slips at the threshold", () => {
    expect(probabilityOfRightAnswer(0.3, 0.3, 12, LAPSE_RATE)).toBeCloseTo(0.61, 12);
  });

  test("reaches guessing and slips far from the threshold", () => {
    expect(probabilityOfRightAnswer(-3, 0.3, 12, LAPSE_RATE)).toBeCloseTo(0.25, 12);
    expect(probabilityOfRightAnswer(4, 0.3, 12, LAPSE_RATE)).toBeCloseTo(0.97, 12);
    expect(probabilityOfRightAnswer(4, 0.3, 12, 0.08)).toBeCloseTo(0.92, 12);
  });
});

describe("prior", () => {
  test("has thresholds from -0.4 to 1.4 in steps of 0.02 for each of five slopes", () => {
    expect(THRESHOLDS).toHaveLength(91);
    expect([THRESHOLDS[0], THRESHOLDS[1], THRESHOLDS[90]]).toEqual([-0.4, -0.38, 1.4]);
    expect(SLOPES).toEqual([6, 9, 14, 20, 28]);
    expect(prior()).toHaveLength(455);
  });

  test("is normal with mean 0.25 and standard deviation 0.5, cut off at the ends of the grid", () => {
    const cells = prior();
    const at = (threshold: number) => cells[THRESHOLDS.indexOf(threshold)] ?? 0;
    expect(at(0.74) / at(0.24)).toBeCloseTo(Math.exp(-0.5 * (0.98 ** 2 - 0.02 ** 2)), 12);
    // More of the lower end is cut off than of the upper one.
    expect(summarise(cells).mean).toBeCloseTo(0.33, 2);
  });

  test("gives all slopes the same probability", () => {
    const cells = prior();
    for (const slope of SLOPES.keys()) expect(cells[slope * 91 + 40]).toBe(cells[40]);
  });
});

describe("update", () => {
  test("follows Bayes for one answer", () => {
    const before = prior();
    const updated = update(before, 0.5, "wrong");
    const weight = (cell: number, slope: number) =>
      (before[cell] ?? 0) *
      (1 - probabilityOfRightAnswer(0.5, THRESHOLDS[cell % 91] ?? 0, slope, LAPSE_RATE));
    expect((updated[30] ?? 0) / (updated[400] ?? 1)).toBeCloseTo(
      weight(30, 6) / weight(400, 28),
      10,
    );
  });

  test("keeps the sum of probabilities at 1 after any answers", () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const posterior = posteriorAfter(sequence);
        expect(posterior.every((probability) => probability >= 0)).toBe(true);
        expect(posterior.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  test("does not change the posterior that it is given", () => {
    const before = prior();
    update(before, 0.5, "wrong");
    expect(before).toEqual(prior());
  });

  test("a right answer never raises the threshold of any slope, a wrong one never lowers it", () => {
    fc.assert(
      fc.property(sequences, sizes, (sequence, size) => {
        const before = posteriorAfter(sequence);
        for (const slope of SLOPES.keys()) {
          const mean = meanAtSlope(before, slope);
          expect(meanAtSlope(update(before, size, "right"), slope)).toBeLessThanOrEqual(
            mean + 1e-9,
          );
          expect(meanAtSlope(update(before, size, "wrong"), slope)).toBeGreaterThanOrEqual(
            mean - 1e-9,
          );
        }
      }),
    );
  });

  // Not exact: an answer also says something about the slope, and with it about all other answers. A fixed seed, because
  // 0.01 is what was found in searches and not proven.
  test("the estimate with a right answer is not worse than with a wrong one by more than 0.01", () => {
    const half = fc.array(fc.tuple(sizes, answers), { maxLength: 15 });
    fc.assert(
      fc.property(half, half, sizes, (before, rest, size) => {
        const mean = (answer: Answer) =>
          summarise(posteriorAfter([...before, [size, answer] as const, ...rest])).mean;
        expect(mean("right")).toBeLessThanOrEqual(mean("wrong") + 0.01);
      }),
      { seed: 33 },
    );
  });

  test("I can't see it counts as the average of guesses: between right and wrong, nearer to wrong", () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const mean = (answer: Answer) => summarise(update(prior(), size, answer)).mean;
        const [right, unseen, wrong] = [mean("right"), mean("unseen"), mean("wrong")];
        expect(right).toBeLessThanOrEqual(unseen);
        expect(unseen).toBeLessThanOrEqual(wrong);
      }),
    );
  });

  test("four times I can't see it equals one right and three wrong answers", () => {
    const unseen = posteriorAfter(Array.from({ length: 4 }, () => [0.2, "unseen"] as const));
    const guessed = posteriorAfter([
      [0.2, "right"],
      [0.2, "wrong"],
      [0.2, "wrong"],
      [0.2, "wrong"],
    ]);
    for (const [cell, probability] of guessed.entries()) {
      expect(unseen[cell]).toBeCloseTo(probability, 12);
    }
  });

  // Some hundredths of a millisecond, and less than one millisecond on a slow phone. A grid that is made finer without thought
  // is noticed here, whatever the speed of the machine.
  test("takes five exponentials and one pass over 455 cells", () => {
    const posterior = prior();
    const exponentials = vi.spyOn(Math, "exp");
    expect(update(posterior, 0.3, "right")).toHaveLength(455);
    expect(exponentials).toHaveBeenCalledTimes(5);
  });
});

describe("summary", () => {
  test("the range is 1.3 times the 95 % interval around the mean", () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        const { mean, sd, lower, upper } = summarise(posteriorAfter(sequence));
        expect(upper - mean).toBeCloseTo(1.3 * 1.96 * sd, 10);
        expect(mean - lower).toBeCloseTo(1.3 * 1.96 * sd, 10);
      }),
    );
  });
});
