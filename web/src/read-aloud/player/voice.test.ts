import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecordedSpeech, voice } from "./speech-for-tests";
import { chooseVoice, findVoice, VOICES_TIMEOUT_MS } from "./voice";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [["en-US", "en-GB", "en-NG"], "en-NG"],
  [["en-US", "en-GB"], "en-GB"],
  [["fr-FR", "en_GB-x-rjs", "en-US"], "en_GB-x-rjs"],
  [["fr-FR", "en-ZA"], "en-ZA"],
  [["fr-FR", "en"], "en"],
  [["enm", "fr-FR"], undefined],
  [[], undefined],
])("of the voices %j, %s reads", (languages, chosen) => {
  expect(chooseVoice(languages.map((lang) => voice(lang)))?.lang).toBe(chosen);
});

test("a voice that sends the text to a company is not used", () => {
  const remote = voice("en-NG", { localService: false });
  expect(chooseVoice([remote])).toBeUndefined();
  expect(chooseVoice([remote, voice("en-US")])?.lang).toBe("en-US");
});

test("known voices are used at once, within the press", () => {
  const found = vi.fn();
  findVoice(new RecordedSpeech([voice("en-GB")]), found);
  expect(found).toHaveBeenCalledExactlyOnceWith(voice("en-GB"));
});

test("voices that load late are waited for, once", () => {
  const speech = new RecordedSpeech([]);
  const found = vi.fn();
  findVoice(speech, found);
  speech.loadVoices([voice("fr-FR")]);
  expect(found).not.toHaveBeenCalled();
  speech.loadVoices([voice("fr-FR"), voice("en-NG")]);
  vi.advanceTimersByTime(VOICES_TIMEOUT_MS);
  expect(found).toHaveBeenCalledExactlyOnceWith(voice("en-NG"));
});

test("without an English voice the waiting ends", () => {
  const found = vi.fn();
  findVoice(new RecordedSpeech([]), found);
  vi.advanceTimersByTime(VOICES_TIMEOUT_MS);
  expect(found).toHaveBeenCalledExactlyOnceWith(undefined);
});

test("who leaves is not called back", () => {
  const speech = new RecordedSpeech([]);
  const found = vi.fn();
  findVoice(speech, found)();
  speech.loadVoices([voice("en-NG")]);
  vi.advanceTimersByTime(VOICES_TIMEOUT_MS);
  expect(found).not.toHaveBeenCalled();
});
