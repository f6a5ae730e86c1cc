// Sizes as eye clinics write them: 6/6, 6/12, 6/60. The lines of a chart are 0.1 logMAR apart.
import type { Estimate } from "../estimator/outcome";
import type { LogMar } from "../estimator/psychometric-function";

/** The line at which a letter of 0 logMAR is 6/6, and one line for every 0.1 more. */
const DENOMINATORS = [6, 7.5, 9.5, 12, 15, 19, 24, 30, 38, 48] as const;

/** 6/9.5, 6/12 and 6/60 in logMAR. */
export const LINE_9_5: LogMar = 0.2;
export const LINE_12: LogMar = 0.3;
export const LINE_60: LogMar = 1;

/** The nearest line. */
export function snellen(size: LogMar): string {
  return formatLine(Math.round(size * 10));
}

/** "6/12 (6/9.5–6/15)". The range is rounded outwards, so that the lines shown contain it. */
export function snellenWithRange({ size, lower, upper, orBetter }: Estimate): string {
  const worst = formatLine(roundedUp(upper));
  if (!orBetter) return `${snellen(size)} (${formatLine(roundedDown(lower))}–${worst})`;
  // Rounded up: the line below was not drawn.
  const smallest = formatLine(roundedUp(size));
  return smallest === worst ? `${smallest} or better` : `${smallest} or better (at worst ${worst})`;
}

/** Sums such as 0.1 + 0.2 must not lead to the next line. */
const ROUNDING = 1e-9;

function roundedDown(size: LogMar): number {
  return Math.floor(size * 10 + ROUNDING);
}

function roundedUp(size: LogMar): number {
  return Math.ceil(size * 10 - ROUNDING);
}

function formatLine(line: number): string {
  return `6/${denominator(line)}`;
}

/** Ten lines are a factor of ten. */
function denominator(line: number): string {
  const decade = Math.floor(line / 10);
  const first = DENOMINATORS[line - decade * 10] ?? Number.NaN;
  return String(Number((first * 10 ** decade).toPrecision(2)));
}
