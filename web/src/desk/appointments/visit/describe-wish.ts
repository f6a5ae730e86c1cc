// Says when a patient who wants an earlier time can come.
import type { EarlierWish } from "../../../generated/EarlierWish";
import { formatWeekday } from "../../clinic-time";

/** "from Tuesday 17 November 2026, mornings" */
export function describeWish({ from, part }: EarlierWish): string {
  const parts = [
    from && `from ${formatWeekday(from)}`,
    part && { morning: "mornings", afternoon: "afternoons" }[part],
  ];
  return parts.filter(Boolean).join(", ");
}
