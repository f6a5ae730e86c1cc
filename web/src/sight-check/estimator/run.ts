// The check of one eye: which size comes next (ZEST: the mean of the posterior), when it ends, and taking back the last
// answer. A run is a value that never changes, so the run before an answer is still there when the answer is taken back.
import { type Answer, type Posterior, prior, type Summary, summarise, update } from "./posterior";
import type { LogMar } from "./psychometric-function";

/** The sizes that the screen can draw at this distance. */
export type SizeRange = { readonly smallest: LogMar; readonly largest: LogMar };

export type Trial = {
  /** The size that was really drawn. */
  readonly size: LogMar;
  readonly answer: Answer;
  /** Made larger on purpose. */
  readonly easy: boolean;
};

export type Run = {
  readonly range: SizeRange;
  readonly trials: readonly Trial[];
  readonly posterior: Posterior;
  readonly summary: Summary;
  /** The run without the last answer. */
  readonly previous: Run | null;
};

/** Large steps at the beginning, for as long as all answers are right. */
const FIRST_SIZES: readonly LogMar[] = [1.0, 0.7, 0.4, 0.1];
/** At the threshold four of ten answers are wrong, which discourages people. Some trials are easier. */
const FIRST_EASY_TRIAL = 12;
const EASY_TRIAL_INTERVAL = 6;
const EASIER_BY: LogMar = 0.3;

export const MIN_TRIALS = 20;
export const MAX_TRIALS = 32;
const PRECISE_SD = 0.06;

export function startRun(range: SizeRange): Run {
  const posterior = prior();
  return { range, trials: [], posterior, summary: summarise(posterior), previous: null };
}

/** The size to draw next. What the screen makes of it has to be passed to `recordAnswer`. */
export function nextSize(run: Run): LogMar {
  const { smallest, largest } = run.range;
  return Math.min(largest, Math.max(smallest, wantedSize(run)));
}

function wantedSize({ trials, summary }: Run): LogMar {
  const first = FIRST_SIZES[trials.length];
  if (first !== undefined && trials.every((trial) => trial.answer === "right")) return first;
  return isEasyTrial(trials.length + 1) ? summary.mean + EASIER_BY : summary.mean;
}

/** @param number the first trial is 1 */
function isEasyTrial(number: number): boolean {
  return number >= FIRST_EASY_TRIAL && (number - FIRST_EASY_TRIAL) % EASY_TRIAL_INTERVAL === 0;
}

/** An answer after the end changes nothing: a second press or a late message must not add to a finished run. */
export function recordAnswer(run: Run, size: LogMar, answer: Answer): Run {
  if (isFinished(run)) return run;
  const posterior = update(run.posterior, size, answer);
  return {
    range: run.range,
    trials: [...run.trials, { size, answer, easy: isEasyTrial(run.trials.length + 1) }],
    posterior,
    summary: summarise(posterior),
    previous: run,
  };
}

export function undoLastAnswer(run: Run): Run {
  return run.previous ?? run;
}

export function isFinished({ trials, summary }: Run): boolean {
  return trials.length >= MAX_TRIALS || (trials.length >= MIN_TRIALS && summary.sd < PRECISE_SD);
}
