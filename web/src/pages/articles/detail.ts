// The quiet line of an article: when it was published and how long it takes to read.
import { formatDate } from "../../lib/dates";

interface Dated {
  published: string | null;
  minutes: number | null;
}

export function articleDetail({ published, minutes }: Dated): string {
  const date = published ? formatDate(published) : "";
  const length = minutes ? `${minutes} minute${minutes === 1 ? "" : "s"} to read` : "";
  return [date, length].filter(Boolean).join(" · ");
}
