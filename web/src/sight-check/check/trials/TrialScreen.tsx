// The letters of one eye, over the whole window. Nothing on it tells whether an answer was right. In a mirror everything but
// the letter is flipped by the style, so that it can be read there.
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { Button } from "../../../ui/button/Button";
import { type Direction, mirrored } from "../../drawing/figure";
import { OptotypeCanvas } from "../../drawing/OptotypeCanvas";
import type { Part } from "../check-state";
import type { ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";
import { measuredDisplay } from "../set-up/use-display";
import { AnswerButtons } from "./AnswerButtons";
import { PART_NAME } from "./EyeInstructions";
import { useSwipe } from "./use-swipe";

/** Between two letters, so that a second press is not taken for the next answer. */
const PAUSE_MS = 400;

const KEYS: Partial<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

interface TrialScreenProps extends ScreenProps {
  headline: string;
  part: Part;
  isPaused: boolean;
  /** Why the phone of the visitor cannot answer any more. */
  remoteProblem: string | null;
}

export function TrialScreen(props: TrialScreenProps): ReactNode {
  const { check, dispatch, headline, headingRef, part, isPaused, remoteProblem } = props;
  const { run, trial } = check;
  const dialog = useRef<HTMLDialogElement>(null);
  const isMirrored = check.way === "mirror" && part !== "near";

  useEffect(() => {
    const element = dialog.current;
    // The rest of the page must not be reached by keyboard.
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  // Paused before the first letter: the size that was reported then started nothing.
  const shortSide = useRef(0);
  const hasNotStarted = run === null && !isPaused;
  useEffect(() => {
    if (hasNotStarted && shortSide.current > 0) {
      dispatch({ type: "area", shortSide: shortSide.current });
    }
  }, [hasNotStarted, dispatch]);

  const isWaiting = run !== null && trial === null && !isPaused;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      dispatch(measuredDisplay());
      dispatch({ type: "show", random: Math.random() });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, dispatch]);

  useEffect(() => {
    const pause = () => {
      if (document.hidden) dispatch({ type: "pause" });
    };
    document.addEventListener("visibilitychange", pause);
    return () => document.removeEventListener("visibilitychange", pause);
  }, [dispatch]);

  const hasAnswers = (run?.trials.length ?? 0) > 0;
  useEffect(() => {
    if (!hasAnswers) return;
    // The browser asks whether to leave: pulling the page down on a phone would lose the answers.
    const ask = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasAnswers]);

  const answer = useCallback(
    (seen: Direction | "unseen") => {
      dispatch(measuredDisplay());
      dispatch({ type: "answer", seen });
    },
    [dispatch],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      const seen = KEYS[event.key];
      if (seen) answer(seen);
      else if (event.key === "Backspace") dispatch({ type: "undo" });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [answer, dispatch]);
  // The screen faces the mirror: what moves to its left is seen moving to the right.
  const swipe = useSwipe((direction) => answer(isMirrored ? mirrored(direction) : direction));

  useRemotePause(remoteProblem !== null, isPaused, dispatch);

  const count = run?.trials.length ?? 0;
  return (
    <dialog
      ref={dialog}
      className={styles.trial}
      aria-labelledby="trial-heading"
      onCancel={(event) => {
        event.preventDefault();
        dispatch({ type: "pause" });
      }}
    >
      <div className={styles.canvas} {...swipe}>
        <OptotypeCanvas
          direction={trial ? (isMirrored ? mirrored(trial.seen) : trial.seen) : "right"}
          stroke={trial?.stroke.pixels ?? 0}
          onArea={({ width, height }) => {
            shortSide.current = Math.min(width, height);
            dispatch({ type: "area", shortSide: shortSide.current });
          }}
          onUnavailable={() => dispatch({ type: "cannotDraw" })}
        />
      </div>
      <div className={`${styles.controls}${isMirrored ? ` ${styles.flipped}` : ""}`}>
        {/* Another element: a screen reader is silent when one that has the focus already gets it again. */}
        <h1 key={String(isPaused)} id="trial-heading" ref={headingRef} tabIndex={-1}>
          {isPaused ? "Paused" : PART_NAME[part]}
        </h1>
        {isPaused ? (
          <>
            {remoteProblem && <p role="alert">{remoteProblem}</p>}
            <p>
              {part === "near"
                ? "Hold the phone at 40 cm again, then go on. Your answers are kept."
                : `Go back to your place, cover your ${part === "right" ? "left" : "right"} eye again, then go on. Your answers are kept.`}
            </p>
            <div className={styles.row}>
              <Button onClick={() => dispatch({ type: "resume" })}>Go on</Button>
              <Button weight="quiet" onClick={() => dispatch({ type: "stop" })}>
                End without a result
              </Button>
            </div>
            {part !== "near" && (
              <div className={styles.row}>
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => dispatch({ type: "noSight", part })}
                >
                  I cannot see with this eye
                </button>
                {check.way === "remote" && (
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => dispatch({ type: "pair" })}
                  >
                    Connect the phone again
                  </button>
                )}
              </div>
            )}
          </>
        ) : (
          <>
            <p role="status">{count === 0 ? "Where do the arms point?" : `${count} answered`}</p>
            <AnswerButtons onAnswer={answer} />
            <div className={styles.row}>
              <button
                type="button"
                className={styles.link}
                disabled={count === 0}
                onClick={() => dispatch({ type: "undo" })}
              >
                Take back the last answer
              </button>
              <button
                type="button"
                className={styles.link}
                onClick={() => dispatch({ type: "pause" })}
              >
                Pause
              </button>
            </div>
          </>
        )}
        <p className={styles.small}>{headline}</p>
      </div>
    </dialog>
  );
}

/** Without its phone the check pauses, and goes on by itself when the connection is back. A message beside the letters would
 * make the area smaller on which they are drawn. */
function useRemotePause(
  hasProblem: boolean,
  isPaused: boolean,
  dispatch: ScreenProps["dispatch"],
): void {
  const wasRunning = useRef(false);
  const latestIsPaused = useRef(isPaused);
  latestIsPaused.current = isPaused;
  // Only when it changes: whoever goes on without the phone presses the arrows on this screen.
  useEffect(() => {
    if (hasProblem) {
      wasRunning.current = !latestIsPaused.current;
      dispatch({ type: "pause" });
    } else if (wasRunning.current && !document.hidden) {
      wasRunning.current = false;
      dispatch({ type: "resume" });
    }
  }, [hasProblem, dispatch]);
}
