import fc from "fast-check";
import { expect, test } from "vitest";
import { shippedUrgent } from "../fixtures/urgent-rows";
import type { UrgentRow } from "../generated/UrgentRow";
import {
  type Answer,
  headlineOf,
  messageFor,
  mostUrgentFirst,
  planFor,
  type Screen,
  screenAfter,
  sentencesOf,
  URGENCIES,
} from "./triage";

const rows = mostUrgentFirst(shippedUrgent.rows);
const rank = (row: UrgentRow) => URGENCIES.indexOf(row.urgency);

/** Answers questions from the first one on, until there is a result. */
function resultOf(list: readonly UrgentRow[], answerOf: (row: UrgentRow) => Answer) {
  let screen: Screen = { kind: "question", index: 0 };
  while (screen.kind === "question") {
    const row: UrgentRow | undefined = list[screen.index];
    if (!row) throw new Error("a question that does not exist");
    screen = screenAfter(list, screen.index, answerOf(row));
  }
  if (screen.kind !== "result") throw new Error("no result");
  return screen.match;
}

test("the questions are complete, and the emergencies come first", () => {
  expect(rows).toHaveLength(25);
  expect(new Set(rows)).toEqual(new Set(shippedUrgent.rows));
  expect(rows.map(rank)).toEqual(rows.map(rank).sort((a, b) => a - b));
});

for (const answer of ["yes", "unsure"] as const) {
  test(`every row answered with ${answer} ends the questions and shows that row`, () => {
    for (const asked of rows) {
      const match = resultOf(rows, (row) => (row === asked ? answer : "no"));
      expect(match).toEqual({ row: asked, answer });
    }
  });
}

test("of every two rows that match, the first one in the list is the most urgent", () => {
  for (const first of rows) {
    for (const second of rows) {
      const found = rows.find((row) => row === first || row === second);
      expect(found && rank(found)).toBe(Math.min(rank(first), rank(second)));
    }
  }
});

test("a result is never less urgent than the most urgent answer, whatever the order in the file", () => {
  const answers = fc.constantFrom<Answer>("yes", "no", "unsure");
  fc.assert(
    fc.property(
      fc.shuffledSubarray(shippedUrgent.rows, { minLength: 1 }),
      fc.array(answers, { minLength: 25, maxLength: 25 }),
      (shuffled, given) => {
        const answerOf = (row: UrgentRow) => given[shippedUrgent.rows.indexOf(row)] ?? "no";
        const match = resultOf(mostUrgentFirst(shuffled), answerOf);
        const matching = shuffled.filter((row) => answerOf(row) !== "no").map(rank);
        expect(match ? rank(match.row) : Number.POSITIVE_INFINITY).toBe(
          Math.min(Number.POSITIVE_INFINITY, ...matching),
        );
      },
    ),
  );
});

test("the clinic offers nothing for an emergency, and a hospital replaces it while it is closed", () => {
  for (const row of rows) {
    for (const isOpen of [true, false]) {
      const plan = planFor(row, isOpen);
      expect(plan.urgency).toBe(row.urgency);
      switch (row.urgency) {
        case "now":
          expect(plan).toEqual({ urgency: "now", place: row.go, offer: "nothing" });
          break;
        case "24h":
          expect(plan.place).toBe(isOpen ? "clinic" : row.go);
          expect(plan.offer).toBe(isOpen ? "call" : "nothing");
          break;
        default:
          expect(plan).toEqual({ urgency: row.urgency, place: "clinic", offer: "booking" });
      }
    }
  }
});

test("whoever answers no to everything is asked to book a visit", () => {
  expect(resultOf(rows, () => "no")).toBeNull();
  expect(headlineOf(planFor(null, true))).toBe("Book a visit");
});

test("the headline names the hospital of the row", () => {
  const headline = (id: string, isOpen = false) =>
    headlineOf(planFor(rows.find((row) => row.id === id) ?? null, isOpen));
  expect(headline("curtain", true)).toBe("Go to a hospital with an eye department now");
  expect(headline("pregnant-blurred")).toBe("Go to the maternity hospital now");
  expect(headline("after-operation")).toBe("Go to the hospital that operated on the eye now");
  expect(headline("white-pupil")).toBe("Go to a hospital with an eye department within 24 hours");
  expect(headline("white-pupil", true)).toBe("Come to the clinic today");
  expect(headline("growth")).toBe("Come to the clinic within a week");
});

test("the message to the clinic says what was answered and how sure it is", () => {
  const row = rows.find(({ id }) => id === "growth");
  if (!row) throw new Error("no such row");
  expect(messageFor({ row, answer: "yes" })).toContain(`${row.symptom}. Urgency: within a week.`);
  expect(messageFor({ row, answer: "unsure" })).toContain("I am not sure.");
});

test("advice is shown sentence by sentence", () => {
  expect(sentencesOf("Do not drive. Sit up! Bring 1.5 litres.")).toEqual([
    "Do not drive.",
    "Sit up!",
    "Bring 1.5 litres.",
  ]);
});
