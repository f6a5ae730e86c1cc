// One measure over time as upright bars. Decoration for the eye: the same numbers stand in a table beside it, so
// screen readers get one sentence and the table.
import type { ReactNode } from "react";
import styles from "./Funnel.module.css";

export type Bar = { readonly key: string; readonly value: number };

const HEIGHT = 48;
const WIDTH = 160;
/** Few bars stay bars and do not grow into walls. */
const WIDEST = 12;

export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const pitch = WIDTH / Math.max(1, bars.length);
  const width = Math.min(WIDEST, pitch * 0.8);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map(({ key, value }, place) => (
        <rect
          key={key}
          className={styles.bar}
          x={(place + 0.5) * pitch - width / 2}
          width={width}
          y={HEIGHT - (value / most) * HEIGHT}
          height={(value / most) * HEIGHT}
        />
      ))}
      <rect className={styles.ground} x={0} y={HEIGHT} width={WIDTH} height={1} />
    </svg>
  );
}

/** A share of a whole as one lying bar, beside the number that says it. */
export function ShareBar({ part, whole }: { part: number; whole: number }): ReactNode {
  return (
    <svg
      className={styles.share}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.track} width={100} height={10} />
      <rect className={styles.bar} width={whole === 0 ? 0 : (100 * part) / whole} height={10} />
    </svg>
  );
}
