// The quiet line of an article: how long it takes to read and, where it is told in full, when it was published.
import { formatDate } from "../../lib/dates";

interface Dated {
  published: string | null;
  minutes: number | null;
}

export function readingTime(minutes: number | null): string {
  return minutes ? `${minutes} minute${minutes === 1 ? "" : "s"} to read` : "";
}

export function articleDetail({ published, minutes }: Dated): string {
  const date = published ? formatDate(published) : "";
  return [date, readingTime(minutes)].filter(Boolean).join(" · ");
}
