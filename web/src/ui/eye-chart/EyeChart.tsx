// The home page's headline, set like an eye chart: each line smaller than the one above, with the acuity that
// reading it would mean beside it. It comes into focus once; it is plain text and costs no picture.
import type { ReactNode } from "react";
import styles from "./EyeChart.module.css";

interface EyeChartProps {
  /** The whole sentence, as it is announced. */
  heading: string;
  /** The same sentence cut into lines; without them the heading stands as one line. */
  lines: readonly string[];
}

/** As an optometrist writes it: what stands at 6 metres for the eye that needs it this large. */
const acuities = ["6/60", "6/24", "6/12", "6/6"];

export function EyeChart({ heading, lines }: EyeChartProps): ReactNode {
  return (
    <div className={styles.chart}>
      <h1 tabIndex={-1} className={styles.lines}>
        {(lines.length > 0 ? lines : [heading]).map((line, row) => (
          <span key={line} className={styles.line} data-acuity={acuities[row]}>
            {row > 0 && " "}
            {line}
          </span>
        ))}
      </h1>
    </div>
  );
}
