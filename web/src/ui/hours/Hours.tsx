// The working hours, and a line that says whether the clinic is open now. The line is computed only in the browser,
// because the server renders pages in advance, but by the server's clock.
import { type ReactNode, useEffect, useState } from "react";
import type { Closure } from "../../generated/Closure";
import type { Hours as HoursData } from "../../generated/Hours";
import { describeOpenState, type OpenState, openState } from "../../lib/open-state";
import { serverTimeOffset } from "../../lib/server-time";
import styles from "./Hours.module.css";

interface HoursProps {
  hours: readonly HoursData[];
  /** Days on which the clinic is closed, whatever the weekday. */
  closures?: readonly Closure[];
}

const NO_CLOSURES: readonly Closure[] = [];

export function Hours({ hours, closures = NO_CLOSURES }: HoursProps): ReactNode {
  return (
    <dl className={styles.hours}>
      {hours.map(({ days, times, open }) => (
        <div key={days} className={open.length > 0 ? styles.row : `${styles.row} ${styles.closed}`}>
          <dt>{days}</dt>
          <dd>{times}</dd>
        </div>
      ))}
      {closures.map(({ days, reason }) => (
        <div key={days} className={`${styles.row} ${styles.closed}`}>
          <dt>{days}</dt>
          <dd>Closed: {reason}</dd>
        </div>
      ))}
    </dl>
  );
}

export function OpenNow({ hours, closures = NO_CLOSURES }: HoursProps): ReactNode {
  const state = useOpenState(hours, closures);
  const [first] = hours;
  const { headline, detail } = state
    ? describeOpenState(state)
    : { headline: first?.days, detail: first?.times };
  // Always two lines, so that the content below does not move when the state is known.
  return (
    <p className={styles.now} data-open={state?.open ?? "unknown"}>
      <strong>{headline}</strong>
      <span>{detail}</span>
    </p>
  );
}

const UPDATE_INTERVAL_MS = 20_000;

function useOpenState(hours: readonly HoursData[], closures: readonly Closure[]): OpenState | null {
  const [state, setState] = useState<OpenState | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isMounted = true;
    void serverTimeOffset().then((offset) => {
      if (!isMounted) return;
      const update = () => setState(openState(hours, new Date(Date.now() + offset), closures));
      update();
      timer = setInterval(update, UPDATE_INTERVAL_MS);
    });
    return () => {
      isMounted = false;
      clearInterval(timer);
    };
  }, [hours, closures]);
  return state;
}
