// One row of the published table: observers with known thresholds take the check twice, and their results are compared with
// the truth and with each other.
import type { Screen } from "../drawing/stroke";
import { outcomeOf } from "../estimator/outcome";
import { adviseEye } from "../result/advice";
import { guesser, type Observer, playRun, type SeeingObserver } from "./observer";
import { seededRandom } from "./random";

/** 6/6 to 6/24. Each observer has one of them. */
export const TRUE_THRESHOLDS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6] as const;

export type Row = {
  /** Mean of the estimates minus the truth, their standard deviation. */
  readonly bias: number;
  readonly sd: number;
  /** 95 % of second results differ from the first by at most this. */
  readonly retest: number;
  /** The share of ranges that contain the truth. */
  readonly coverage: number;
  readonly unreliable: number;
  readonly largestNotSeen: number;
  readonly meanTrials: number;
  /** For each true threshold, the share with another advice than "no sign" or "repeat". */
  readonly referred: readonly number[];
};

type RowSettings = {
  readonly screen: Screen;
  readonly observers: number;
  readonly seed: number;
  readonly observe: (threshold: number) => Observer;
};

/** What is the same for all observers of a row. */
export type ObserverKind = Omit<SeeingObserver, "threshold">;

export function simulateRow({ screen, observers, seed, observe }: RowSettings): Row {
  const random = seededRandom(seed);
  const errors: number[] = [];
  const differences: number[] = [];
  const sittings = TRUE_THRESHOLDS.map(() => ({ all: 0, referred: 0 }));
  let [covered, unreliable, largestNotSeen, trials] = [0, 0, 0, 0];
  for (let index = 0; index < observers; index += 1) {
    const group = index % TRUE_THRESHOLDS.length;
    const threshold = TRUE_THRESHOLDS[group] ?? 0;
    const observer = observe(threshold);
    const sizes: number[] = [];
    for (const _sitting of ["first", "second"]) {
      const run = playRun(observer, screen, random);
      const outcome = outcomeOf(run);
      const advice = adviseEye(outcome);
      trials += run.trials.length;
      const count = sittings[group];
      if (count) {
        count.all += 1;
        if (advice !== "noSign" && advice !== "repeat") count.referred += 1;
      }
      if (outcome.kind === "unreliable") unreliable += 1;
      if (outcome.kind === "largestNotSeen") largestNotSeen += 1;
      if (outcome.kind !== "estimate") continue;
      sizes.push(outcome.size);
      errors.push(outcome.size - threshold);
      if (outcome.lower <= threshold && threshold <= outcome.upper) covered += 1;
    }
    const [first, second] = sizes;
    if (first !== undefined && second !== undefined) differences.push(second - first);
  }
  const all = 2 * observers;
  return {
    bias: mean(errors),
    sd: standardDeviation(errors),
    retest: 1.96 * standardDeviation(differences),
    coverage: covered / errors.length,
    unreliable: unreliable / all,
    largestNotSeen: largestNotSeen / all,
    meanTrials: trials / all,
    referred: sittings.map((count) => count.referred / count.all),
  };
}

export type GuesserCounts = {
  readonly noSign: number;
  readonly unreliable: number;
  readonly callToday: number;
};

/** How many of those who answer at random get which advice. One eye each: both eyes have to pass, so visitors pass less. */
export function simulateGuessers(screen: Screen, observers: number, seed: number): GuesserCounts {
  const random = seededRandom(seed);
  const advice = Array.from({ length: observers }, () =>
    adviseEye(outcomeOf(playRun(guesser, screen, random))),
  );
  const count = (kind: (typeof advice)[number]) => advice.filter((each) => each === kind).length;
  return {
    noSign: count("noSign"),
    unreliable: count("repeat"),
    callToday: count("callToday"),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardDeviation(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
