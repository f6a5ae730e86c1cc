// An article's publication date and reading time as text.
import { formatDate } from "./dates";

interface ArticleDates {
  published: string | null;
  minutes: number | null;
}

export function readingTime(minutes: number | null): string {
  return minutes ? `${minutes} minute${minutes === 1 ? "" : "s"} to read` : "";
}

export function dateAndReadingTime({ published, minutes }: ArticleDates): string {
  const date = published ? formatDate(published) : "";
  return [date, readingTime(minutes)].filter(Boolean).join(" · ");
}
