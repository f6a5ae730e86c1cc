// The home page's heading as an eye chart: each line is smaller than the one above and has its visual acuity beside it.
import type { ReactNode } from "react";
import styles from "./EyeChart.module.css";

interface EyeChartProps {
  heading: string;
  /** The heading split into lines. If they are too long for a chart, it is shown as an ordinary heading. */
  lines: readonly string[];
}

/** Snellen fractions, one for each line. */
const acuities = ["6/60", "6/24", "6/12", "6/6"];

/** How many letters of each line fit the width of a phone; see the font sizes in EyeChart.module.css. */
const maxLetters = [4, 10, 20, 60];

export function EyeChart({ heading, lines }: EyeChartProps): ReactNode {
  const rows = lines.length > 0 ? lines : [heading];
  const fits = rows.length > 1 && rows.every((line, row) => line.length <= (maxLetters[row] ?? 60));
  return (
    <h1 tabIndex={-1} className={fits ? styles.chart : styles.heading}>
      {rows.map((line, row) => (
        <span key={line} className={styles.line} data-acuity={acuities[row]}>
          {row > 0 && " "}
          {line}
        </span>
      ))}
    </h1>
  );
}
