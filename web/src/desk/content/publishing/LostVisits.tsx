// The appointments at times at which the clinic would no longer be open, or in chairs that could no longer take them.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { VisitsOnDay } from "../../../generated/VisitsOnDay";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { draftChangesQuery } from "../../api/queries";
import { dayPath } from "../../appointments/appointment-address";
import { formatWeekday } from "../../clinic-time";
import styles from "../Content.module.css";
import { CLINIC_FILE } from "../document-parts";
import { describeChairs, hoursOn } from "./new-hours";

interface LostVisitsProps {
  days: readonly VisitsOnDay[];
  /** The clinic's document that is restored. Without it, its draft is published. */
  restored?: string | null;
}

export function LostVisits(props: LostVisitsProps): ReactNode {
  return props.days.length > 0 && <LostVisitsNotice {...props} />;
}

function LostVisitsNotice({ days, restored = null }: LostVisitsProps): ReactNode {
  const { data: clinic } = useQuery(draftChangesQuery(CLINIC_FILE));
  const [before, after] = [clinic?.published ?? "", restored ?? clinic?.text ?? ""];
  const hasOtherChairs = describeChairs(after) !== describeChairs(before);
  return (
    <Notice tone="alarm" heading="Patients have appointments then">
      <p>
        {hasOtherChairs
          ? "The clinic would be closed at these times, or their chairs would be gone or have other hours or services."
          : "The clinic would be closed at these times."}{" "}
        {restored === null
          ? "Publishing moves and cancels nothing and tells nobody. After publishing, "
          : "Restoring moves and cancels nothing and tells nobody. After restoring, "}
        these visits are in a list under Appointments: move or cancel them there, or tell the
        patients.
      </p>
      <ul className={styles.plainList}>
        {days.map(({ date, visits }) => {
          const hours = hoursOn(after, date);
          return (
            <li key={date}>
              <Link href={dayPath(date)}>{formatWeekday(date)}</Link>:{" "}
              {visits === 1 ? "1 visit" : `${visits} visits`}
              {hours !== null && `. New hours: ${hours}`}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
