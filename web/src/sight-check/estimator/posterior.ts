// What is known about one eye after some answers: a probability for every threshold and slope of a grid (Bayes). The
// slope is not reported. It is part of the grid so that an unknown slope makes the range wider instead of wrong.
import { GUESS_RATE, LAPSE_RATE, type LogMar, logistic } from "./psychometric-function";

/** "unseen" is the answer "I can't see it". */
export type Answer = "right" | "wrong" | "unseen";

const STEP = 0.02;
export const THRESHOLDS: readonly LogMar[] = Array.from(
  { length: 91 },
  (_, index) => Math.round((-0.4 + index * STEP) * 100) / 100,
);
export const SLOPES = [6, 9, 14, 20, 28] as const;
/** The part of the exponential that does not depend on the size, so that an update computes 5 exponentials and not 455. */
const THRESHOLD_FACTORS = Float64Array.from(
  SLOPES.flatMap((slope) => THRESHOLDS.map((threshold) => Math.exp(slope * threshold))),
);
const PRIOR_MEAN = 0.25;
const PRIOR_SD = 0.5;

/** The 95 % interval of a normal distribution, in standard deviations. */
const NORMAL_95 = 1.96;
/** In simulations the plain interval contained the truth less often than 95 % for some observers (docs/sight-check.md). */
const INTERVAL_WIDENING = 1.3;

/** The probability of each combination, slopes one after the other, with all thresholds for each. Their sum is 1. */
export type Posterior = Float64Array;

export type Summary = {
  readonly mean: LogMar;
  readonly sd: number;
  /** The widened 95 % interval. */
  readonly lower: LogMar;
  readonly upper: LogMar;
};

const PRIOR = normalise(
  Float64Array.from(
    SLOPES.flatMap(() =>
      THRESHOLDS.map((threshold) => Math.exp(-0.5 * ((threshold - PRIOR_MEAN) / PRIOR_SD) ** 2)),
    ),
  ),
);

export function prior(): Posterior {
  return PRIOR.slice();
}

/** @param size the size that was really drawn, not the one that was asked for */
export function update(posterior: Posterior, size: LogMar, answer: Answer): Posterior {
  const updated = new Float64Array(posterior.length);
  let cell = 0;
  for (const slope of SLOPES) {
    const sizeFactor = Math.exp(-slope * size);
    for (const end = cell + THRESHOLDS.length; cell < end; cell += 1) {
      const right = logistic(sizeFactor * (THRESHOLD_FACTORS[cell] ?? 0), LAPSE_RATE);
      updated[cell] = (posterior[cell] ?? 0) * likelihood(right, answer);
    }
  }
  return normalise(updated);
}

/** "I can't see it" counts as a random answer, as if the visitor had guessed. To draw one would make the result depend on
 * luck, so it counts as what a guess is on average: a quarter of a right and three quarters of a wrong answer. */
function likelihood(right: number, answer: Answer): number {
  switch (answer) {
    case "right":
      return right;
    case "wrong":
      return 1 - right;
    case "unseen":
      return right ** GUESS_RATE * (1 - right) ** (1 - GUESS_RATE);
  }
}

export function summarise(posterior: Posterior): Summary {
  let mean = 0;
  let square = 0;
  for (let cell = 0; cell < posterior.length; cell += 1) {
    const probability = posterior[cell] ?? 0;
    const threshold = THRESHOLDS[cell % THRESHOLDS.length] ?? 0;
    mean += probability * threshold;
    square += probability * threshold * threshold;
  }
  const sd = Math.sqrt(Math.max(0, square - mean * mean));
  const half = NORMAL_95 * INTERVAL_WIDENING * sd;
  return { mean, sd, lower: mean - half, upper: mean + half };
}

/** Changes and returns its argument. A plain loop, because `map` takes three times as long. */
function normalise(weights: Float64Array): Posterior {
  let sum = 0;
  for (let cell = 0; cell < weights.length; cell += 1) sum += weights[cell] ?? 0;
  for (let cell = 0; cell < weights.length; cell += 1) weights[cell] = (weights[cell] ?? 0) / sum;
  return weights;
}
