// The sight self-check: one screen at a time. What was answered is only in the memory of this tab.
import { type ReactNode, useEffect, useReducer, useRef, useState } from "react";
import type { Clinic } from "../../generated/Clinic";
import { Introduction } from "./before/Introduction";
import {
  AgeQuestion,
  BookVisit,
  NearOffer,
  NoSightQuestion,
  UrgentAdvice,
  WarningQuestion,
} from "./before/Questions";
import { checkReducer } from "./check-reducer";
import { newCheck } from "./check-state";
import { describeMissedPhone, PairPhone, REMOTE_FRAGMENT } from "./remote/PairPhone";
import { RemotePhone } from "./remote/RemotePhone";
import { asAction } from "./remote/remote-answer";
import { useRemoteScreen } from "./remote/use-remote-screen";
import { ResultView } from "./result/ResultView";
import styles from "./SightCheck.module.css";
import { CardFrame } from "./set-up/CardFrame";
import { ConfirmSize } from "./set-up/ConfirmSize";
import { DistanceChoice } from "./set-up/DistanceChoice";
import { measuredDisplay, useDisplay } from "./set-up/use-display";
import { WayChoice } from "./set-up/WayChoice";
import { EyeInstructions } from "./trials/EyeInstructions";
import { TrialScreen } from "./trials/TrialScreen";
import { useBack } from "./use-back";

export const HEADLINE = "A self-check, not an eye test. No diagnosis, no prescription.";

interface SightCheckProps {
  heading: string;
  intro: string;
  clinic: Clinic;
  /** What to do in an emergency. Features do not import each other, so the page renders it. */
  emergency: ReactNode;
}

/** Outside of the component, so that Back from the booking page returns to the result. */
let kept = newCheck;

export function SightCheck({ heading, intro, clinic, emergency }: SightCheckProps): ReactNode {
  const [check, dispatch] = useReducer(checkReducer, kept);
  const { screen } = check;
  useEffect(() => {
    kept = check;
  }, [check]);
  const remote = useRemoteScreen(check.pairing, (answer) => {
    const action = asAction(answer, check);
    if (!action || checkReducer(check, action) === check) return null;
    return () => {
      dispatch(measuredDisplay());
      dispatch(action);
    };
  });
  const code = useRemoteCode();
  useDisplay(dispatch);
  useBack(screen.kind !== "start", () => {
    if (screen.kind === "result") history.back();
    dispatch({ type: "back" });
    return (
      screen.kind !== "result" && checkReducer(check, { type: "back" }).screen.kind !== "start"
    );
  });

  const headingRef = useRef<HTMLHeadingElement>(null);
  const name = "part" in screen ? `${screen.kind} ${screen.part}` : screen.kind;
  const shownBefore = useRef(name);
  useEffect(() => {
    if (shownBefore.current === name) return;
    shownBefore.current = name;
    scrollTo({ top: 0, behavior: "instant" });
    headingRef.current?.focus({ preventScroll: true });
  }, [name]);

  const props = { check, dispatch, headingRef };
  return (
    <div className={styles.check}>
      <p className={styles.headline}>{HEADLINE}</p>
      {code === null ? show() : <RemotePhone key={code} code={code} />}
    </div>
  );

  function show(): ReactNode {
    switch (screen.kind) {
      case "start":
        return (
          <Introduction
            heading={heading}
            intro={intro}
            headingRef={headingRef}
            canBook={clinic.booksOnline}
            phone={clinic.phone}
            emergency={emergency}
            onStart={() => dispatch({ type: "start" })}
          />
        );
      case "warning":
        return <WarningQuestion {...props} />;
      case "urgent":
        return <UrgentAdvice {...props}>{emergency}</UrgentAdvice>;
      case "age":
        return <AgeQuestion {...props} />;
      case "child":
        return <BookVisit {...props} clinic={clinic} />;
      case "fit":
        return <CardFrame {...props} />;
      case "confirm":
        return <ConfirmSize {...props} />;
      case "way":
        return <WayChoice {...props} />;
      case "pair":
        return <PairPhone {...props} remote={remote} />;
      case "distance":
        return <DistanceChoice {...props} />;
      case "ready":
        return <EyeInstructions {...props} part={screen.part} />;
      case "trials":
      case "paused":
        return (
          <TrialScreen
            {...props}
            headline={HEADLINE}
            part={screen.part}
            isPaused={screen.kind === "paused"}
            remoteProblem={check.pairing > 0 ? describeMissedPhone(remote) : null}
          />
        );
      case "noSight":
        return <NoSightQuestion {...props} part={screen.part} />;
      case "offerNear":
        return <NearOffer {...props} />;
      case "result":
        return <ResultView {...props} headline={HEADLINE} clinic={clinic} />;
    }
  }
}

/** The code of another screen, when this device was opened as its remote. */
function useRemoteCode(): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      if (!location.hash.startsWith(REMOTE_FRAGMENT)) return;
      setCode(location.hash.slice(REMOTE_FRAGMENT.length));
      // It works once, so it must not be opened again.
      history.replaceState(history.state, "", location.pathname);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return code;
}
