// The working hours, and a line that says whether the clinic is open now. The line is computed only in the browser,
// because the server renders pages in advance, but by the server's clock.
import { type ReactNode, useEffect, useState } from "react";
import type { Hours as HoursData } from "../../generated/Hours";
import { describeOpenState, type OpenState, openState } from "../../lib/open-state";
import { serverTimeOffset } from "../../lib/server-time";
import styles from "./Hours.module.css";

interface HoursProps {
  hours: readonly HoursData[];
}

export function Hours({ hours }: HoursProps): ReactNode {
  return (
    <dl className={styles.hours}>
      {hours.map(({ days, times, open }) => (
        <div key={days} className={open ? styles.row : `${styles.row} ${styles.closed}`}>
          <dt>{days}</dt>
          <dd>{times}</dd>
        </div>
      ))}
    </dl>
  );
}

export function OpenNow({ hours }: HoursProps): ReactNode {
  const state = useOpenState(hours);
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

function useOpenState(hours: readonly HoursData[]): OpenState | null {
  const [state, setState] = useState<OpenState | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isMounted = true;
    void serverTimeOffset().then((offset) => {
      if (!isMounted) return;
      const update = () => setState(openState(hours, new Date(Date.now() + offset)));
      update();
      timer = setInterval(update, UPDATE_INTERVAL_MS);
    });
    return () => {
      isMounted = false;
      clearInterval(timer);
    };
  }, [hours]);
  return state;
}
