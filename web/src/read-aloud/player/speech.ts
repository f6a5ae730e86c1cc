// The part of the Web Speech API that reading aloud uses. A value of this type is passed in, so that tests can record it.

export type Voice = Pick<SpeechSynthesisVoice, "lang" | "localService">;

export interface Utterance {
  voice: Voice | null;
  lang: string;
  rate: number;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
}

export interface Speech {
  createUtterance(text: string): Utterance;
  speak(utterance: Utterance): void;
  cancel(): void;
  voices(): readonly Voice[];
  /** Browsers may load their voices late. Returns what ends the watching. */
  onVoicesChanged(changed: () => void): () => void;
}

export const browserSpeech: Speech = {
  createUtterance: (text) => new SpeechSynthesisUtterance(text) as Utterance,
  speak(utterance) {
    // Chromium says nothing while another page has left it paused.
    speechSynthesis.resume();
    speechSynthesis.speak(utterance as SpeechSynthesisUtterance);
  },
  cancel: () => speechSynthesis.cancel(),
  voices: () => speechSynthesis.getVoices(),
  onVoicesChanged(changed) {
    speechSynthesis.addEventListener?.("voiceschanged", changed);
    return () => speechSynthesis.removeEventListener?.("voiceschanged", changed);
  },
};
