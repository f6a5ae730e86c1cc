// The controls while a text is read aloud: pause, speed and stop. Says so when the device has no voice.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button/Button";
import { clearPassage, showPassage } from "./highlight";
import styles from "./Player.module.css";
import { passagesOf } from "./passages";
import { Reader, type ReaderState } from "./reader";
import { browserSpeech, type Speech } from "./speech";
import { NEXT_SPEED, RATES, type Speed, savedSpeed, saveSpeed } from "./speed";

export interface PlayerProps {
  /** What is read. */
  text: HTMLElement;
  /** `hadFocus`: whether the focus was in the player. */
  onClose: (hadFocus: boolean) => void;
  speech?: Speech;
}

export type PlayerComponent = (props: PlayerProps) => ReactNode;

/** There is one voice: who starts a second player ends the first. */
let closeOther: (() => void) | undefined;

export function Player({ text, onClose, speech = browserSpeech }: PlayerProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const reader = useRef<Reader | null>(null);
  const [speed, setSpeed] = useState<Speed>(savedSpeed);
  const [state, setState] = useState<ReaderState>({ kind: "starting" });

  const close = useRef(() => {});
  close.current = () => onClose(bar.current?.contains(document.activeElement) ?? false);

  useEffect(() => {
    const closeThis = () => close.current();
    closeOther?.();
    closeOther = closeThis;
    const passages = passagesOf(text);
    const texts = passages.map((passage) => passage.text);
    const started = new Reader(texts, RATES[savedSpeed()], speech, (next) => {
      setState(next);
      if (next.kind === "playing") showPassage(passages[next.index]?.range);
      if (next.kind === "finished") closeThis();
    });
    reader.current = started;
    started.start();
    bar.current?.querySelector("button")?.focus({ preventScroll: true });
    // Chromium goes on speaking when the page is left.
    const stop = () => started.stop();
    addEventListener("pagehide", stop);
    return () => {
      removeEventListener("pagehide", stop);
      stop();
      clearPassage();
      if (closeOther === closeThis) closeOther = undefined;
    };
  }, [text, speech]);

  useKeptClear(bar);

  const isPlaying = state.kind === "playing" || state.kind === "starting";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs.
    <div ref={bar} role="group" aria-label="Read aloud" className={styles.bar}>
      {state.kind !== "no-voice" && (
        <>
          <Button
            onClick={() => (isPlaying ? reader.current?.pause() : reader.current?.resume())}
            aria-disabled={state.kind === "starting" || undefined}
          >
            {isPlaying ? "Pause" : "Continue"}
          </Button>
          <Button
            weight="quiet"
            onClick={() => {
              const next = NEXT_SPEED[speed];
              setSpeed(next);
              saveSpeed(next);
              reader.current?.setRate(RATES[next]);
            }}
          >
            {`Speed: ${speed}`}
          </Button>
        </>
      )}
      <p role="status" className={styles.message}>
        {messageFor(state)}
      </p>
      <Button weight="quiet" onClick={() => close.current()}>
        {state.kind === "no-voice" ? "Close" : "Stop"}
      </Button>
    </div>
  );
}

function messageFor(state: ReaderState): string {
  switch (state.kind) {
    case "no-voice":
      return "This device has no English voice of its own, so it cannot read aloud. You can add one in its settings, under text-to-speech.";
    case "failed":
      return "The voice stopped. Press Continue to try again.";
    default:
      return "";
  }
}

/** Puts the bar above the one for calls, where the page has it. What gets the focus is not behind them. */
function useKeptClear(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const calls = document.querySelector('nav[aria-label="Contact the clinic"]');
    const below = calls?.getBoundingClientRect().height ?? 0;
    const { style } = document.documentElement;
    if (bar.current) bar.current.style.marginBlockEnd = `${below}px`;
    style.scrollPaddingBlockEnd = `${below + (bar.current?.offsetHeight ?? 0) + 16}px`;
    return () => {
      style.scrollPaddingBlockEnd = "";
    };
  }, [bar]);
}
