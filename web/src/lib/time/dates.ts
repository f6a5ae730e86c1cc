// Formats dates for readers. Does not use Intl: QuickJS, which renders the pages on the server, does not have it,
// and a date without a time must not shift with the reader's time zone.

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `2026-03-04` becomes "4 March 2026"; anything else is returned unchanged. */
export function formatDate(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name ? `${Number(day)} ${name} ${year}` : iso;
}
