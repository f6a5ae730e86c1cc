import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Reader, type ReaderState } from "./reader";
import { RecordedSpeech, voice } from "./speech-for-tests";
import { VOICES_TIMEOUT_MS } from "./voice";

const PASSAGES = ["One.", "Open 8:00 AM.", "Three."];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(speech = new RecordedSpeech(), passages = PASSAGES) {
  const states: ReaderState[] = [];
  const reader = new Reader(passages, 1, speech, (state) => states.push(state));
  reader.start();
  return { speech, reader, states };
}

test("passages are read one after the other, as people say them, to the end", () => {
  const { speech, states } = start();
  speech.finish();
  speech.finish();
  speech.finish();
  expect(speech.said).toEqual(["One.", "Open 8 A M.", "Three."]);
  expect(states).toEqual([
    { kind: "playing", index: 0 },
    { kind: "playing", index: 1 },
    { kind: "playing", index: 2 },
    { kind: "finished" },
  ]);
});

test("an utterance has the voice, its language and the rate", () => {
  const { speech, reader } = start(new RecordedSpeech([voice("en_GB")]));
  expect(speech.current).toMatchObject({ voice: voice("en_GB"), lang: "en_GB", rate: 1 });
  reader.setRate(1.35);
  expect(speech.current?.rate).toBe(1.35);
  expect(speech.said).toEqual(["One.", "(cancel)", "One."]);
});

describe.each(["end", "interrupted"] as const)(
  "where a cancelled utterance reports %s",
  (event) => {
    test("a pause stays at its passage and goes on with it", () => {
      const { speech, reader } = start();
      speech.finish();
      reader.pause();
      speech.deliverCancelled(event);
      expect(reader.state).toEqual({ kind: "paused", index: 1 });
      reader.resume();
      speech.deliverCancelled(event);
      expect(speech.said).toEqual(["One.", "Open 8 A M.", "(cancel)", "Open 8 A M."]);
      expect(reader.state).toEqual({ kind: "playing", index: 1 });
    });

    test("another speed does not skip a passage", () => {
      const { speech, reader } = start();
      reader.setRate(0.75);
      speech.deliverCancelled(event);
      expect(reader.state).toEqual({ kind: "playing", index: 0 });
      expect(speech.current?.text).toBe("One.");
    });

    test("after stop nothing is said or reported", () => {
      const { speech, reader, states } = start();
      reader.stop();
      speech.deliverCancelled(event);
      expect(speech.said).toEqual(["One.", "(cancel)"]);
      expect(states).toHaveLength(1);
    });
  },
);

test.each(["canceled", "interrupted", "not-allowed"])(
  "%s by something else is a pause",
  (error) => {
    const { speech, reader } = start();
    speech.fail(error);
    expect(reader.state).toEqual({ kind: "paused", index: 0 });
    reader.resume();
    expect(speech.current?.text).toBe("One.");
  },
);

test("a failure of the voice is reported, and can be tried again", () => {
  const { speech, reader } = start();
  speech.finish();
  speech.fail("synthesis-failed");
  expect(reader.state).toEqual({ kind: "failed", index: 1 });
  reader.resume();
  expect(reader.state).toEqual({ kind: "playing", index: 1 });
});

test("a device without an English voice is reported", () => {
  const { speech, reader } = start(new RecordedSpeech([voice("fr-FR")]));
  expect(reader.state).toEqual({ kind: "starting" });
  vi.advanceTimersByTime(VOICES_TIMEOUT_MS);
  expect(reader.state).toEqual({ kind: "no-voice" });
  expect(speech.said).toEqual([]);
});

test("who leaves before the voices are there hears nothing", () => {
  const { speech, reader } = start(new RecordedSpeech([]));
  reader.stop();
  speech.loadVoices([voice("en-NG")]);
  expect(speech.said).toEqual([]);
});

test("a page without text is finished at once", () => {
  expect(start(new RecordedSpeech(), []).states).toEqual([{ kind: "finished" }]);
});
