// Tells owners which accounts reached a limit of patients' records: it can be a stolen session.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RecordLimitNotice } from "../../../generated/RecordLimitNotice";
import { Button, ButtonLink } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import * as api from "../../api/endpoints";
import { queryKeys, recordLimitsQuery } from "../../api/queries";
import { formatDayAndTime } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import styles from "../../components/desk.module.css";
import { useAction } from "../../components/use-action";
import { useIsActive } from "../use-waiting-counts";

/** Opening a screen asks again, and so does this interval while somebody uses the desk: each call keeps the session alive. */
const INTERVAL_MS = 5 * 60_000;

export function ManyRecordsOpened(): ReactNode {
  const isActive = useIsActive();
  const { data: notices = [] } = useQuery({
    ...recordLimitsQuery,
    refetchInterval: isActive && INTERVAL_MS,
  });
  const { run, busy, result } = useAction();
  const latest = notices[0];
  if (latest === undefined) return null;
  const dismiss = () =>
    run({
      request: () => api.dismissRecordLimits(latest.at),
      invalidates: [queryKeys.recordLimits],
    });
  return (
    <Notice tone="alarm" heading="Many patients' records were opened">
      <ul>
        {notices.map((notice) => (
          <li key={`${notice.name} ${notice.limit} ${notice.at}`}>{describeLimit(notice)}</li>
        ))}
      </ul>
      <p>
        Ask whether it was them. If not, disable the account under Staff: somebody else may use it.
      </p>
      <div className={styles.row}>
        <ButtonLink href="/desk/audit" weight="quiet">
          Audit log
        </ButtonLink>
        <Button weight="quiet" busy={busy} onClick={dismiss}>
          Dismiss
        </Button>
      </div>
      <ActionNotice result={result} />
    </Notice>
  );
}

function describeLimit({ name, at, limit }: RecordLimitNotice): string {
  const what =
    limit === "120 in a day"
      ? "has reached the limit of 120 records a day"
      : "has opened 30 records in a day and needs the password or a code for more";
  return `${name} ${what}, ${formatDayAndTime(at)}.`;
}
