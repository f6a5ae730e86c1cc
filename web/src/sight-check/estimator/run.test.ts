import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, THRESHOLDS } from "./posterior";
import {
  isFinished,
  MAX_TRIALS,
  MIN_TRIALS,
  nextSize,
  type Run,
  recordAnswer,
  startRun,
  undoLastAnswer,
} from "./run";

const WIDE = { smallest: -0.6, largest: 1.3 };

/** Each answer is given at the size that was asked for. */
function play(answers: readonly Answer[], range = WIDE): Run {
  return answers.reduce((run, answer) => recordAnswer(run, nextSize(run), answer), startRun(range));
}

function sizesOf(run: Run): number[] {
  return run.trials.map((trial) => trial.size);
}

const manyAnswers = fc.array(fc.constantFrom<Answer>("right", "wrong", "unseen"), {
  maxLength: MAX_TRIALS,
});
/** As somebody answers who sees everything down to a size, apart from some slips. */
const seeing = fc.record({
  threshold: fc.double({ min: -0.2, max: 1, noNaN: true }),
  luck: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 32, maxLength: 32 }),
});

describe("sizes", () => {
  test("begin with 1.0, 0.7, 0.4 and 0.1 while answers are right", () => {
    expect(sizesOf(play(["right", "right", "right", "right"]))).toEqual([1, 0.7, 0.4, 0.1]);
  });

  test("are the mean of the posterior after the fourth trial", () => {
    const run = play(["right", "right", "right", "right"]);
    expect(nextSize(run)).toBe(run.summary.mean);
  });

  test.each<[Answer]>([["wrong"], ["unseen"]])(
    "are the mean of the posterior as soon as an answer is %s, also if the next ones are right",
    (answer) => {
      const run = play(["right", answer]);
      expect(nextSize(run)).toBe(run.summary.mean);
      const next = play(["right", answer, "right"]);
      expect(nextSize(next)).toBe(next.summary.mean);
    },
  );

  test("trials 12, 18, 24 and 30 are easier by 0.3, no others", () => {
    const answers = Array.from(
      { length: 32 },
      (_, index): Answer => (index % 3 === 0 ? "wrong" : "right"),
    );
    for (let count = 4; count < 32; count += 1) {
      const run = play(answers.slice(0, count));
      if (isFinished(run)) break;
      const easy = [12, 18, 24, 30].includes(count + 1);
      expect(nextSize(run)).toBeCloseTo(run.summary.mean + (easy ? 0.3 : 0), 12);
      const trial = recordAnswer(run, nextSize(run), "right").trials.at(-1);
      expect(trial?.easy).toBe(easy);
    }
  });

  test("are never smaller or larger than the screen can draw", () => {
    const range = { smallest: 0.05, largest: 0.83 };
    fc.assert(
      fc.property(manyAnswers, (answers) => {
        for (const size of sizesOf(play(answers, range))) {
          expect(size).toBeGreaterThanOrEqual(range.smallest);
          expect(size).toBeLessThanOrEqual(range.largest);
        }
      }),
    );
  });

  test("the size that was drawn counts, not the size that was asked for", () => {
    const asked = recordAnswer(startRun(WIDE), 1, "right");
    const drawn = recordAnswer(startRun(WIDE), 0.9, "right");
    expect(drawn.trials[0]?.size).toBe(0.9);
    expect(drawn.summary.mean).toBeLessThan(asked.summary.mean);
  });
});

describe("end", () => {
  test("comes after 20 trials at the earliest and 32 at the latest, in between when the SD is below 0.06", () => {
    fc.assert(
      fc.property(manyAnswers, (answers) => {
        const run = play(answers);
        const count = run.trials.length;
        const precise = run.summary.sd < 0.06;
        expect(isFinished(run)).toBe(count === MAX_TRIALS || (count >= MIN_TRIALS && precise));
        if (run.previous) expect(isFinished(run.previous)).toBe(false);
      }),
    );
  });

  test("is reached by steady answers as soon as the SD is below 0.06", () => {
    fc.assert(
      fc.property(fc.double({ min: -0.2, max: 1, noNaN: true }), (threshold) => {
        let run = startRun(WIDE);
        while (!isFinished(run)) {
          const size = nextSize(run);
          run = recordAnswer(run, size, size > threshold ? "right" : "wrong");
        }
        fc.pre(run.trials.length < MAX_TRIALS);
        expect(run.summary.sd).toBeLessThan(0.06);
        const before = run.previous;
        expect(before && (before.trials.length < MIN_TRIALS || before.summary.sd >= 0.06)).toBe(
          true,
        );
      }),
    );
  });

  test("an answer after the end changes nothing", () => {
    const run = play(Array.from({ length: 32 }, (): Answer => "unseen"));
    expect(isFinished(run)).toBe(true);
    expect(recordAnswer(run, 0.5, "right")).toBe(run);
  });
});

describe("undo", () => {
  test("gives exactly the run before the last answer", () => {
    fc.assert(
      fc.property(
        manyAnswers,
        fc.constantFrom<Answer>("right", "wrong", "unseen"),
        (before, last) => {
          const run = play(before);
          fc.pre(!isFinished(run));
          expect(undoLastAnswer(recordAnswer(run, nextSize(run), last))).toEqual(run);
        },
      ),
    );
  });

  test("answering differently gives the same as if the first answer had never been given", () => {
    const mistaken = play(["right", "right", "wrong"]);
    const corrected = recordAnswer(undoLastAnswer(mistaken), 0.4, "right");
    expect(corrected).toEqual(play(["right", "right", "right"]));
  });

  test("takes back the answer that ended the run", () => {
    const run = play(Array.from({ length: 32 }, (): Answer => "unseen"));
    expect(isFinished(undoLastAnswer(run))).toBe(false);
  });

  test("before the first answer changes nothing", () => {
    const run = startRun(WIDE);
    expect(undoLastAnswer(run)).toBe(run);
  });
});

describe("range", () => {
  test("holds at least 95 % of the probability at the end of a run", () => {
    fc.assert(
      fc.property(seeing, ({ threshold, luck }) => {
        let run = startRun(WIDE);
        while (!isFinished(run)) {
          const size = nextSize(run);
          const chance = luck[run.trials.length] ?? 0;
          const right = size > threshold ? chance < 0.95 : chance < 0.3;
          run = recordAnswer(run, size, right ? "right" : "wrong");
        }
        const { lower, upper } = run.summary;
        const inside = [...run.posterior].reduce((sum, probability, cell) => {
          const each = THRESHOLDS[cell % THRESHOLDS.length] ?? 0;
          return each >= lower && each <= upper ? sum + probability : sum;
        }, 0);
        expect(inside).toBeGreaterThanOrEqual(0.95);
      }),
    );
  });
});
