// A table of counts, each with a bar and its share of something.
import type { ReactNode } from "react";
import { ShareBar } from "./BarChart";
import styles from "./Statistics.module.css";

interface ShareRow {
  key: string | number;
  name: string;
  count: number;
  /** What fills the whole bar. */
  whole: number;
  share: string;
}

interface ShareTableProps {
  caption?: string;
  columns: readonly [name: string, count: string, share: string];
  rows: readonly ShareRow[];
}

export function ShareTable({
  caption,
  columns: [name, count, share],
  rows,
}: ShareTableProps): ReactNode {
  return (
    <table className={styles.shareTable}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col" className={styles.number}>
            {count}
          </th>
          <th scope="col" className={styles.number}>
            {share}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              <ShareBar part={row.count} whole={row.whole} />
            </th>
            <td className={styles.number}>{row.count}</td>
            <td className={styles.number}>{row.share}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
