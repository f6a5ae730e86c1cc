// The working hours, and a line that says whether the clinic is open now. The line is computed only in the browser,
// because the server renders pages in advance, but by the server's clock.
import type { ReactNode } from "react";
import type { Closure } from "../../generated/Closure";
import type { Hours as HoursData } from "../../generated/Hours";
import { pagePath } from "../../lib/navigation/paths";
import { describeOpenState, openState } from "../../lib/time/open-state";
import { useServerNow } from "../../lib/time/use-server-now";
import { Link } from "../link/Link";
import styles from "./Hours.module.css";

interface HoursProps {
  hours: readonly HoursData[];
  /** Days on which the clinic is closed or has other hours, whatever the weekday. */
  closures?: readonly Closure[];
}

export function Hours({ hours, closures = [] }: HoursProps): ReactNode {
  return (
    <dl className={styles.hours}>
      {hours.map(({ days, times, open }) => (
        <div key={days} className={open.length > 0 ? styles.row : `${styles.row} ${styles.closed}`}>
          <dt>{days}</dt>
          <dd>{times}</dd>
        </div>
      ))}
      {closures.map(({ days, times, reason, open }) => (
        <div key={days} className={open.length > 0 ? styles.row : `${styles.row} ${styles.closed}`}>
          <dt>{days}</dt>
          <dd>
            {times}
            {reason && (open.length > 0 ? ` (${reason})` : `: ${reason}`)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface OpenNowProps extends HoursProps {
  /** Called when the visitor follows the link. */
  onFollow?: () => void;
}

export function OpenNow({ hours, closures = [], onFollow }: OpenNowProps): ReactNode {
  const now = useServerNow();
  const state = now ? openState(hours, closures, now) : null;
  const [first] = hours;
  const { headline, detail } = state
    ? describeOpenState(state)
    : { headline: first?.days, detail: first?.times };
  // Always two lines, so that the content below does not move when the state is known.
  return (
    <p className={styles.now} data-open={state?.open ?? "unknown"}>
      <strong>
        {headline}
        {state?.open === false && (
          <>
            {" "}
            <Link href={pagePath("urgent")} onClick={onFollow}>
              Is it urgent?
            </Link>
          </>
        )}
      </strong>
      <span>{detail}</span>
    </p>
  );
}
