// One screen of the self-check: heading, what is wrong, instructions that can be read aloud, and the way back.
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Notice } from "../../ui/notice/Notice";
import type { Action, Check, Problem } from "./check-state";
import { MAX_METRES, MIN_METRES } from "./check-state";
import styles from "./SightCheck.module.css";

export interface ScreenProps {
  check: Check;
  dispatch: (action: Action) => void;
  headingRef: Ref<HTMLHeadingElement>;
}

const PROBLEMS: Record<Problem, string> = {
  displayChanged:
    "The zoom or the screen has changed, so sizes are no longer right. Please fit the frame again. An eye that is finished stays finished.",
  zoomedIn:
    "The page is enlarged. Make it as small as it gets with two fingers, then fit the frame again.",
  windowSmaller:
    "The window has become smaller than before, and the largest E no longer fits. Make it larger, or hold the phone upright, and start this eye again.",
  windowTooSmall:
    "This window is too small for that distance. Make the window as large as the screen, hold a phone upright, or stand nearer.",
  tooCoarse: "The dots of this screen are too coarse for that distance. Please stand further away.",
  cannotDraw:
    "This browser cannot draw the letters. Please try another browser or phone, or let us check your eyes at the clinic.",
  distance: `Please enter a distance from ${MIN_METRES} to ${MAX_METRES} metres, such as 2 or 2.5.`,
};

interface ScreenLayoutProps {
  heading: string;
  headingRef: Ref<HTMLHeadingElement>;
  problem?: Problem | null;
  /** The browser's Back does the same. */
  canGoBack?: boolean;
  canRead?: boolean;
  children: ReactNode;
}

export function ScreenLayout(props: ScreenLayoutProps): ReactNode {
  const { heading, headingRef, problem, canGoBack = true, canRead = true, children } = props;
  const text = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.screen}>
      <div ref={text} className={styles.screen}>
        <h1 ref={headingRef} tabIndex={-1}>
          {heading}
        </h1>
        {problem && (
          <Notice tone="alarm" live>
            <p>{PROBLEMS[problem]}</p>
          </Notice>
        )}
        {children}
      </div>
      <div className={styles.aside}>
        {canRead && <ReadAloud text={() => spokenText(text.current)} />}
        {canGoBack && (
          <button type="button" className={styles.link} onClick={() => history.back()}>
            Back
          </button>
        )}
      </div>
    </div>
  );
}

/** Headings and paragraphs, without what is on buttons and in fields. */
function spokenText(element: HTMLElement | null): string {
  const parts = element?.querySelectorAll("h1, p, li") ?? [];
  return [...parts].map((part) => part.textContent).join(". ");
}

/** Only with a voice of this device: other voices send the text to a company that speaks it. */
function ReadAloud({ text }: { text: () => string }): ReactNode {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  useEffect(() => {
    if (!("speechSynthesis" in window)) return;
    const choose = () => {
      const voices = speechSynthesis.getVoices();
      setVoice(voices.find(({ localService, lang }) => localService && /^en/.test(lang)) ?? null);
    };
    choose();
    speechSynthesis.addEventListener?.("voiceschanged", choose);
    return () => {
      speechSynthesis.removeEventListener?.("voiceschanged", choose);
      speechSynthesis.cancel();
    };
  }, []);
  if (!voice) return null;
  const speak = () => {
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(text());
    words.voice = voice;
    words.lang = voice.lang;
    speechSynthesis.speak(words);
  };
  return (
    <button type="button" className={styles.link} onClick={speak}>
      Read aloud
    </button>
  );
}
