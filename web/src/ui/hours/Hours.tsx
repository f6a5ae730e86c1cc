// The working hours as a table, and the one line that most visitors want: is anyone there now?
// The server cannot know when a page will be read, so that line is worked out only in the browser.
import { type ReactNode, useEffect, useState } from "react";
import type { Hours as HoursData } from "../../generated/Hours";
import styles from "./Hours.module.css";
import { type OpenState, openState } from "./open-state";

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
  // Always two lines, so that the answer does not move what stands below it.
  return (
    <p className={styles.now} data-open={state?.open}>
      <strong>{state === null ? first?.days : state.open ? "Open now" : "Closed now"}</strong>
      <span>{state === null ? first?.times : detail(state)}</span>
    </p>
  );
}

function detail(state: OpenState): string {
  if (state.open) return `until ${state.until}`;
  return state.next ? `Opens ${state.next}` : "Call us to ask when we open";
}

const CHECK_EVERY_MS = 20_000;

function useOpenState(hours: readonly HoursData[]): OpenState | null {
  const [state, setState] = useState<OpenState | null>(null);
  useEffect(() => {
    const look = () => setState(openState(hours, new Date()));
    look();
    const timer = setInterval(look, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [hours]);
  return state;
}
