/** Only the cards of articles have a reading time; for others it is empty. */
export function readingTime(minutes?: number): string {
  return minutes ? `${minutes} minute${minutes === 1 ? "" : "s"} to read` : "";
}
