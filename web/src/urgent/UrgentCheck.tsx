// "Is it urgent?": the start with the whole list, then one question a screen, then what to do.
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from "react";
import type { Clinic } from "../generated/Clinic";
import type { PageLink } from "../generated/PageLink";
import type { Urgent } from "../generated/Urgent";
import { ButtonLink } from "../ui/button/Button";
import { Question } from "./Question";
import { Result } from "./Result";
import { StraightToHospital } from "./StraightToHospital";
import { mostUrgentFirst, screenAfter } from "./triage";
import styles from "./Urgent.module.css";
import { UrgentList } from "./UrgentList";
import { useScreens } from "./use-screens";

interface UrgentCheckProps {
  heading: string;
  intro: string;
  urgent: Urgent;
  clinic: Clinic;
  /** The hospitals that have an eye doctor on call. */
  hospitals: ReactNode;
  /** The articles about the rows, by slug. */
  articles: Readonly<Record<string, PageLink>>;
  /** Reads the screen aloud. */
  listen: ReactNode;
}

export function UrgentCheck(props: UrgentCheckProps): ReactNode {
  const { heading, intro, urgent, clinic, hospitals, articles } = props;
  const rows = useMemo(() => mostUrgentFirst(urgent.rows), [urgent]);
  const [screen, show] = useScreens();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownBefore = useRef(screen);
  useEffect(() => {
    if (shownBefore.current === screen) return;
    shownBefore.current = screen;
    scrollTo({ top: 0, behavior: "instant" });
    headingRef.current?.focus({ preventScroll: true });
  }, [screen]);

  const row = screen.kind === "question" ? rows[screen.index] : undefined;
  if (screen.kind === "question" && row) {
    return (
      <>
        <Question
          key={row.id}
          row={row}
          number={screen.index + 1}
          total={rows.length}
          headingRef={headingRef}
          onAnswer={(answer) => show(screenAfter(rows, screen.index, answer))}
        />
        {/* Above everything else below the answers, so that it is on the first screen of a phone. */}
        <StraightToHospital text={urgent.always}>{hospitals}</StraightToHospital>
        {/* A new one for each question: the old one would go on reading. */}
        <Fragment key={`listen-${row.id}`}>{props.listen}</Fragment>
      </>
    );
  }
  if (screen.kind === "result") {
    return (
      <>
        <Result
          match={screen.match}
          urgent={urgent}
          clinic={clinic}
          hospitals={hospitals}
          article={screen.match?.row.article ? articles[screen.match.row.article] : undefined}
          listen={props.listen}
          headingRef={headingRef}
        />
        {/* Without the list of eye hospitals: the result may name another hospital. */}
        <StraightToHospital text={urgent.always} />
      </>
    );
  }
  return (
    <>
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      <StraightToHospital text={urgent.always}>{hospitals}</StraightToHospital>
      <p className={styles.intro}>{intro}</p>
      {props.listen}
      <p className={styles.start}>
        {/* Before the app has loaded, it leads to the list. */}
        <ButtonLink
          href="#list"
          onClick={(event) => {
            event.preventDefault();
            show({ kind: "question", index: 0 });
          }}
        >
          Start the questions
        </ButtonLink>
      </p>
      <UrgentList urgent={urgent} articles={articles} />
    </>
  );
}
