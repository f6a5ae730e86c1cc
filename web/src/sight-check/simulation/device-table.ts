// The published table of one device: which observers are simulated, and the limits that the results have to keep.
import { drawableRange, type Screen, strokeFor } from "../drawing/stroke";
import { DEVICES } from "./devices";
import { honestObserver, seeingObserver } from "./observer";
import {
  type GuesserCounts,
  type ObserverKind,
  type Row,
  simulateGuessers,
  simulateRow,
  TRUE_THRESHOLDS,
} from "./simulate-row";

type LabelledRow = ObserverKind & Row;

type DeviceTable = {
  readonly rows: readonly LabelledRow[];
  /** Observers who say "I can't see it" instead of guessing. */
  readonly honest: LabelledRow;
  readonly guessers: GuesserCounts;
};

export type Check = {
  readonly name: string;
  readonly passed: boolean;
  readonly observed: string;
};

const SLOPES = [7, 12, 18];
const LAPSE_RATES = [0.03, 0.08];
/** Nearer than said makes sight look better than it is. */
const NEARER_BY = [0, 0.05, 0.1];
const FURTHER_AWAY: readonly ObserverKind[] = [-0.05, -0.1].map((nearerBy) => ({
  slope: 12,
  lapseRate: 0.03,
  nearerBy,
}));

export const OBSERVER_KINDS: readonly ObserverKind[] = [
  ...NEARER_BY.flatMap((nearerBy) =>
    SLOPES.flatMap((slope) => LAPSE_RATES.map((lapseRate) => ({ slope, lapseRate, nearerBy }))),
  ),
  ...FURTHER_AWAY,
];

/** The kinds of observers that have limits. */
export const LIMITED_KINDS = OBSERVER_KINDS.filter(
  ({ lapseRate, nearerBy }) => lapseRate === 0.03 && nearerBy === 0,
);

/** @param observers for each row
 * @param seed the rows of a table have different ones */
export function simulateDevice(
  screen: Screen,
  kinds: readonly ObserverKind[],
  observers: number,
  seed: number,
): DeviceTable {
  const rows = kinds.map((kind, index) => ({
    ...kind,
    ...simulateRow({
      screen,
      observers,
      seed: seed + index,
      observe: (threshold) => seeingObserver({ threshold, ...kind }),
    }),
  }));
  const kind = { slope: 12, lapseRate: 0.03, nearerBy: 0 };
  const observe = (threshold: number) => honestObserver({ threshold, ...kind });
  const honest = {
    ...kind,
    ...simulateRow({ screen, observers, seed: seed + kinds.length, observe }),
  };
  return { rows, honest, guessers: simulateGuessers(screen, observers, seed + kinds.length + 1) };
}

const MAX_BIAS = 0.02;
const MAX_SD_AT_SLOPE_12 = 0.065;
const MAX_RETEST = 0.18;
const MIN_COVERAGE = 0.95;
/** Of 2,000. Nobody may be told that nothing was found because of lucky guesses. */
const MAX_PASSING_GUESSERS = 2;

/** The limits hold without an error of distance and with few slips. Rows with other observers are published as they are. */
export function checkLimits({ rows, guessers }: DeviceTable): Check[] {
  const limited = rows.filter(({ lapseRate, nearerBy }) => lapseRate === 0.03 && nearerBy === 0);
  const checks = limited.flatMap(({ slope, bias, sd, retest, coverage }) => {
    const check = (name: string, passed: boolean, value: number): Check => ({
      name: `slope ${slope}: ${name}`,
      passed,
      observed: value.toFixed(3),
    });
    const atEverySlope = [check(`bias within ±${MAX_BIAS}`, Math.abs(bias) <= MAX_BIAS, bias)];
    if (slope < 12) return atEverySlope;
    const atSlope12 = [check(`SD at most ${MAX_SD_AT_SLOPE_12}`, sd <= MAX_SD_AT_SLOPE_12, sd)];
    return [
      ...atEverySlope,
      ...(slope === 12 ? atSlope12 : []),
      check(`retest limits within ±${MAX_RETEST}`, retest <= MAX_RETEST, retest),
      check(`coverage at least ${MIN_COVERAGE}`, coverage >= MIN_COVERAGE, coverage),
    ];
  });
  const passing = {
    name: `guessers without a sign of reduced sharpness: at most ${MAX_PASSING_GUESSERS}`,
    passed: guessers.noSign <= MAX_PASSING_GUESSERS,
    observed: String(guessers.noSign),
  };
  return [...checks, passing];
}

/** What `bench/run sight-check` publishes about one device; `null` if there is no such device. */
export function publishDevice(number: number, observers: number) {
  const device = DEVICES[number];
  if (!device) return null;
  const { name, screen } = device;
  const table = simulateDevice(screen, OBSERVER_KINDS, observers, 1000 * (number + 1));
  return {
    name,
    distance: screen.distance,
    range: drawableRange(screen),
    strokeAt6: strokeFor(0, screen).pixels,
    trueThresholds: TRUE_THRESHOLDS,
    ...table,
    checks: checkLimits(table),
  };
}
