// Bar charts as SVG. The same numbers are in a table on the screen, so screen readers get a label and the table.
import type { ReactNode } from "react";
import styles from "./Statistics.module.css";

type Bar = { readonly key: string; readonly value: number };

const HEIGHT = 48;
const WIDTH = 160;
/** Keeps the bars of a short period from filling the whole chart. */
const MAX_BAR_WIDTH = 12;

export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }): ReactNode {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const pitch = WIDTH / Math.max(1, bars.length);
  const width = Math.min(MAX_BAR_WIDTH, pitch * 0.8);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map(({ key, value }, index) => (
        <rect
          key={key}
          className={styles.bar}
          x={(index + 0.5) * pitch - width / 2}
          width={width}
          y={HEIGHT - (value / max) * HEIGHT}
          height={(value / max) * HEIGHT}
        />
      ))}
      <rect className={styles.baseline} x={0} y={HEIGHT} width={WIDTH} height={1} />
    </svg>
  );
}

/** A horizontal bar for a part of a whole, beside the number. */
export function ShareBar({ part, whole }: { part: number; whole: number }): ReactNode {
  return (
    <svg
      className={styles.shareBar}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.track} width={100} height={10} />
      <rect className={styles.bar} width={whole === 0 ? 0 : (100 * part) / whole} height={10} />
    </svg>
  );
}
