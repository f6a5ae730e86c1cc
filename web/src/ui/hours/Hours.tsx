// The working hours, and a line that says whether the clinic is open now. The line is computed only in the browser:
// the server renders pages in advance.
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
  // Always two lines, so that the content below does not move when the state is known.
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

const UPDATE_INTERVAL_MS = 20_000;

function useOpenState(hours: readonly HoursData[]): OpenState | null {
  const [state, setState] = useState<OpenState | null>(null);
  useEffect(() => {
    const update = () => setState(openState(hours, new Date()));
    update();
    const timer = setInterval(update, UPDATE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [hours]);
  return state;
}
