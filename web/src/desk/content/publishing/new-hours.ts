// When the clinic is open on a day, as its document says: for somebody who publishes other hours.
import { WEEKDAYS } from "../../../lib/time/open-state";
import { weekdayOf } from "../../clinic-time";
import { shownText } from "../form/field-values";
import { describeHours } from "../form/inputs/opening-hours";
import { countEntries, parseToml, type TomlFile, valueAt } from "../form/toml/toml-text";

/** "Closed (Christmas)", "8:00 AM to 12:00 PM". Null when that cannot be read. */
export function hoursOn(toml: string, day: string): string | null {
  const file = parseToml(toml);
  if (file === null) return null;
  const closure = entryFor(file, "closures", day);
  if (closure !== null) return withReason("Closed", textAt(file, "closures", closure, "reason"));
  const other = entryFor(file, "other_hours", day);
  if (other !== null) {
    const hours = describeHours(textAt(file, "other_hours", other, "hours"));
    return hours && withReason(hours, textAt(file, "other_hours", other, "reason"));
  }
  const weekday = weekdayOf(day).toLowerCase();
  return describeHours(shownText(valueAt(file, ["hours", weekday])));
}

/** What decides which visits the chairs can take. Two texts are equal when it is the same. */
export function describeChairs(toml: string): string {
  const file = parseToml(toml);
  if (file === null) return "";
  const list = ["booking", "named_chairs"];
  const days = WEEKDAYS.map((day) => ["hours", day.toLowerCase()]);
  const named = Array.from({ length: countEntries(file, list) }, (_, index) =>
    [["number"], ["services"], ...days].map((path) => valueAt(file, [...list, index, ...path])),
  );
  return JSON.stringify([valueAt(file, ["booking", "chairs"]), named]);
}

/** The entry that counts for a day: the one with the fewest days. */
function entryFor(file: TomlFile, list: string, day: string): number | null {
  const entries = Array.from({ length: countEntries(file, [list]) }, (_, index) => {
    const date = textAt(file, list, index, "date");
    const from = date || textAt(file, list, index, "from");
    const to = date || textAt(file, list, index, "to");
    return { index, from, to, days: Date.parse(to) - Date.parse(from) };
  });
  const found = entries.filter(({ from, to }) => from !== "" && from <= day && day <= to);
  const [shortest] = found.sort((one, other) => one.days - other.days);
  return shortest?.index ?? null;
}

function textAt(file: TomlFile, list: string, index: number, key: string): string {
  return shownText(valueAt(file, [list, index, key]));
}

const withReason = (words: string, reason: string) => (reason ? `${words} (${reason})` : words);
