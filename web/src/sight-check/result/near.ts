// Near sight as eye clinics write it: N5, N6, N8. The number is the height of print in points.
import type { Estimate } from "../estimator/outcome";
import type { LogMar } from "../estimator/psychometric-function";

const SIZES = [3, 4, 5, 6, 8, 10, 12, 14, 18, 24, 36, 48] as const;
/** N8 has the height of letters of 1 M, and letters of 0.4 M are 0 logMAR at 40 cm. */
const POINTS_AT_ZERO = 8 * 0.4;
const ROUNDING = 1e-9;

/** The smallest print that this eye reads, so the next larger size: "N6", or "N6 or better". */
export function nearPrint({ size, orBetter }: Pick<Estimate, "size" | "orBetter">): string {
  const points = POINTS_AT_ZERO * 10 ** size;
  const readable = SIZES.find((it) => it >= points * (1 - ROUNDING));
  if (readable === undefined) return "larger than N48";
  return orBetter || readable === SIZES[0] ? `N${readable} or better` : `N${readable}`;
}

/** The range in words, from the smaller to the larger print. */
export function nearRange({ lower, upper }: Pick<Estimate, "lower" | "upper">): [string, string] {
  const print = (size: LogMar) => nearPrint({ size, orBetter: false });
  return [print(lower), print(upper)];
}
