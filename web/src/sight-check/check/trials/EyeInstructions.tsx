// What to do before the letters of one eye.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import type { Part, Way } from "../check-state";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";

export const PART_NAME: Record<Part, string> = {
  right: "Right eye",
  left: "Left eye",
  near: "Near sight",
};

const HOW: Record<Way, string> = {
  helper:
    "The helper sits beside the screen and looks at you. Point where the arms of the E point. The helper swipes on the screen that way, presses that arrow, or uses the arrow keys.",
  mirror:
    "Look at the E in the mirror. Swipe to the side where its arms point, or press the arrow that you see in the mirror.",
  remote: "Press the arrow on the phone in your hand that points like the arms of the E.",
};

export function EyeInstructions(props: ScreenProps & { part: Part }): ReactNode {
  const { check, dispatch, headingRef, part } = props;
  const other = part === "right" ? "left" : "right";
  return (
    <ScreenLayout
      heading={PART_NAME[part]}
      headingRef={headingRef}
      problem={check.problem}
      canGoBack={part === "right"}
    >
      <ul className={styles.list}>
        {part === "near" ? (
          <>
            <li>Keep both eyes open. Put on your reading glasses if you have some.</li>
            <li>
              Hold the phone 40 cm from your eyes: three times the length of a ₦5 to ₦50 note.
            </li>
            <li>Swipe to the side where the arms of the E point, or press that arrow.</li>
          </>
        ) : (
          <>
            <li>Put on the glasses or lenses that you wear for distance, if you have some.</li>
            <li>{`Cover your ${other} eye with your palm. Do not press on it, and keep it open.`}</li>
            <li>{HOW[check.way ?? "helper"]}</li>
          </>
        )}
        <li>Make the screen as bright as it gets, and avoid light that shines on it.</li>
        <li>
          There is no time limit. The letters get so small that nobody sees all of them: then guess,
          or press “I can’t see it”.
        </li>
      </ul>
      <div className={styles.answers}>
        <Button wide onClick={() => dispatch({ type: "begin" })}>
          {part === "near" ? "Start" : `Start with the ${part} eye`}
        </Button>
        {check.way === "remote" && part !== "near" && (
          <button type="button" className={styles.link} onClick={() => dispatch({ type: "pair" })}>
            Connect the phone again
          </button>
        )}
        {part !== "near" && (
          <button
            type="button"
            className={styles.link}
            onClick={() => dispatch({ type: "noSight", part })}
          >
            I cannot see with this eye
          </button>
        )}
        {check.beforeLastAnswer && (
          <button type="button" className={styles.link} onClick={() => dispatch({ type: "undo" })}>
            Take back the last answer
          </button>
        )}
      </div>
    </ScreenLayout>
  );
}
