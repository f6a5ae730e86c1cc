// Reads passages aloud, one after the other. Each is an utterance of its own: Chromium stops long ones after some seconds. A
// pause cancels and begins the passage again, because pausing does not work on Android.

import type { Speech, Utterance, Voice } from "./speech";
import { spokenWords } from "./text-for-speech";
import { findVoice } from "./voice";

export type ReaderState =
  | { kind: "starting" }
  | { kind: "playing" | "paused" | "failed"; index: number }
  | { kind: "no-voice" }
  | { kind: "finished" };

/** Errors that mean that something else ended the utterance: another tab, the rinse timer, or a browser that wants a press. */
const ENDED_BY_OTHERS = ["canceled", "interrupted", "not-allowed"];

export class Reader {
  state: ReaderState = { kind: "starting" };
  private voice: Voice | undefined;
  /** Events of older utterances arrive late and are ignored. Kept also because Chromium may delete an utterance that nothing
   * refers to, and then its end is never reported. */
  private current: Utterance | undefined;
  private endSearch = () => {};

  constructor(
    private readonly passages: readonly string[],
    private rate: number,
    private readonly speech: Speech,
    private readonly onChange: (state: ReaderState) => void,
  ) {}

  start(): void {
    this.endSearch = findVoice(this.speech, (voice) => {
      this.voice = voice;
      if (voice) this.speak(0);
      else this.change({ kind: "no-voice" });
    });
  }

  pause(): void {
    if (this.state.kind !== "playing") return;
    const { index } = this.state;
    this.silence();
    this.change({ kind: "paused", index });
  }

  resume(): void {
    if (this.state.kind === "paused" || this.state.kind === "failed") this.speak(this.state.index);
  }

  /** The passage begins again, because the rate of an utterance cannot change. */
  setRate(rate: number): void {
    this.rate = rate;
    if (this.state.kind === "playing") this.speak(this.state.index);
  }

  /** Nothing is reported afterwards. */
  stop(): void {
    this.endSearch();
    this.silence();
  }

  private speak(index: number): void {
    const text = this.passages[index];
    this.silence();
    if (text === undefined) {
      this.change({ kind: "finished" });
      return;
    }
    const utterance = this.speech.createUtterance(spokenWords(text));
    utterance.voice = this.voice ?? null;
    utterance.lang = this.voice?.lang ?? "en";
    utterance.rate = this.rate;
    utterance.onend = () => {
      if (this.current === utterance) this.speak(index + 1);
    };
    utterance.onerror = ({ error }) => {
      if (this.current !== utterance) return;
      this.current = undefined;
      this.change({ kind: ENDED_BY_OTHERS.includes(error) ? "paused" : "failed", index });
    };
    this.current = utterance;
    this.speech.speak(utterance);
    this.change({ kind: "playing", index });
  }

  private silence(): void {
    const wasSpeaking = this.current !== undefined;
    this.current = undefined;
    if (wasSpeaking) this.speech.cancel();
  }

  private change(state: ReaderState): void {
    this.state = state;
    this.onChange(state);
  }
}
