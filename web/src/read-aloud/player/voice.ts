// Which voice of the device reads: Nigerian English, else British, else any English.
import type { Speech, Voice } from "./speech";

/** How long to wait for a browser that loads its voices late. */
export const VOICES_TIMEOUT_MS = 3_000;

const PREFERRED = ["en-ng", "en-gb", "en"];

/** Undefined if the device has no English voice of its own. Other voices would send the text to a company. */
export function chooseVoice<V extends Voice>(voices: readonly V[]): V | undefined {
  const own = voices.filter(({ localService }) => localService);
  for (const language of PREFERRED) {
    const voice = own.find(({ lang }) => isOf(language, lang));
    if (voice) return voice;
  }
  return undefined;
}

/** Android writes "en_GB", and some engines add more, such as "en-GB-x-rjs". */
function isOf(language: string, lang: string): boolean {
  return `${lang.toLowerCase().replaceAll("_", "-")}-`.startsWith(`${language}-`);
}

/** Calls back once, at once if the voices are known: iOS speaks only in answer to a press. Returns what ends the waiting. */
export function findVoice(speech: Speech, found: (voice: Voice | undefined) => void): () => void {
  const first = chooseVoice(speech.voices());
  if (first) {
    found(first);
    return () => {};
  }
  const end = () => {
    stopWatching();
    clearTimeout(timer);
  };
  const stopWatching = speech.onVoicesChanged(() => {
    const voice = chooseVoice(speech.voices());
    if (!voice) return;
    end();
    found(voice);
  });
  const timer = setTimeout(() => {
    end();
    found(chooseVoice(speech.voices()));
  }, VOICES_TIMEOUT_MS);
  return end;
}
