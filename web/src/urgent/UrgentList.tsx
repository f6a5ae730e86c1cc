// All questions as a list, most urgent first: what visitors have without JavaScript, and everybody before the first question.
import type { ReactNode } from "react";
import type { PageLink } from "../generated/PageLink";
import type { Urgency } from "../generated/Urgency";
import type { Urgent } from "../generated/Urgent";
import { Link } from "../ui/link/Link";
import { capitalized, placeName, URGENCIES } from "./triage";
import styles from "./Urgent.module.css";

interface UrgentListProps {
  urgent: Urgent;
  /** The articles about the rows, by slug. */
  articles: Readonly<Record<string, PageLink>>;
}

const HEADINGS: Readonly<Record<Urgency, string>> = {
  now: "Go to hospital now",
  "24h": "Within 24 hours",
  week: "Within a week",
  routine: "Book a visit",
};

export function UrgentList({ urgent, articles }: UrgentListProps): ReactNode {
  return (
    <div id="list" className={styles.list}>
      {URGENCIES.map((urgency) => (
        <section key={urgency} aria-labelledby={urgency} className={styles[`at-${urgency}`]}>
          <h2 id={urgency}>{HEADINGS[urgency]}</h2>
          {wordsOf(urgency, urgent.sooner)}
          <ul>
            {urgent.rows
              .filter((row) => row.urgency === urgency)
              .map(({ id, symptom, before, go }) => (
                <li key={id}>
                  <h3>{capitalized(symptom)}</h3>
                  <p>
                    {before}
                    {go !== "eye" && go !== "clinic" && (
                      <strong>{` Go to ${placeName(go)}.`}</strong>
                    )}
                  </p>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {Object.keys(articles).length > 0 && (
        <section aria-labelledby="read" data-unread="">
          <h2 id="read">Read more</h2>
          <ul>
            {Object.values(articles).map(({ href, title }) => (
              <li key={href}>
                <Link href={href}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function wordsOf(urgency: Urgency, sooner: string): ReactNode {
  switch (urgency) {
    case "now":
      return <p>Go to a hospital with an eye department, unless another hospital is named here.</p>;
    case "24h":
      return (
        <p>
          Come to the clinic while it is open. When it is closed, go to a hospital with an eye
          department.
        </p>
      );
    default:
      return <p>{`Come to the clinic. Come sooner if ${sooner}.`}</p>;
  }
}
