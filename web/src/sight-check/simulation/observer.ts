// Simulated visitors. They answer by the same kind of function that the estimator assumes, with slopes, slips and distances
// that the estimator does not know.

import { drawableRange, type Screen, strokeFor } from "../drawing/stroke";
import type { Answer } from "../estimator/posterior";
import {
  GUESS_RATE,
  type LogMar,
  probabilityOfRightAnswer,
} from "../estimator/psychometric-function";
import { isFinished, nextSize, type Run, recordAnswer, startRun } from "../estimator/run";
import type { Random } from "./random";

export type Observer = (size: LogMar, random: Random) => Answer;

export type SeeingObserver = {
  readonly threshold: LogMar;
  readonly slope: number;
  readonly lapseRate: number;
  /** 0.1: the visitor stands 10 % nearer than they say. */
  readonly nearerBy: number;
};

export function seeingObserver({
  threshold,
  slope,
  lapseRate,
  nearerBy,
}: SeeingObserver): Observer {
  const larger = -Math.log10(1 - nearerBy);
  return (size, random) =>
    random() < probabilityOfRightAnswer(size + larger, threshold, slope, lapseRate)
      ? "right"
      : "wrong";
}

/** Says "I can't see it" where others guess. */
export function honestObserver(observer: SeeingObserver): Observer {
  const larger = -Math.log10(1 - observer.nearerBy);
  const { threshold, slope, lapseRate } = observer;
  return (size, random) => {
    const right = probabilityOfRightAnswer(size + larger, threshold, slope, 0);
    const seen = (right - GUESS_RATE) / (1 - GUESS_RATE);
    if (random() >= seen) return "unseen";
    return random() < lapseRate ? "wrong" : "right";
  };
}

export const guesser: Observer = (_size, random) => (random() < GUESS_RATE ? "right" : "wrong");

/** One eye's check on this screen, with the sizes that the screen really draws. */
export function playRun(observer: Observer, screen: Screen, random: Random): Run {
  const range = drawableRange(screen);
  if (!range) throw new RangeError("the screen is too small for the check");
  let run = startRun(range);
  while (!isFinished(run)) {
    const { size } = strokeFor(nextSize(run), screen);
    run = recordAnswer(run, size, observer(size, random));
  }
  return run;
}
