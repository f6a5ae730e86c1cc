// The home page's headline, set like an eye chart: each line smaller than the one above, with the acuity that
// reading it would mean beside it. It comes into focus once; it is plain text and costs no picture.
import type { ReactNode } from "react";
import styles from "./EyeChart.module.css";

interface EyeChartProps {
  /** The whole sentence, as it is announced. */
  heading: string;
  /** The same sentence cut into lines; lines too long for a chart are set as a headline. */
  lines: readonly string[];
}

/** As an optometrist writes it: what stands at 6 metres for the eye that needs it this large. */
const acuities = ["6/60", "6/24", "6/12", "6/6"];

/** How many letters fit the width of a phone at the size of each line. */
const room = [4, 10, 20];

export function EyeChart({ heading, lines }: EyeChartProps): ReactNode {
  const rows = lines.length > 0 ? lines : [heading];
  const fits = rows.length > 1 && rows.every((line, row) => line.length <= (room[row] ?? 60));
  return (
    <h1 tabIndex={-1} className={fits ? styles.chart : styles.plain}>
      {rows.map((line, row) => (
        <span key={line} className={styles.line} data-acuity={acuities[row]}>
          {row > 0 && " "}
          {line}
        </span>
      ))}
    </h1>
  );
}
