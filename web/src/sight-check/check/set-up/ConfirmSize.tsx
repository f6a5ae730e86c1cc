// The frame again, without a slider: does it still fit? A size that no known screen has is questioned.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { isQuestioned } from "../check-state";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";
import { Frame } from "./CardFrame";

export function ConfirmSize({ check, dispatch, headingRef }: ScreenProps): ReactNode {
  const { object, longSide } = check;
  const questioned = isQuestioned(check);
  return (
    <ScreenLayout heading={`Does the ${object} fit?`} headingRef={headingRef}>
      {questioned && (
        <Notice tone="alarm" live>
          <p>
            {`This would be an unusual screen. Are you sure that it is a ${object === "card" ? "bank or ID card" : "₦5, ₦10, ₦20 or ₦50 note"}, and that the frame is exactly as high?`}
          </p>
        </Notice>
      )}
      <p>{`Hold the ${object} against this frame again. Its upper and lower edge must fit exactly.`}</p>
      <div className={styles.answers}>
        <Button wide onClick={() => dispatch({ type: "confirmed", fits: true })}>
          {questioned ? "I am sure, it fits" : "Yes, it fits"}
        </Button>
        <Button wide weight="quiet" onClick={() => dispatch({ type: "confirmed", fits: false })}>
          No, change it
        </Button>
      </div>
      <Frame object={object} longSide={longSide} />
    </ScreenLayout>
  );
}
