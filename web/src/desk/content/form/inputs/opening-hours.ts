// The opening hours of a day, as the file has them: "closed", "08:00-18:00" or "08:00-12:00, 13:00-18:00" with a break.

import { formatClock } from "../../../clinic-time";

/** A time that is not chosen yet is empty. */
export type TimeRange = { readonly from: string; readonly to: string };

export const CHOOSE_TIMES = "Choose both times.";
const CLOSED = "closed";
const NO_RANGE: TimeRange = { from: "", to: "" };

/** Empty when the clinic is closed. Null for a text that is not made of times. */
export function readHours(text: string): TimeRange[] | null {
  if (text.trim().toLowerCase() === CLOSED) return [];
  if (text.trim() === "") return [NO_RANGE];
  const ranges = text.split(",").map((range) => range.split("-").map(readTime));
  const isReadable = ranges.every(
    (times) => times.length === 2 && times.every((time) => time !== null),
  );
  return isReadable ? ranges.map(([from, to]) => ({ from: from ?? "", to: to ?? "" })) : null;
}

function readTime(text: string): string | null {
  const time = text.trim();
  if (time === "") return "";
  const [, hour, minute] = /^(\d{1,2}):(\d{1,2})$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return null;
  if (Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}

export function writeHours(ranges: readonly TimeRange[]): string {
  return ranges.length === 0 ? CLOSED : ranges.map(({ from, to }) => `${from}-${to}`).join(", ");
}

/** Whether a time is not chosen yet. */
export function lacksTime(text: string): boolean {
  return readHours(text)?.some(({ from, to }) => from === "" || to === "") ?? false;
}

/** A sentence about what is wrong, or null. */
export function hoursError(text: string, mayBeClosed: boolean): string | null {
  const ranges = readHours(text);
  if (ranges === null) return `Write hours such as 08:00-18:00${mayBeClosed ? ", or closed" : ""}.`;
  if (ranges.length === 0 && !mayBeClosed) return CHOOSE_TIMES;
  if (lacksTime(text)) return CHOOSE_TIMES;
  if (ranges.some(({ from, to }) => from >= to)) {
    return "The closing time must be after the opening time.";
  }
  const [first, ...others] = ranges;
  let end = first?.to ?? "";
  for (const { from, to } of others) {
    if (from <= end) return "The clinic must open again after the break has begun.";
    end = to;
  }
  return null;
}

/** Divides a day in two. */
export function addBreak({ from, to }: TimeRange): TimeRange[] {
  const fits = from < "12:00" && to > "13:00";
  return fits
    ? [
        { from, to: "12:00" },
        { from: "13:00", to },
      ]
    : [
        { from, to: "" },
        { from: "", to },
      ];
}

/** "8:00 AM to 12:00 PM and 1:00 PM to 6:00 PM" or "Closed". Null for what is not complete. */
export function describeHours(text: string): string | null {
  const ranges = readHours(text);
  if (ranges === null || ranges.some(({ from, to }) => from === "" || to === "")) return null;
  if (ranges.length === 0) return "Closed";
  return ranges.map(({ from, to }) => `${formatClock(from)} to ${formatClock(to)}`).join(" and ");
}
