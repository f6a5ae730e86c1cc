// Statistics: games, claims and redemptions by day or week, how difficult each level is, the visits in figures,
// and how many patients came back.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { DailyCounts } from "../../generated/DailyCounts";
import type { FunnelCounts } from "../../generated/FunnelCounts";
import type { LevelStatistics } from "../../generated/LevelStatistics";
import type { Statistics } from "../../generated/Statistics";
import { addDays } from "../../lib/time/clinic-time";
import { ButtonLink } from "../../ui/button/Button";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api/endpoints";
import { statisticsQuery } from "../api/queries";
import { formatDay, today } from "../clinic-time";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { BarChart } from "./BarChart";
import { DateRange, type Range } from "./DateRange";
import { byWeek, formatPercent, peak, STEPS } from "./game-totals";
import { RecallStatistics } from "./RecallStatistics";
import { ShareTable } from "./ShareTable";
import styles from "./Statistics.module.css";
import { VisitStatistics } from "./VisitStatistics";

const DEFAULT_DAYS = 28;

export function StatisticsScreen(): ReactNode {
  const [range, setRange] = useState(latestDays);
  const query = useQuery(statisticsQuery(range.from, range.to));

  return (
    <>
      <h1 tabIndex={-1}>Statistics</h1>
      <div className={styles.dateRange}>
        <DateRange range={range} onChange={setRange} />
        <ButtonLink href={api.statsCsvUrl(range.from, range.to)} weight="quiet" download>
          Download as CSV
        </ButtonLink>
      </div>
      <LoadState query={query}>
        {(stats) => (
          <>
            <Totals totals={stats.totals} />
            <OverTime stats={stats} />
            <Levels levels={stats.levels} />
          </>
        )}
      </LoadState>
      <VisitStatistics range={range} />
      <RecallStatistics range={range} />
    </>
  );
}

function latestDays(): Range {
  const to = today(Date.now());
  return { from: addDays(to, 1 - DEFAULT_DAYS), to };
}

function Totals({ totals }: { totals: FunnelCounts }): ReactNode {
  return (
    <section className={desk.section} aria-labelledby="totals">
      <h2 id="totals">From first level to redeemed code</h2>
      <ShareTable
        columns={["Step", "Number", "% of previous step"]}
        rows={STEPS.map(([step, name], index) => {
          const previous = STEPS[index - 1]?.[0];
          return {
            key: step,
            name,
            count: totals[step],
            whole: totals.started,
            share: previous ? formatPercent(totals[step], totals[previous]) : "–",
          };
        })}
      />
    </section>
  );
}

type Interval = "day" | "week";

const intervals = [
  { value: "day", label: "By day" },
  { value: "week", label: "By week" },
] as const;

function OverTime({ stats }: { stats: Statistics }): ReactNode {
  const [interval, setInterval] = useState<Interval>("day");
  const rows = interval === "day" ? stats.days : byWeek(stats.days);
  return (
    <section className={desk.section} aria-labelledby="over-time">
      <h2 id="over-time">Over time</h2>
      <div className={desk.segmented}>
        <SegmentedControl
          legend="Show"
          options={intervals}
          value={interval}
          onChange={setInterval}
        />
      </div>
      <ul className={styles.charts}>
        {STEPS.map(([step, name]) => (
          <li key={step}>
            <p className={styles.caption}>
              <strong>{name}</strong> <span>Peak: {peak(rows, step)}</span>
            </p>
            <BarChart
              label={`${name} by ${interval}, ${stats.totals[step]} in total. The table below has the numbers.`}
              bars={rows.map((row) => ({ key: row.day, value: row[step] }))}
            />
          </li>
        ))}
      </ul>
      <p className={desk.secondary}>
        From {formatDay(stats.from)} (left) to {formatDay(stats.to)} (right).
      </p>
      <details className={styles.tableDetails}>
        <summary>Show as a table</summary>
        <NumberTable rows={rows} interval={interval} />
      </details>
    </section>
  );
}

function NumberTable({
  rows,
  interval,
}: {
  rows: readonly DailyCounts[];
  interval: Interval;
}): ReactNode {
  const caption = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={styles.tableScroll} aria-labelledby={caption} tabIndex={0}>
      <table className={styles.numberTable}>
        <caption id={caption} className="visually-hidden">
          Numbers by {interval}
        </caption>
        <thead>
          <tr>
            <th scope="col">{interval === "day" ? "Day" : "Week from"}</th>
            {STEPS.map(([step, name]) => (
              <th key={step} scope="col" className={styles.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day}>
              <th scope="row" className={styles.day}>
                {formatDay(row.day)}
              </th>
              {STEPS.map(([step]) => (
                <td key={step} className={styles.number}>
                  {row[step]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Levels({ levels }: { levels: readonly LevelStatistics[] }): ReactNode {
  return (
    <section className={desk.section} aria-labelledby="levels">
      <h2 id="levels">Difficulty of each level</h2>
      <p>How many players of a level found each difference.</p>
      <div className={styles.levels}>
        {levels.map(({ level, plays, spots }) => (
          <ShareTable
            key={level}
            caption={`Level ${level}: ${plays === 1 ? "1 play" : `${plays} plays`}`}
            columns={["Difference", "Found", "% of plays"]}
            rows={spots.map(({ id, label, found }) => ({
              key: id,
              name: label ?? `Number ${id}`,
              count: found,
              whole: plays,
              share: formatPercent(found, plays),
            }))}
          />
        ))}
      </div>
    </section>
  );
}
