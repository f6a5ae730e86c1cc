import { describe, expect, test } from "vitest";
import { checkLimits, LIMITED_KINDS, OBSERVER_KINDS, simulateDevice } from "./device-table";
import { DEVICES } from "./devices";
import { guesser, honestObserver, playRun, seeingObserver } from "./observer";
import { seededRandom } from "./random";
import { simulateRow } from "./simulate-row";

const [phone] = DEVICES;
const laptop = DEVICES[3];
if (!phone || !laptop) throw new Error("the simulation has no devices");

/** Enough for the limits, with fixed seeds; `bench/run sight-check` takes 2,000 for each row. */
const OBSERVERS = 105;

describe("quick simulation", () => {
  test.each([phone, laptop])("$name keeps the published limits", ({ screen }) => {
    const table = simulateDevice(screen, LIMITED_KINDS, OBSERVERS, 1);
    expect(checkLimits(table).filter((check) => !check.passed)).toEqual([]);
    expect(table.guessers.noSign).toBe(0);
    expect(table.guessers.callToday).toBeGreaterThan(OBSERVERS * 0.95);
  });

  test("standing 10 % nearer shifts the estimate by 0.046", () => {
    const shifted = (nearerBy: number) =>
      simulateRow({
        screen: phone.screen,
        observers: OBSERVERS,
        seed: 5,
        observe: (threshold) => seeingObserver({ threshold, slope: 18, lapseRate: 0.03, nearerBy }),
      }).bias;
    expect(shifted(0.1) - shifted(0)).toBeCloseTo(Math.log10(0.9), 2);
  });

  test("more people are referred the worse they see", () => {
    const { referred } = simulateRow({
      screen: phone.screen,
      observers: OBSERVERS,
      seed: 6,
      observe: (threshold) =>
        seeingObserver({ threshold, slope: 18, lapseRate: 0.03, nearerBy: 0 }),
    });
    expect(referred[0]).toBeLessThan(0.1);
    expect(referred[3]).toBeGreaterThan(0.9);
  });

  test("saying I can't see it instead of guessing gives the same estimate", () => {
    const { honest } = simulateDevice(phone.screen, [], OBSERVERS, 7);
    expect(Math.abs(honest.bias)).toBeLessThan(0.02);
    expect(honest.coverage).toBeGreaterThan(0.95);
  });

  test("the same seed gives the same answers", () => {
    const play = () => playRun(guesser, phone.screen, seededRandom(8)).trials;
    expect(play()).toEqual(play());
  });
});

describe("limits", () => {
  const row = {
    slope: 12,
    lapseRate: 0.03,
    nearerBy: 0,
    bias: 0,
    sd: 0.06,
    retest: 0.17,
    coverage: 0.96,
    unreliable: 0,
    largestNotSeen: 0,
    meanTrials: 27,
    referred: [],
  };
  const guessers = { noSign: 2, unreliable: 0, callToday: 1998 };
  const failing = (changed: Partial<typeof row>, counts = guessers) =>
    checkLimits({ rows: [{ ...row, ...changed }], honest: row, guessers: counts })
      .filter((check) => !check.passed)
      .map((check) => check.name);

  test("a row within all limits passes", () => {
    expect(failing({})).toEqual([]);
  });

  test.each([
    [{ bias: 0.021 }, "slope 12: bias within ±0.02"],
    [{ bias: -0.021 }, "slope 12: bias within ±0.02"],
    [{ sd: 0.066 }, "slope 12: SD at most 0.065"],
    [{ retest: 0.181 }, "slope 12: retest limits within ±0.18"],
    [{ coverage: 0.949 }, "slope 12: coverage at least 0.95"],
    [{ slope: 18, coverage: 0.949 }, "slope 18: coverage at least 0.95"],
    [{ slope: 7, bias: 0.03 }, "slope 7: bias within ±0.02"],
  ])("%j breaks one", (changed, name) => {
    expect(failing(changed)).toEqual([name]);
  });

  test("figures that cannot be computed break them", () => {
    const nan = Number.NaN;
    expect(failing({ bias: nan, sd: nan, retest: nan, coverage: nan })).toHaveLength(4);
  });

  test("a third passing guesser breaks one", () => {
    expect(failing({}, { ...guessers, noSign: 3 })).toHaveLength(1);
  });

  test("rows with slips, an error of distance or a flat slope are published as they are", () => {
    const bad = { bias: 1, sd: 1, retest: 1, coverage: 0 };
    expect(failing({ ...bad, lapseRate: 0.08 })).toEqual([]);
    expect(failing({ ...bad, nearerBy: 0.05 })).toEqual([]);
    expect(failing({ slope: 7, sd: 1, retest: 1, coverage: 0 })).toEqual([]);
  });

  test("all combinations are simulated, and three of them have limits", () => {
    expect(OBSERVER_KINDS).toHaveLength(20);
    expect(LIMITED_KINDS.map((kind) => kind.slope)).toEqual([7, 12, 18]);
  });
});

describe("observers", () => {
  const share = (observer: typeof guesser, size: number, answer: string) => {
    const random = seededRandom(3);
    const given = Array.from({ length: 4000 }, () => observer(size, random));
    return given.filter((each) => each === answer).length / given.length;
  };
  const sharp = { threshold: 0.2, slope: 12, lapseRate: 0.08, nearerBy: 0 };

  test("guess one direction in four and slip as often as they should", () => {
    expect(share(guesser, 1, "right")).toBeCloseTo(0.25, 1);
    expect(share(seeingObserver(sharp), 1.4, "wrong")).toBeCloseTo(0.08, 1);
    expect(share(seeingObserver(sharp), -1, "right")).toBeCloseTo(0.25, 1);
  });

  test("who do not guess say that they cannot see it", () => {
    expect(share(honestObserver(sharp), -1, "unseen")).toBe(1);
    expect(share(honestObserver(sharp), 1.4, "wrong")).toBeCloseTo(0.08, 1);
  });
});
