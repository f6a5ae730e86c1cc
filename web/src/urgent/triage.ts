// The rules of "Is it urgent?": which question comes next, and what an answer leads to. Nothing here says that an eye is
// well: whoever answers no to everything is asked to book a visit.
import type { Destination } from "../generated/Destination";
import type { Urgency } from "../generated/Urgency";
import type { UrgentRow } from "../generated/UrgentRow";

export type Answer = "yes" | "no" | "unsure";

export type Screen =
  | { kind: "start" }
  | { kind: "question"; index: number }
  /** Null when every answer was no. */
  | { kind: "result"; match: Match | null };

export type Match = { row: UrgentRow; answer: Exclude<Answer, "no"> };

/** The most urgent comes first. */
export const URGENCIES: readonly Urgency[] = ["now", "24h", "week", "routine"];

export function mostUrgentFirst(rows: readonly UrgentRow[]): UrgentRow[] {
  return URGENCIES.flatMap((urgency) => rows.filter((row) => row.urgency === urgency));
}

/** `rows` are sorted, so that the first row that is not answered with no is the most urgent one. */
export function screenAfter(rows: readonly UrgentRow[], index: number, answer: Answer): Screen {
  const row = rows[index];
  if (row && answer !== "no") return { kind: "result", match: { row, answer } };
  if (index + 1 < rows.length) return { kind: "question", index: index + 1 };
  return { kind: "result", match: null };
}

export type Plan = {
  urgency: Urgency;
  place: Destination;
  /** What the clinic offers: nothing where waiting for it could cost an eye. */
  offer: "nothing" | "call" | "booking";
};

/** `isOpen` is false until the time is known: then the hospital is the safe answer. */
export function planFor(row: UrgentRow | null, isOpen: boolean): Plan {
  switch (row?.urgency) {
    case "now":
      return { urgency: "now", place: row.go, offer: "nothing" };
    case "24h":
      return isOpen
        ? { urgency: "24h", place: "clinic", offer: "call" }
        : { urgency: "24h", place: row.go, offer: "nothing" };
    default:
      return { urgency: row?.urgency ?? "routine", place: "clinic", offer: "booking" };
  }
}

const PLACES: Readonly<Record<Destination, string>> = {
  eye: "a hospital with an eye department",
  general: "a general hospital",
  maternity: "the maternity hospital",
  children: "a hospital with children’s doctors",
  operated: "the hospital that operated on the eye",
  clinic: "the clinic",
};

export function placeName(place: Destination): string {
  return PLACES[place];
}

export function headlineOf({ urgency, place }: Plan): string {
  switch (urgency) {
    case "now":
      return `Go to ${PLACES[place]} now`;
    case "24h":
      return place === "clinic"
        ? "Come to the clinic today"
        : `Go to ${PLACES[place]} within 24 hours`;
    case "week":
      return "Come to the clinic within a week";
    case "routine":
      return "Book a visit";
  }
}

export const URGENCY_NAMES: Readonly<Record<Urgency, string>> = {
  now: "Now",
  "24h": "Within 24 hours",
  week: "Within a week",
  routine: "At a visit that you book",
};

export function asQuestion(symptom: string): string {
  return `${capitalized(symptom)}?`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One line for each sentence. */
export function sentencesOf(text: string): string[] {
  return text.replace(/([.!?]) +/g, "$1\n").split("\n");
}

/** What a visitor who agrees sends to the clinic. */
export function messageFor({ row, answer }: Match): string {
  const certainty = answer === "yes" ? "" : " I am not sure.";
  return ` I answered the questions on your page “Is it urgent?”: ${row.symptom}.${certainty} Urgency: ${URGENCY_NAMES[row.urgency].toLowerCase()}.`;
}
