import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../estimator/outcome";
import { ADVICE_TEXT, adviseEye, adviseVisitor, describeForNote, N6_AT_40_CM } from "./advice";

function estimate(size: number, half = 0.1): Outcome {
  return { kind: "estimate", size, lower: size - half, upper: size + half, orBetter: false };
}

const UNRELIABLE: Outcome = { kind: "unreliable" };
const UNFINISHED: Outcome = { kind: "unfinished" };
const NOT_SEEN: Outcome = { kind: "largestNotSeen" };
const GOOD = estimate(0);

const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(UNRELIABLE, UNFINISHED, NOT_SEEN),
  fc
    .tuple(
      fc.double({ min: -0.4, max: 1.4, noNaN: true }),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
    )
    .map(([size, half]) => estimate(size, half)),
);

describe("one eye", () => {
  test.each([
    ["6/6", "noSign", estimate(0)],
    ["6/9.5 with its range within 6/12", "noSign", estimate(0.2, 0.099)],
    ["6/9.5 with a range beyond 6/12", "book", estimate(0.2, 0.11)],
    ["6/6 with a range beyond 6/12", "book", estimate(0, 0.31)],
    ["a little worse than 6/9.5, with a narrow range", "book", estimate(0.21, 0.05)],
    ["6/12", "book", estimate(0.3)],
    ["a little worse than 6/12", "bookSoon", estimate(0.31)],
    ["6/60", "bookSoon", estimate(1)],
    ["a little worse than 6/60", "callToday", estimate(1.01)],
    ["the largest E not seen", "callToday", NOT_SEEN],
    ["known not to see", "book", { kind: "noSight" } as const],
    ["unreliable", "repeat", UNRELIABLE],
    ["unfinished", "finish", UNFINISHED],
  ] as const)("%s: %s", (_, advice, outcome) => {
    expect(adviseEye(outcome)).toBe(advice);
  });
});

describe("both eyes", () => {
  const advise = (right: Outcome, left: Outcome, near: Outcome | null = null) =>
    adviseVisitor({ right, left, near });

  test("the worse eye decides, whichever it is", () => {
    fc.assert(
      fc.property(outcomes, outcomes, (one, other) => {
        expect(advise(one, other)).toBe(advise(other, one));
      }),
    );
    expect(advise(GOOD, estimate(0.5))).toBe("bookSoon");
    expect(advise(NOT_SEEN, GOOD)).toBe("callToday");
  });

  test("eyes that differ by 0.2 need an examination although both are good", () => {
    expect(advise(estimate(-0.15), estimate(0.04))).toBe("noSign");
    expect(advise(estimate(-0.15), estimate(0.05))).toBe("book");
  });

  test("a difference does not make a more urgent advice weaker", () => {
    expect(advise(GOOD, estimate(0.5))).toBe("bookSoon");
  });

  test("no sign needs a good estimate of both eyes", () => {
    fc.assert(
      fc.property(outcomes, outcomes, (right, left) => {
        fc.pre(advise(right, left) === "noSign");
        for (const eye of [right, left]) {
          expect(eye.kind === "estimate" && eye.size <= 0.2 && eye.upper <= 0.3).toBe(true);
        }
      }),
    );
    expect(advise(GOOD, UNRELIABLE)).toBe("repeat");
    expect(advise(GOOD, UNFINISHED)).toBe("finish");
    expect(advise(UNRELIABLE, UNFINISHED)).toBe("repeat");
  });

  test("an unreliable eye does not hide that the other one needs help", () => {
    expect(advise(UNRELIABLE, estimate(0.25))).toBe("book");
    expect(advise(UNRELIABLE, NOT_SEEN)).toBe("callToday");
  });

  test("near sight worse than N6 is to be examined soon", () => {
    expect(N6_AT_40_CM).toBeCloseTo(0.273, 3);
    expect(advise(GOOD, GOOD, estimate(0.27))).toBe("noSign");
    expect(advise(GOOD, GOOD, estimate(0.28))).toBe("bookSoon");
    expect(advise(GOOD, GOOD, UNRELIABLE)).toBe("repeat");
    expect(advise(GOOD, GOOD, NOT_SEEN)).toBe("callToday");
  });

  test("near sight never makes the advice less urgent", () => {
    fc.assert(
      fc.property(outcomes, outcomes, outcomes, (right, left, near) => {
        const order = ["noSign", "finish", "repeat", "book", "bookSoon", "callToday"];
        const [without, withNear] = [advise(right, left), advise(right, left, near)];
        expect(order.indexOf(withNear)).toBeGreaterThanOrEqual(order.indexOf(without));
      }),
    );
  });
});

describe("texts", () => {
  test("nobody is told that their eyes are normal, healthy or fine", () => {
    for (const text of Object.values(ADVICE_TEXT)) {
      expect(text).not.toMatch(/normal|healthy|fine|perfect/i);
    }
  });

  test("whoever passes is told what the check cannot see", () => {
    expect(ADVICE_TEXT.noSign).toMatch(/glaucoma and diabetes/i);
  });

  test("the note of a booking has both eyes with their ranges", () => {
    const note = describeForNote({ right: estimate(0.3, 0.09), left: estimate(0.02), near: null });
    expect(note).toBe("Sight self-check: right 6/12 (6/9.5–6/15), left 6/6 (6/4.8–6/9.5)");
  });

  test("the note says why there is no number", () => {
    expect(describeForNote({ right: NOT_SEEN, left: UNRELIABLE, near: null })).toBe(
      "Sight self-check: right largest E not seen, left no reliable result",
    );
  });
});
