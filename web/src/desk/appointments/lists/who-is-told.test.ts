import { expect, test } from "vitest";
import { appointment } from "../../testing/samples";
import { describeAfter, describeBefore } from "./who-is-told";

const LISTED = "in the list “To tell” under Reminders.";

test.each([
  [0, 0, ""],
  [1, 0, "1 patient gets an email."],
  [3, 0, "3 patients get an email."],
  [0, 1, `No email reaches the patient: please call. The patient is ${LISTED}`],
  [0, 2, `No email reaches the 2 patients: please call. They are ${LISTED}`],
  [1, 1, `1 of 2 patients gets an email; please call 1, who is ${LISTED}`],
  [2, 1, `2 of 3 patients get an email; please call 1, who is ${LISTED}`],
  [2, 2, `2 of 4 patients get an email; please call 2, who are ${LISTED}`],
])("%i emails and %i calls are said in a sentence for so many", (emails, calls, sentence) => {
  const before = (hasEmail: boolean) => ({ ...appointment, hasEmail });
  const after = (toldBy: "email" | "staff") => ({ ...appointment, toldBy });
  const many = <T>(count: number, visit: T) => Array.from({ length: count }, () => visit);
  expect(describeBefore([...many(emails, before(true)), ...many(calls, before(false))])).toBe(
    sentence,
  );
  // A patient who does not have to be told anything is not counted.
  const changed = [...many(emails, after("email")), ...many(calls, after("staff")), appointment];
  expect(describeAfter(changed)).toBe(sentence);
});
