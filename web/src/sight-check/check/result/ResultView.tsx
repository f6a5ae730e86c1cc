// The result: the advice, each eye in words and as a picture of its range, and what the visitor can do with it. Nothing of it
// leaves the device unless the visitor shares it or ticks the box.
import { type ReactNode, useState } from "react";
import type { Clinic } from "../../../generated/Clinic";
import { bookingPath, pagePath } from "../../../lib/navigation/paths";
import { Button, ButtonLink } from "../../../ui/button/Button";
import { ShareButton } from "../../../ui/share/ShareButton";
import {
  ADVICE_TEXT,
  adviseVisitor,
  type CheckResult,
  describeForNote,
  type EyeOutcome,
} from "../../result/advice";
import { nearPrint, nearRange } from "../../result/near";
import { snellenWithRange } from "../../result/snellen";
import { PublishedError } from "../before/PublishedError";
import type { Check } from "../check-state";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";
import { RangePicture } from "./RangePicture";

const UNFINISHED: EyeOutcome = { kind: "unfinished" };

export function resultOf({ outcomes }: Pick<Check, "outcomes">): CheckResult {
  return {
    right: outcomes.right ?? UNFINISHED,
    left: outcomes.left ?? UNFINISHED,
    near: outcomes.near,
  };
}

interface ResultViewProps extends ScreenProps {
  headline: string;
  clinic: Clinic;
}

export function ResultView(props: ResultViewProps): ReactNode {
  const { check, dispatch, headingRef, headline, clinic } = props;
  const result = resultOf(check);
  const advice = adviseVisitor(result);
  // Nothing to pass on when the check was ended before the first eye was finished.
  const note = Object.values(check.outcomes).some(Boolean) ? describeForNote(result) : null;
  return (
    <ScreenLayout
      heading={ADVICE_TEXT[advice]}
      headingRef={headingRef}
      problem={check.problem}
      canGoBack={false}
      canRead={false}
    >
      <EyeResult name="Right eye" outcome={result.right} />
      <EyeResult name="Left eye" outcome={result.left} />
      {result.near && <NearResult outcome={result.near} />}
      {[result.right, result.left].some(({ kind }) => kind === "estimate") && (
        <p>
          6/12 means that you tell at 6 metres what a sharp eye still tells at 12 metres. The true
          value lies in the range in about 95 of 100 checks.
        </p>
      )}
      {[result.right, result.left].some(({ kind }) => kind === "noSight") && (
        <p>
          The eye that sees is the only one: have it examined every year, also when it sees well. If
          it gets worse suddenly, hurts or sees flashes, do not wait:{" "}
          <a href={pagePath("urgent")}>see where to go, and how fast</a>.
        </p>
      )}
      <Offers advice={advice} note={note} clinic={clinic} />
      <div className={styles.row}>
        {note && (
          <>
            <ShareButton weight="quiet" text={`${note}. ${ADVICE_TEXT[advice]} ${headline}`}>
              Share
            </ShareButton>
            <Button weight="quiet" onClick={() => print()}>
              Print
            </Button>
          </>
        )}
        <Button weight="quiet" onClick={() => dispatch({ type: "start" })}>
          Repeat the check
        </Button>
        {check.beforeLastAnswer && (
          <button type="button" className={styles.link} onClick={() => dispatch({ type: "undo" })}>
            Take back the last answer
          </button>
        )}
      </div>
      <PublishedError />
    </ScreenLayout>
  );
}

function EyeResult({ name, outcome }: { name: string; outcome: EyeOutcome }): ReactNode {
  return (
    <section className={styles.eye}>
      <h2>{name}</h2>
      <p className={styles.value}>{describeOutcome(outcome)}</p>
      {outcome.kind === "estimate" && <RangePicture estimate={outcome} />}
    </section>
  );
}

export function describeOutcome(outcome: EyeOutcome): string {
  switch (outcome.kind) {
    case "noSight":
      return "Not checked, because you said that it does not see.";
    case "estimate":
      return snellenWithRange(outcome);
    case "largestNotSeen":
      return "The largest E of this screen was not seen.";
    case "unreliable":
      return "The answers do not fit together, so there is no number. Please repeat the check.";
    case "unfinished":
      return "Not finished, so there is no number.";
  }
}

function NearResult({ outcome }: { outcome: EyeOutcome }): ReactNode {
  return (
    <section className={styles.eye}>
      <h2>Near sight</h2>
      <p className={styles.value}>
        {outcome.kind === "estimate"
          ? `${nearPrint(outcome)} (${nearRange(outcome).join("–")})`
          : describeOutcome(outcome)}
      </p>
    </section>
  );
}

interface OffersProps {
  advice: ReturnType<typeof adviseVisitor>;
  note: string | null;
  clinic: Clinic;
}

/** The note is in the fragment of the address, which browsers do not send; the form takes it from there. Without dots, because
 * a link with a dot is not taken for a page and would load the site again. */
function Offers({ advice, note, clinic }: OffersProps): ReactNode {
  const [tells, setTells] = useState(false);
  const isToday = advice === "callToday";
  const fragment = note && tells ? `#note=${encodeURIComponent(note).replaceAll(".", "%2E")}` : "";
  return (
    <div className={styles.answers}>
      {clinic.booksOnline && !isToday && (
        <>
          {note && (
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={tells}
                onChange={({ target }) => setTells(target.checked)}
              />
              Write my result into the note of the booking
            </label>
          )}
          <ButtonLink href={bookingPath() + fragment} icon="calendar" wide>
            Book an eye examination
          </ButtonLink>
        </>
      )}
      <ButtonLink
        href={clinic.phone.href}
        icon="phone"
        weight={isToday || !clinic.booksOnline ? "primary" : "quiet"}
        wide
      >
        {`Call ${clinic.phone.display}`}
      </ButtonLink>
    </div>
  );
}
