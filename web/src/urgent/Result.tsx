// What to do after the answers: where to go, first aid, and a summary to show at the door.
import { type ReactNode, type Ref, useState } from "react";
import type { Clinic } from "../generated/Clinic";
import type { PageLink } from "../generated/PageLink";
import type { Urgent } from "../generated/Urgent";
import { bookingPath } from "../lib/navigation/paths";
import { openState } from "../lib/time/open-state";
import { useServerNow } from "../lib/time/use-server-now";
import { ButtonLink } from "../ui/button/Button";
import { Link } from "../ui/link/Link";
import { RinseTimer } from "./RinseTimer";
import { Summary } from "./Summary";
import { headlineOf, type Match, messageFor, placeName, planFor, sentencesOf } from "./triage";
import styles from "./Urgent.module.css";

interface ResultProps {
  /** Null when every answer was no. */
  match: Match | null;
  urgent: Urgent;
  clinic: Clinic;
  /** The hospitals that have an eye doctor on call. Features do not import each other, so the page renders them. */
  hospitals: ReactNode;
  /** About the row. */
  article: PageLink | undefined;
  /** Reads this screen aloud. */
  listen: ReactNode;
  headingRef: Ref<HTMLHeadingElement>;
}

export function Result(props: ResultProps): ReactNode {
  const { match, urgent, clinic, hospitals, article, listen, headingRef } = props;
  const now = useServerNow();
  const state = now === undefined ? null : openState(clinic.hours, clinic.closures, now);
  const row = match?.row ?? null;
  const plan = planFor(row, state?.open === true);
  const isDay = plan.urgency === "24h";
  const goesToEyeHospital = row?.go === "eye" && (plan.urgency === "now" || isDay);
  return (
    <div className={styles.result}>
      <h1
        ref={headingRef}
        tabIndex={-1}
        className={plan.offer === "nothing" ? styles.alarm : undefined}
      >
        {headlineOf(plan)}
      </h1>
      {listen}
      {isDay && state?.open === false && (
        <p>Our clinic is closed now. Do not wait until it opens.</p>
      )}
      {isDay && state?.open && row && (
        <p>
          {`We are open until ${state.until}. Call us, then come. If you cannot be here before that, go to ${placeName(row.go)}.`}
        </p>
      )}
      {row?.go === "operated" && (
        <p>
          Go at any hour. If you cannot reach it, go to the nearest hospital with an eye department.
        </p>
      )}
      {(plan.urgency === "week" || plan.urgency === "routine") && (
        <p className={styles.sooner}>{`Come sooner if ${urgent.sooner}.`}</p>
      )}
      {goesToEyeHospital && hospitals}
      {plan.offer !== "nothing" && <Clinics match={match} clinic={clinic} offer={plan.offer} />}
      {row && (
        <section className={styles.part} aria-labelledby="first-aid">
          <h2 id="first-aid">{plan.offer === "nothing" ? "Before you arrive" : "Until then"}</h2>
          <ul className={styles.steps}>
            {sentencesOf(row.before).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {row.rinseMinutes && <RinseTimer minutes={row.rinseMinutes} />}
          {article && (
            <p>
              <Link href={article.href}>{article.title}</Link>
            </p>
          )}
          {clinic.emergency.link && clinic.emergency.link.href !== article?.href && (
            <p>
              <Link href={clinic.emergency.link.href}>{clinic.emergency.link.text}</Link>
            </p>
          )}
        </section>
      )}
      {match && <Summary match={match} plan={plan} now={now} />}
      {row && (
        <details className={styles.sources} data-unread="">
          <summary>Sources</summary>
          <ul>
            {urgent.sources
              .filter(({ id }) => row.sources.includes(id))
              .map(({ id, title, url }) => (
                <li key={id}>{url ? <a href={url}>{title}</a> : title}</li>
              ))}
          </ul>
        </details>
      )}
      <button type="button" className={styles.back} onClick={() => history.back()}>
        Back to the question
      </button>
    </div>
  );
}

interface ClinicsProps {
  match: Match | null;
  clinic: Clinic;
  offer: "call" | "booking";
}

/** The answer is part of the message only if the visitor says so. */
function Clinics({ match, clinic, offer }: ClinicsProps): ReactNode {
  const [shares, setShares] = useState(false);
  const { href } = clinic.whatsapp;
  const chat = match && shares ? href + encodeURIComponent(messageFor(match)) : href;
  return (
    <div className={styles.clinic}>
      <ButtonLink href={clinic.phone.href} icon="phone" wide>
        {`Call ${clinic.phone.display}`}
      </ButtonLink>
      {offer === "booking" && clinic.booksOnline && (
        <ButtonLink href={bookingPath()} icon="calendar" weight="quiet" wide>
          Book online
        </ButtonLink>
      )}
      <ButtonLink href={chat} icon="whatsapp" weight="quiet" wide>
        Chat on WhatsApp
      </ButtonLink>
      {match && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={shares}
            onChange={({ target }) => setShares(target.checked)}
          />
          Write my answer into the WhatsApp message
        </label>
      )}
    </div>
  );
}
