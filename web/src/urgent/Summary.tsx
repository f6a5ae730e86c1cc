// What the visitor answered, to show at the door of the hospital or of the clinic. It stays on this screen.
import { type ReactNode, useState } from "react";
import { toClinicTime } from "../lib/time/clinic-time";
import { formatDate } from "../lib/time/dates";
import { clockTime } from "../lib/time/open-state";
import { capitalized, type Match, type Plan, URGENCY_NAMES } from "./triage";
import styles from "./Urgent.module.css";

interface SummaryProps {
  match: Match;
  plan: Plan;
  /** Undefined until the time is known. */
  now: number | undefined;
}

export function Summary({ match: { row, answer }, plan, now }: SummaryProps): ReactNode {
  // The time of the answer, not of the last look at the screen.
  const [answeredAt, setAnsweredAt] = useState(now);
  if (answeredAt === undefined && now !== undefined) setAnsweredAt(now);
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <h2 id="summary">
        {plan.place === "clinic" ? "Show this at the clinic" : "Show this at the hospital"}
      </h2>
      <dl>
        <div>
          <dt>Problem</dt>
          <dd>{capitalized(row.symptom)}</dd>
        </div>
        <div>
          <dt>Answer</dt>
          <dd>{answer === "yes" ? "Yes" : "Not sure"}</dd>
        </div>
        <div>
          <dt>To be seen</dt>
          <dd>{URGENCY_NAMES[row.urgency]}</dd>
        </div>
        {answeredAt !== undefined && (
          <div>
            <dt>Answered</dt>
            <dd>{clinicTime(answeredAt)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function clinicTime(time: number): string {
  const there = toClinicTime(time);
  const minutes = Number(there.slice(11, 13)) * 60 + Number(there.slice(14, 16));
  return `${formatDate(there)}, ${clockTime(minutes)}`;
}
