// The range of one eye on a line of letters that get smaller. The words beside it say the same.
import type { ReactNode } from "react";
import type { Estimate } from "../../estimator/outcome";
import type { LogMar } from "../../estimator/psychometric-function";
import { snellen } from "../../result/snellen";
import styles from "../SightCheck.module.css";

const LARGEST: LogMar = 1;
const SMALLEST: LogMar = -0.3;
const WIDTH = 560;
const MARGIN = 36;
const LETTERS: readonly LogMar[] = [1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0, -0.1, -0.2];
const LABELS: readonly LogMar[] = [1, 0.6, 0.3, 0];
const BASELINE = 62;

function place(size: LogMar): number {
  const clamped = Math.min(LARGEST, Math.max(SMALLEST, size));
  return MARGIN + ((LARGEST - clamped) / (LARGEST - SMALLEST)) * (WIDTH - 2 * MARGIN);
}

export function RangePicture({ estimate }: { estimate: Estimate }): ReactNode {
  const { size, lower, upper, orBetter } = estimate;
  const [from, until] = [place(upper), orBetter ? WIDTH : place(lower)];
  return (
    <svg className={styles.range} viewBox={`0 0 ${WIDTH} 128`} aria-hidden="true">
      {LETTERS.map((line) => (
        <text
          key={line}
          x={place(line)}
          y={BASELINE}
          fontSize={5.5 * 10 ** line + 6}
          className={styles.letter}
        >
          E
        </text>
      ))}
      <rect
        x={from}
        y="72"
        width={Math.max(8, until - from)}
        height="16"
        rx="8"
        className={styles.span}
      />
      <circle cx={place(size)} cy="80" r="11" className={styles.dot} />
      {LABELS.map((line) => (
        <text key={line} x={place(line)} y="118" className={styles.label}>
          {snellen(line)}
        </text>
      ))}
    </svg>
  );
}
