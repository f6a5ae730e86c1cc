// What the game brings: how many start, finish, win, claim and come; by day or by week; and how hard each level is.
// Every chart is a table as well.
import { type ReactNode, useCallback, useId, useState } from "react";
import { ButtonLink } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api";
import { Pending } from "../parts/Pending";
import parts from "../parts/parts.module.css";
import { addDays, sayDay, today } from "../times";
import type { Counts, Day, Level, Stats } from "../types";
import { useLoaded } from "../use-loaded";
import { BarChart, ShareBar } from "./BarChart";
import styles from "./Funnel.module.css";
import { byWeek, STEPS, share } from "./weeks";

const USUAL_DAYS = 28;

export function FunnelScreen(): ReactNode {
  const [to, setTo] = useState(() => today(Date.now()));
  const [from, setFrom] = useState(() => addDays(today(Date.now()), 1 - USUAL_DAYS));
  const { loaded, reload } = useLoaded(useCallback(() => api.stats(from, to), [from, to]));

  return (
    <>
      <h1 tabIndex={-1}>What the game brings</h1>
      <div className={styles.span}>
        <Field
          label="From"
          type="date"
          required
          max={to}
          value={from}
          onChange={(event) => event.target.value && setFrom(event.target.value)}
        />
        <Field
          label="To"
          type="date"
          required
          min={from}
          value={to}
          onChange={(event) => event.target.value && setTo(event.target.value)}
        />
        <ButtonLink href={api.statsFile(from, to)} weight="quiet" download>
          Download as CSV
        </ButtonLink>
      </div>
      <Pending loaded={loaded} reload={reload}>
        {(stats) => (
          <>
            <Totals totals={stats.totals} />
            <OverTime stats={stats} />
            <Levels levels={stats.levels} />
          </>
        )}
      </Pending>
    </>
  );
}

function Totals({ totals }: { totals: Counts }): ReactNode {
  return (
    <section className={parts.section} aria-labelledby="totals">
      <h2 id="totals">From the first picture to the front desk</h2>
      <table className={styles.steps}>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" className={styles.number}>
              How many
            </th>
            <th scope="col" className={styles.number}>
              Of the step before
            </th>
          </tr>
        </thead>
        <tbody>
          {STEPS.map(([step, name], place) => {
            const before = STEPS[place - 1]?.[0];
            return (
              <tr key={step}>
                <th scope="row">
                  {name}
                  <ShareBar part={totals[step]} whole={totals.started} />
                </th>
                <td className={styles.number}>{totals[step]}</td>
                <td className={styles.number}>
                  {before ? share(totals[step], totals[before]) : "–"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const spans = [
  { value: "day", label: "By day" },
  { value: "week", label: "By week" },
] as const;

function OverTime({ stats }: { stats: Stats }): ReactNode {
  const [span, setSpan] = useState<"day" | "week">("day");
  const rows = span === "day" ? stats.days : byWeek(stats.days);
  return (
    <section className={parts.section} aria-labelledby="over-time">
      <h2 id="over-time">Over time</h2>
      <div className={parts.choice}>
        <SegmentedControl legend="Show" options={spans} value={span} onChange={setSpan} />
      </div>
      <ul className={styles.charts}>
        {STEPS.map(([step, name]) => (
          <li key={step}>
            <p className={styles.caption}>
              <strong>{name}</strong> <span>{most(rows, step)} at most</span>
            </p>
            <BarChart
              label={`${name} by ${span}, ${stats.totals[step]} in all. The numbers are in the table below.`}
              bars={rows.map((row) => ({ key: row.day, value: row[step] }))}
            />
          </li>
        ))}
      </ul>
      <p className={parts.quiet}>
        {sayDay(stats.from)} on the left, {sayDay(stats.to)} on the right.
      </p>
      <details className={styles.numbers}>
        <summary>The same as a table</summary>
        <NumberTable rows={rows} span={span} />
      </details>
    </section>
  );
}

function most(rows: readonly Day[], step: keyof Counts): number {
  return Math.max(0, ...rows.map((row) => row[step]));
}

function NumberTable({ rows, span }: { rows: readonly Day[]; span: "day" | "week" }): ReactNode {
  const caption = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={parts.scroll} aria-labelledby={caption} tabIndex={0}>
      <table className={parts.table}>
        <caption id={caption} className="visually-hidden">
          The funnel by {span}
        </caption>
        <thead>
          <tr>
            <th scope="col">{span === "day" ? "Day" : "Week from"}</th>
            {STEPS.map(([step, name]) => (
              <th key={step} scope="col" className={parts.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day}>
              <th scope="row" className={styles.day}>
                {sayDay(row.day)}
              </th>
              {STEPS.map(([step]) => (
                <td key={step} className={parts.number}>
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

function Levels({ levels }: { levels: readonly Level[] }): ReactNode {
  return (
    <section className={parts.section} aria-labelledby="levels">
      <h2 id="levels">How hard each level is</h2>
      <p>How many of those who played a level found each difference.</p>
      <div className={styles.levels}>
        {levels.map(({ level, plays, spots }) => (
          <table key={level} className={styles.steps}>
            <caption>
              Level {level}: {plays === 1 ? "one play" : `${plays} plays`}
            </caption>
            <thead>
              <tr>
                <th scope="col">Difference</th>
                <th scope="col" className={styles.number}>
                  Found
                </th>
                <th scope="col" className={styles.number}>
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {spots.map((spot) => (
                <tr key={spot.id}>
                  <th scope="row">
                    {spot.label ?? `Number ${spot.id}`}
                    <ShareBar part={spot.found} whole={plays} />
                  </th>
                  <td className={styles.number}>{spot.found}</td>
                  <td className={styles.number}>{share(spot.found, plays)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}
