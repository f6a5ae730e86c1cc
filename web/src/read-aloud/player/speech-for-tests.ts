// A voice for tests: records what it is told, and sends events as browsers do.
import type { Speech, Utterance, Voice } from "./speech";

export function voice(lang: string, more: Partial<Voice> = {}): Voice {
  return { lang, localService: true, ...more };
}

export interface Recorded extends Utterance {
  text: string;
  /** Browsers report words on the way; nothing depends on them. */
  onboundary?: (event: { charIndex: number }) => void;
}

export class RecordedSpeech implements Speech {
  /** Everything that was said, with what was cancelled. */
  readonly said: string[] = [];
  current: Recorded | undefined;
  private readonly listeners = new Set<() => void>();
  /** Cancelled utterances whose events have not arrived. */
  private readonly cancelled: Recorded[] = [];

  constructor(private available: readonly Voice[] = [voice("en-NG")]) {}

  createUtterance(text: string): Recorded {
    return { text, voice: null, lang: "", rate: 1, onend: null, onerror: null };
  }

  speak(utterance: Utterance): void {
    this.current = utterance as Recorded;
    this.said.push(this.current.text);
  }

  cancel(): void {
    if (!this.current) return;
    this.said.push("(cancel)");
    this.cancelled.push(this.current);
    this.current = undefined;
  }

  voices(): readonly Voice[] {
    return this.available;
  }

  onVoicesChanged(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  loadVoices(voices: readonly Voice[]): void {
    this.available = voices;
    for (const changed of [...this.listeners]) changed();
  }

  /** The utterance is spoken to its end, word by word. */
  finish(): void {
    const ended = this.current;
    this.current = undefined;
    for (const { index } of ended?.text.matchAll(/\S+/g) ?? [])
      ended?.onboundary?.({ charIndex: index });
    ended?.onend?.();
  }

  fail(error: string): void {
    const failed = this.current;
    this.current = undefined;
    failed?.onerror?.({ error });
  }

  /** Chromium reports an error for what was cancelled, Safari its end; both after `cancel` has returned. */
  deliverCancelled(as: "end" | "interrupted"): void {
    for (const utterance of this.cancelled.splice(0)) {
      if (as === "end") utterance.onend?.();
      else utterance.onerror?.({ error: as });
    }
  }
}
