// Visits in figures: what became of them over time, by service and by source, how long patients wait, and how many are missed with and
// without a reminder.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { AppointmentSource } from "../../generated/AppointmentSource";
import type { VisitNumbers } from "../../generated/VisitNumbers";
import type { VisitStatistics as Figures } from "../../generated/VisitStatistics";
import type { VisitsOfDay } from "../../generated/VisitsOfDay";
import { ButtonLink } from "../../ui/button/Button";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api/endpoints";
import { visitStatisticsQuery } from "../api/queries";
import { formatDay } from "../clinic-time";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { BarChart } from "./BarChart";
import type { Range } from "./DateRange";
import { formatPercent } from "./game-totals";
import { ShareTable } from "./ShareTable";
import styles from "./Statistics.module.css";
import { averageWait, byMonth, visitsByWeek } from "./visit-totals";

const OUTCOMES = [
  ["booked", "Booked"],
  ["came", "Came"],
  ["missed", "Missed"],
  ["cancelled", "Cancelled"],
] as const satisfies readonly (readonly [keyof VisitNumbers, string])[];

const SOURCES: Record<AppointmentSource, string> = {
  online: "Online",
  phone: "By phone",
  "walk-in": "Walked in",
};

export function VisitStatistics({ range }: { range: Range }): ReactNode {
  const query = useQuery(visitStatisticsQuery(range.from, range.to));
  return (
    <section className={desk.section} aria-labelledby="visit-statistics">
      <h2 id="visit-statistics">Visits in figures</h2>
      <p>
        The visits of this period, by the day of the visit. Visits are deleted after 90 days, and
        their figures with them: download what you want to compare later. Requests that nobody
        answered are not counted.
      </p>
      <div className={desk.row}>
        <ButtonLink href={api.visitsCsvUrl(range.from, range.to)} weight="quiet" download>
          Download the visits as CSV
        </ButtonLink>
      </div>
      <LoadState query={query}>
        {(figures) => (
          <>
            <Outcomes totals={figures.totals} />
            <Reminded totals={figures.totals} />
            <OverTime figures={figures} />
            <GroupTable
              caption="By service"
              name="Service"
              rows={figures.services.map(({ service, title, ...counts }) => [
                service,
                title,
                counts,
              ])}
            />
            <GroupTable
              caption="By source"
              name="How it came about"
              rows={figures.sources.map(({ source, ...counts }) => [
                source,
                SOURCES[source],
                counts,
              ])}
            />
          </>
        )}
      </LoadState>
    </section>
  );
}

function Outcomes({ totals }: { totals: VisitNumbers }): ReactNode {
  const { booked, came, missed, cancelled, returning } = totals;
  const row = (key: string, name: string, count: number, whole: number) => ({
    key,
    name,
    count,
    whole: booked,
    share: key === "booked" ? "–" : formatPercent(count, whole),
  });
  return (
    <ShareTable
      caption="What became of them"
      columns={["Visits", "Number", "Share"]}
      rows={[
        row("booked", "Booked", booked, booked),
        row("came", "Came, of those booked", came, booked),
        row("missed", "Missed, of those booked", missed, booked),
        row("cancelled", "Cancelled, of those booked", cancelled, booked),
        row(
          "open",
          "Still to come or not marked, of those booked",
          booked - came - missed - cancelled,
          booked,
        ),
        row("new", "New patients, of those who came", came - returning, came),
        row("returning", "Returning patients, of those who came", returning, came),
      ]}
    />
  );
}

function Reminded({ totals }: { totals: VisitNumbers }): ReactNode {
  const { came, missed, reminded, missedReminded } = totals;
  const others = came + missed - reminded;
  const row = (key: string, name: string, count: number, whole: number) => ({
    key,
    name,
    count,
    whole,
    share: formatPercent(count, whole),
  });
  return (
    <ShareTable
      caption="Missed visits and reminders"
      columns={["Patients", "Missed", "% of those expected"]}
      rows={[
        row("others", `Not reminded (${others} expected)`, missed - missedReminded, others),
        row("reminded", `Reminded (${reminded} expected)`, missedReminded, reminded),
      ]}
    />
  );
}

type Interval = "day" | "week" | "month";

const intervals = [
  { value: "day", label: "Days" },
  { value: "week", label: "Weeks" },
  { value: "month", label: "Months" },
] as const;

const GROUPED: Record<Interval, (days: readonly VisitsOfDay[]) => readonly VisitsOfDay[]> = {
  day: (days) => days,
  week: visitsByWeek,
  month: byMonth,
};

function OverTime({ figures }: { figures: Figures }): ReactNode {
  const [interval, setInterval] = useState<Interval>("week");
  const rows = GROUPED[interval](figures.days);
  return (
    <>
      <div className={desk.segmented}>
        <SegmentedControl
          legend="Show the visits"
          options={intervals}
          value={interval}
          onChange={setInterval}
        />
      </div>
      <ul className={styles.charts}>
        {OUTCOMES.map(([outcome, name]) => (
          <li key={outcome}>
            <p className={styles.caption}>
              <strong>{name}</strong>{" "}
              <span>Peak: {Math.max(0, ...rows.map((row) => row[outcome]))}</span>
            </p>
            <BarChart
              label={`${name} by ${interval}, ${figures.totals[outcome]} in total. The table below has the numbers.`}
              bars={rows.map((row) => ({ key: row.day, value: row[outcome] }))}
            />
          </li>
        ))}
      </ul>
      <p className={desk.secondary}>
        From {formatDay(figures.from)} (left) to {formatDay(figures.to)} (right).
      </p>
      <details className={styles.tableDetails}>
        <summary>Show the visits as a table</summary>
        <GroupTable
          caption={`Visits by ${interval}`}
          name={interval === "day" ? "Day" : `${interval === "week" ? "Week" : "Month"} from`}
          rows={rows.map(({ day, ...counts }) => [day, formatDay(day), counts])}
        />
      </details>
    </>
  );
}

interface GroupTableProps {
  caption: string;
  name: string;
  rows: readonly (readonly [key: string, name: string, counts: VisitNumbers])[];
}

/** The same columns for days, services and sources. */
function GroupTable({ caption, name, rows }: GroupTableProps): ReactNode {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={styles.tableScroll} aria-labelledby={id} tabIndex={0}>
      <table className={styles.numberTable}>
        <caption id={id} className={styles.tableCaption}>
          {caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {[...OUTCOMES.map(([, label]) => label), "New", "Returning", "Days waited"].map(
              (label) => (
                <th key={label} scope="col" className={styles.number}>
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, label, counts]) => (
            <tr key={key}>
              <th scope="row" className={styles.day}>
                {label}
              </th>
              {OUTCOMES.map(([outcome]) => (
                <td key={outcome} className={styles.number}>
                  {counts[outcome]}
                </td>
              ))}
              <td className={styles.number}>{counts.came - counts.returning}</td>
              <td className={styles.number}>{counts.returning}</td>
              <td className={styles.number}>{averageWait(counts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
