// The dates of visits that are to be added together, before anything is stored: for each that cannot be used, the reason, free times
// close to it, and "Leave this one out".
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/button/Button";
import { Icon } from "../../../ui/icon/Icon";
import { describeSlot } from "../../clinic-time";
import desk from "../../components/desk.module.css";
import { FormField } from "../../components/fields/field-errors";
import { NearestTimes } from "../fields/NearestTimes";
import { MAX_VISITS, MAX_WEEKS, type PlannedVisit } from "./series";

interface RepeatFieldsProps {
  weeks: string;
  visits: string;
  onWeeks: (weeks: string) => void;
  onVisits: (visits: string) => void;
}

/** How often the visit is repeated. */
export function RepeatFields({ weeks, visits, onWeeks, onVisits }: RepeatFieldsProps): ReactNode {
  return (
    <>
      <FormField
        name="weeks"
        label="Weeks from one visit to the next"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_WEEKS}
        required
        value={weeks}
        onChange={({ target }) => onWeeks(target.value)}
      />
      <FormField
        name="visits"
        label="How many visits, with the first one"
        type="number"
        inputMode="numeric"
        min={2}
        max={MAX_VISITS}
        required
        value={visits}
        onChange={({ target }) => onVisits(target.value)}
      />
    </>
  );
}

interface SeriesDatesProps {
  plan: readonly PlannedVisit[];
  /** The number of the first visit of the plan. */
  firstNumber: number;
  busy: boolean;
  onChange: (plan: readonly PlannedVisit[]) => void;
}

export function SeriesDates({ plan, firstNumber, busy, onChange }: SeriesDatesProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed has another label now, and the dates are what has to be read.
  useEffect(() => heading.current?.focus(), []);
  const change = (index: number, changed: Partial<PlannedVisit>) => {
    if (!busy) onChange(plan.map((visit, at) => (at === index ? { ...visit, ...changed } : visit)));
  };
  return (
    <section className={desk.section} aria-labelledby="series-dates">
      <h3 id="series-dates" ref={heading} tabIndex={-1}>
        Dates of the visits
      </h3>
      <p>Nothing is stored yet.</p>
      <ol className={desk.list} start={firstNumber}>
        {plan.map((visit, index) => (
          <PlannedRow
            key={describeSlot(visit.planned)}
            visit={visit}
            number={firstNumber + index}
            busy={busy}
            onChange={(changed) => change(index, changed)}
          />
        ))}
      </ol>
    </section>
  );
}

interface PlannedRowProps {
  visit: PlannedVisit;
  number: number;
  busy: boolean;
  onChange: (changed: Partial<PlannedVisit>) => void;
}

function PlannedRow({ visit, number, busy, onChange }: PlannedRowProps): ReactNode {
  const { planned, slot, problem, nearest, isLeftOut, outsideHours } = visit;
  const isMoved = slot.date !== planned.date || slot.time !== planned.time;
  const label = <span className="visually-hidden"> (visit {number})</span>;
  if (isLeftOut) {
    return (
      <li className={desk.section}>
        <p>
          Visit {number}: {describeSlot(slot)}
          <br />
          <strong>Left out</strong>
        </p>
        <div className={desk.row}>
          <Button weight="quiet" busy={busy} onClick={() => onChange({ isLeftOut: false })}>
            Put it back{label}
          </Button>
        </div>
      </li>
    );
  }
  return (
    <li className={desk.section}>
      <p>
        Visit {number}: <strong>{describeSlot(slot)}</strong>
        <br />
        {problem ? (
          <span className={desk.noEmail}>
            <Icon name="alert" /> {problem.reason}
          </span>
        ) : outsideHours ? (
          <span>Outside of the opening hours, as you have chosen.</span>
        ) : isMoved ? (
          <span>Free. By the calendar it would be {describeSlot(planned)}.</span>
        ) : (
          <span>Free</span>
        )}
      </p>
      {problem && (
        <NearestTimes
          result={{ tone: "success", message: "", nearest }}
          busy={busy}
          onChoose={(chosen) =>
            onChange({ slot: chosen, problem: null, nearest: [], outsideHours: false })
          }
        />
      )}
      <div className={desk.row}>
        {problem?.canBeKept && (
          <Button
            weight="quiet"
            busy={busy}
            onClick={() => onChange({ problem: null, nearest: [], outsideHours: true })}
          >
            Use this time all the same{label}
          </Button>
        )}
        <Button weight="quiet" busy={busy} onClick={() => onChange({ isLeftOut: true })}>
          Leave this one out{label}
        </Button>
      </div>
    </li>
  );
}
