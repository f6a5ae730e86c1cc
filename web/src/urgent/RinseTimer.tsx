// Counts down the time for rinsing the eye: keeps the screen on, and says each minute aloud where the device can.
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button/Button";
import { clockOf, firstWords, wordsFor } from "./rinse-words";
import styles from "./Urgent.module.css";
import { useWakeLock } from "./use-wake-lock";

const TICK_MS = 250;

export function RinseTimer({ minutes }: { minutes: number }): ReactNode {
  const total = minutes * 60;
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [left, setLeft] = useState(total);
  const [words, setWords] = useState("");
  const [speaks, setSpeaks] = useState(true);
  const [canSpeak, setCanSpeak] = useState(false);
  const speaksNow = useRef(speaks);
  speaksNow.current = speaks;
  const isRunning = endsAt !== null && left > 0;
  useWakeLock(isRunning);
  useEffect(() => watchVoices(() => setCanSpeak(ownVoice() !== undefined)), []);

  const say = useCallback((text: string) => {
    setWords(text);
    if (speaksNow.current) speak(text);
  }, []);

  useEffect(() => {
    if (endsAt === null) return;
    let before = total;
    const tick = () => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      const text = wordsFor(before, now);
      before = now;
      setLeft(now);
      if (text) say(text);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, TICK_MS);
    return () => {
      clearInterval(timer);
      silence();
    };
  }, [endsAt, total, say]);

  return (
    <div className={styles.timer}>
      <p role="timer" className={styles.clock}>
        {clockOf(left)}
      </p>
      <p role="status">{words}</p>
      {isRunning ? (
        <Button
          weight="quiet"
          onClick={() => {
            setEndsAt(null);
            setLeft(total);
            setWords("");
          }}
        >
          Stop the timer
        </Button>
      ) : (
        <Button
          onClick={() => {
            setLeft(total);
            setEndsAt(Date.now() + total * 1000);
            say(firstWords(total));
          }}
        >
          {`Start the ${minutes}-minute timer`}
        </Button>
      )}
      {canSpeak && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={speaks}
            onChange={({ target }) => {
              setSpeaks(target.checked);
              if (!target.checked) silence();
            }}
          />
          Count aloud
        </label>
      )}
    </div>
  );
}

/** Undefined if the device has none. The voices of a company would tell it that somebody is rinsing an eye. */
function ownVoice(): SpeechSynthesisVoice | undefined {
  if (!("speechSynthesis" in window)) return undefined;
  const voices = speechSynthesis.getVoices();
  return voices.find(({ lang, localService }) => localService && lang.startsWith("en"));
}

/** Browsers may load their voices late. */
function watchVoices(changed: () => void): () => void {
  changed();
  if (!("speechSynthesis" in window)) return () => {};
  speechSynthesis.addEventListener?.("voiceschanged", changed);
  return () => speechSynthesis.removeEventListener?.("voiceschanged", changed);
}

function speak(text: string): void {
  const voice = ownVoice();
  if (!voice) return;
  // A late sentence would count wrong.
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  speechSynthesis.speak(utterance);
}

function silence(): void {
  if ("speechSynthesis" in window) speechSynthesis.cancel();
}
