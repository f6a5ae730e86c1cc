// How many patients agreed to be asked to come back, and how many of them came.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RecallStatistics as Counts } from "../../generated/RecallStatistics";
import { recallStatisticsQuery } from "../api/queries";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import type { Range } from "./DateRange";
import { formatPercent } from "./game-totals";
import { ShareTable } from "./ShareTable";

const ROWS = [
  ["agreed", "Agreed to be asked"],
  ["asked", "Asked to come back"],
  ["cameBack", "Came back"],
  ["declined", "Declined"],
  ["noAnswer", "No answer"],
] as const satisfies readonly (readonly [keyof Counts, string])[];

export function RecallStatistics({ range }: { range: Range }): ReactNode {
  const query = useQuery(recallStatisticsQuery(range.from, range.to));
  return (
    <section className={desk.section} aria-labelledby="recall-statistics">
      <h2 id="recall-statistics">Patients who came back</h2>
      <p>
        What happened in this period. A patient may agree in one period, be asked in the next and
        come back later.
      </p>
      <LoadState query={query}>{(counts) => <RecallTable counts={counts} />}</LoadState>
    </section>
  );
}

function RecallTable({ counts }: { counts: Counts }): ReactNode {
  const most = Math.max(...ROWS.map(([row]) => counts[row]));
  return (
    <ShareTable
      columns={["Step", "Patients", "% of those asked"]}
      rows={ROWS.map(([row, name]) => ({
        key: row,
        name,
        count: counts[row],
        whole: most,
        share: row === "agreed" || row === "asked" ? "–" : formatPercent(counts[row], counts.asked),
      }))}
    />
  );
}
