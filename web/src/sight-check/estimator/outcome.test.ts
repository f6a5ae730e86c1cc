import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "./outcome";
import type { Answer } from "./posterior";
import { isFinished, nextSize, type Run, recordAnswer, type SizeRange, startRun } from "./run";

const PHONE = { smallest: -0.5, largest: 1.03 };

type Respond = (size: number, number: number, run: Run) => Answer;

function play(respond: Respond, range: SizeRange = PHONE): Run {
  let run = startRun(range);
  while (!isFinished(run)) {
    const size = nextSize(run);
    run = recordAnswer(run, size, respond(size, run.trials.length + 1, run));
  }
  return run;
}

/** Sees everything above the threshold and nothing below it. */
const sees =
  (threshold: number): Respond =>
  (size) =>
    size > threshold ? "right" : "wrong";

const EASY_TRIALS = [12, 18, 24, 30];
const answers = fc.array(fc.constantFrom<Answer>("right", "wrong", "unseen"), {
  minLength: 32,
  maxLength: 32,
});

describe("outcome", () => {
  test("is the mean with its range", () => {
    const run = play(sees(0.2));
    const { mean, lower, upper } = run.summary;
    expect(outcomeOf(run)).toEqual({ kind: "estimate", size: mean, lower, upper, orBetter: false });
    expect(Math.abs(mean - 0.2)).toBeLessThan(0.1);
  });

  test("of a run that was left is unfinished", () => {
    const run = play(sees(0.2));
    expect(outcomeOf(run.previous ?? run)).toEqual({ kind: "unfinished" });
  });

  test("an estimate is always inside of its range", () => {
    fc.assert(
      fc.property(answers, fc.double({ min: -0.6, max: 0.3, noNaN: true }), (given, smallest) => {
        const range = { smallest, largest: 1.03 };
        const outcome = outcomeOf(play((_, number) => given[number - 1] ?? "wrong", range));
        if (outcome.kind !== "estimate") return;
        expect(outcome.lower).toBeLessThanOrEqual(outcome.size);
        expect(outcome.upper).toBeGreaterThanOrEqual(outcome.size);
      }),
    );
  });

  test("is never better than what the screen can draw", () => {
    const outcome = outcomeOf(play(() => "right", { smallest: 0.1, largest: 1 }));
    expect(outcome).toMatchObject({ kind: "estimate", size: 0.1, lower: 0.1, orBetter: true });
  });
});

describe("unreliable", () => {
  const wrongAt =
    (...numbers: number[]): Respond =>
    (size, number) =>
      numbers.includes(number) ? "wrong" : sees(0.2)(size, number, startRun(PHONE));

  test("is a run with two wrong easy trials while smaller sizes were right", () => {
    expect(outcomeOf(play(wrongAt(12, 18)))).toEqual({ kind: "unreliable" });
  });

  test("is not a run with one wrong easy trial", () => {
    expect(outcomeOf(play(wrongAt(12))).kind).toBe("estimate");
  });

  test("is also a run in which easy trials were answered with I can't see it", () => {
    const respond: Respond = (size, number, run) =>
      EASY_TRIALS.includes(number) ? "unseen" : sees(0.2)(size, number, run);
    expect(outcomeOf(play(respond))).toEqual({ kind: "unreliable" });
  });

  test("is not a run in which nothing smaller was right", () => {
    // Right only at the largest size: the easy trials are wrong, but so is everything below them.
    const respond: Respond = (size) => (size >= PHONE.largest ? "right" : "wrong");
    expect(outcomeOf(play(respond)).kind).not.toBe("unreliable");
  });

  test.each([0.3, 0.4, 0.5, 0.7, 1])(
    "is not a run with wrong easy trials at the largest size, %d, although smaller ones were right",
    (largest) => {
      const respond: Respond = (size, number, run) =>
        EASY_TRIALS.includes(number) ? "wrong" : sees(largest - 0.02)(size, number, run);
      const run = play(respond, { smallest: -0.5, largest });
      const wrongEasy = run.trials.filter((trial) => trial.easy && trial.answer === "wrong");
      expect(wrongEasy.map((trial) => trial.size)).toEqual([largest, largest]);
      const right = run.trials.filter((trial) => trial.answer === "right");
      expect(right.some((trial) => trial.size < largest)).toBe(true);
      expect(outcomeOf(run).kind).toBe("estimate");
    },
  );

  test("is never a run whose wrong answers are all at the largest size", () => {
    fc.assert(
      fc.property(answers, fc.double({ min: 0.2, max: 1.3, noNaN: true }), (given, largest) => {
        const range = { smallest: -0.5, largest };
        const respond: Respond = (size, number) =>
          size >= largest ? (given[number - 1] ?? "wrong") : "right";
        expect(outcomeOf(play(respond, range)).kind).not.toBe("unreliable");
      }),
    );
  });

  test("is never a run in which the largest size was mostly wrong, whatever the other answers", () => {
    fc.assert(
      fc.property(answers, fc.double({ min: 0.2, max: 1.3, noNaN: true }), (given, largest) => {
        const run = play((_, number) => given[number - 1] ?? "wrong", { smallest: -0.5, largest });
        const atLargest = run.trials.filter((trial) => trial.size >= largest);
        const wrong = atLargest.filter((trial) => trial.answer !== "right").length;
        fc.pre(wrong >= 2 && wrong * 2 >= atLargest.length);
        expect(outcomeOf(run)).toEqual({ kind: "largestNotSeen" });
      }),
    );
  });
});

describe("largest E not seen", () => {
  test.each<[string, Answer]>([
    ["wrong", "wrong"],
    ["I can't see it", "unseen"],
  ])("when every answer is %s", (_, answer) => {
    expect(outcomeOf(play(() => answer))).toEqual({ kind: "largestNotSeen" });
  });

  test("also if some guesses were right", () => {
    const respond: Respond = (_, number) => (number % 4 === 0 ? "right" : "wrong");
    expect(outcomeOf(play(respond))).toEqual({ kind: "largestNotSeen" });
  });

  test("but not after one slip at the first, largest E", () => {
    const range = { smallest: -0.5, largest: 1 };
    const run = play(
      (size, number, each) => (number === 1 ? "wrong" : sees(0.1)(size, number, each)),
      range,
    );
    expect(run.trials[0]?.size).toBe(1);
    expect(outcomeOf(run).kind).toBe("estimate");
  });

  test("but not when the largest E is seen four times in five", () => {
    const range = { smallest: -0.5, largest: 0.5 };
    const respond: Respond = (size, number) =>
      size >= 0.5 && number % 5 !== 0 ? "right" : "wrong";
    expect(outcomeOf(play(respond, range)).kind).toBe("estimate");
  });

  test("is recognised although the sizes differ in the last digit", () => {
    const range = { smallest: -0.5, largest: 0.1 + 0.2 };
    let run = startRun(range);
    while (!isFinished(run)) run = recordAnswer(run, 0.3, "wrong");
    expect(outcomeOf(run)).toEqual({ kind: "largestNotSeen" });
  });
});
