// How likely a right answer is: a logistic function of the size of the E, between guessing and the share of slips.

/** One of four directions. */
export const GUESS_RATE = 0.25;
/** The share of wrong answers that even the largest E gets, in the model of the estimator. */
export const LAPSE_RATE = 0.03;

/** Sizes and thresholds are in logMAR: the logarithm of the stroke in arc minutes. 0 is 6/6, 0.3 is 6/12, 1 is 6/60. */
export type LogMar = number;

/** @param threshold the size at which half of what is above guessing is seen
 * @param slope per logMAR */
export function probabilityOfRightAnswer(
  size: LogMar,
  threshold: LogMar,
  slope: number,
  lapseRate: number,
): number {
  return logistic(Math.exp(-slope * (size - threshold)), lapseRate);
}

/** @param exponential e^(-slope (size - threshold)) */
export function logistic(exponential: number, lapseRate: number): number {
  return GUESS_RATE + (1 - GUESS_RATE - lapseRate) / (1 + exponential);
}
