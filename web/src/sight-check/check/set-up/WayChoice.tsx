// How the answers get from two metres away to the screen.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import type { Way } from "../check-state";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";

const WAYS: { way: Way; label: string; text: string }[] = [
  {
    way: "helper",
    label: "Somebody helps me",
    text: "You point where the arms of the E point. The helper looks at you, not at the screen, and swipes or presses the arrow.",
  },
  {
    way: "mirror",
    label: "I am alone, with a mirror",
    text: "You stand one metre from a mirror, hold the screen towards it and look at the E in the mirror. You swipe yourself.",
  },
  {
    way: "remote",
    label: "I am alone, with a second phone",
    text: "This screen shows the E, and your phone shows four arrows. It needs a connection to the internet. Only the arrows are sent.",
  },
];

export function WayChoice({ dispatch, headingRef }: ScreenProps): ReactNode {
  return (
    <ScreenLayout heading="How will you answer?" headingRef={headingRef}>
      <p>
        You will see a letter E that points up, down, left or right. You say where its arms point.
      </p>
      <ul className={styles.ways}>
        {WAYS.map(({ way, label, text }) => (
          <li key={way}>
            <Button wide weight="quiet" onClick={() => dispatch({ type: "chooseWay", way })}>
              {label}
            </Button>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </ScreenLayout>
  );
}
