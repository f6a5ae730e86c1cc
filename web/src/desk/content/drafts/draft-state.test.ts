import { describe, expect, test } from "vitest";
import {
  type DraftEvent,
  type DraftState,
  type Effect,
  hasUnsavedText,
  isUntouched,
  keptDraft,
  type LostInput,
  openDraft,
  type SaveResult,
  step,
  TYPING_PAUSE_MS,
  waitingInputs,
} from "./draft-state";

const start = { text: "Start.", version: "v1", savedBy: null };
const edited = (text: string): DraftEvent => ({ kind: "edited", text, unwritable: null });
const answered = (result: SaveResult): DraftEvent => ({ kind: "answered", result });
const failed = (retryAfterMs: number | null = null): DraftEvent =>
  answered({ kind: "failed", message: null, retryAfterMs });
const fired: DraftEvent = { kind: "timerFired" };
const unwritable = { message: "A table in a list.", document: { type: "doc" } };

/** The state after some events, and what the last of them asks for. */
function play(events: readonly DraftEvent[], from: DraftState = openDraft(start)) {
  let state = from;
  let effects: readonly Effect[] = [];
  for (const event of events) [state, effects] = step(state, event);
  const kinds = effects.map(({ kind }) => kind);
  const timer = effects.find((effect) => effect.kind === "startTimer");
  return { state, effects, kinds, ms: timer?.ms };
}

test("an opened document has nothing unsaved, incomplete or lost", () => {
  const state = openDraft(start);
  expect(state).toMatchObject({ text: "Start.", incomplete: [], lost: [], isKept: true });
  expect(state).toMatchObject({ unanswered: null, failures: 0, phase: { kind: "saved" } });
  expect(hasUnsavedText(state)).toBe(false);
  expect(isUntouched(state)).toBe(true);
  expect(openDraft({ ...start, text: null }).text).toBe("");
});

test("an answer counts only for a request, and a timer only while something waits", () => {
  const opened = openDraft(start);
  const events = [fired, failed(), { kind: "online" }, { kind: "signedIn" }] as const;
  for (const event of [...events, { kind: "chosen", choice: "mine" } as const]) {
    expect(step(opened, event)).toEqual([opened, []]);
  }
});

test("without an answer it is sent again after two, five, ten and then thirty seconds", () => {
  const waits: (number | undefined)[] = [];
  let { state } = play([edited("Mine.")]);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const next = play([fired, failed()], state);
    waits.push(next.ms);
    state = next.state;
    expect(next.kinds).toEqual(["keepOnDevice", "startTimer"]);
  }
  expect(waits).toEqual([2_000, 5_000, 10_000, 30_000, 30_000]);
  const { state: saved } = play([fired, answered({ kind: "saved", version: "v2" })], state);
  expect(play([edited("More."), fired, failed()], saved).ms).toBe(2_000);
});

test("the server can say when to send it again", () => {
  const { state, ms } = play([edited("Mine."), fired, failed(60_000)]);
  expect(ms).toBe(60_000);
  expect(state.phase.kind).toBe("retrying");
  expect(play([{ kind: "online" }], state).kinds).toEqual(["keepOnDevice", "send"]);
});

test("what was typed while a text was refused is sent soon, and a refused text after a new sign-in", () => {
  const refuse = answered({ kind: "refused", message: "Too long." });
  const typing = play([edited("Mine."), fired, edited("Mine, shorter."), refuse]);
  expect(typing.state.phase.kind).toBe("waiting");
  expect(typing.ms).toBe(TYPING_PAUSE_MS);
  const refused = play([edited("Mine."), fired, refuse]);
  expect(refused.state.phase).toEqual({ kind: "refused", message: "Too long." });
  expect(refused.state.unanswered).toBeNull();
  expect(refused.kinds).toEqual(["keepOnDevice"]);
  const again = play([{ kind: "signedIn" }], refused.state);
  expect(again.effects.at(-1)).toMatchObject({ kind: "send", text: "Mine." });
});

test.each(["sending", "signedOut", "retrying", "conflict"] as const)(
  "what is typed while the draft is %s is kept on the device and starts no timer",
  (kind) => {
    const results: Record<string, DraftEvent[]> = {
      sending: [],
      signedOut: [answered({ kind: "signedOut" })],
      retrying: [failed()],
      conflict: [
        answered({ kind: "stale", theirs: { text: "Theirs.", version: "v2", savedBy: "obi" } }),
      ],
    };
    const { state } = play([edited("Mine."), fired, ...(results[kind] ?? [])]);
    expect(state.phase.kind).toBe(kind);
    const next = play([edited("Mine, longer.")], state);
    expect(next.kinds).toEqual(["keepOnDevice"]);
    expect(next.state.phase.kind).toBe(kind);
  },
);

test("the same text again changes nothing, and the first change starts the longest time of typing", () => {
  expect(play([edited("Start.")]).kinds).toEqual([]);
  expect(play([edited("Mine.")]).kinds).toEqual(["keepOnDevice", "startTimer", "startDeadline"]);
  expect(play([edited("Mine."), edited("Mine, longer.")]).kinds).toEqual([
    "keepOnDevice",
    "startTimer",
  ]);
});

test("a text that is back to what the server has is not sent", () => {
  const { state, kinds } = play([edited("Mine."), edited("Start."), fired]);
  expect(state.phase.kind).toBe("saved");
  expect(kinds).toEqual(["removeFromDevice"]);
});

describe("inputs", () => {
  const note = (input: string, isIncomplete: boolean): DraftEvent => ({
    kind: "incomplete",
    input,
    isIncomplete,
  });
  const lose = (input: string, lost: LostInput | null): DraftEvent => ({
    kind: "lost",
    input,
    lost,
  });
  const day = { what: "a date", canReturn: true };
  const phone = { what: "a number", canReturn: false };
  const seen: DraftEvent = { kind: "lossesSeen" };

  test("that are not complete are named once, until they are", () => {
    const both = play([note("day", true), note("phone", true), note("day", true)]).state;
    expect(both.incomplete).toEqual(["phone", "day"]);
    expect(play([note("phone", false)], both).state.incomplete).toEqual(["day"]);
    expect(play([note("phone", false)], both).effects).toEqual([]);
  });

  test("that are lost are named until somebody has read it, or they are there again", () => {
    const both = play([lose("day", day), lose("phone", phone)]).state;
    expect(both.lost).toEqual([
      { ...day, input: "day", isSeen: false },
      { ...phone, input: "phone", isSeen: false },
    ]);
    expect(play([lose("day", day)]).effects).toEqual([]);
    expect(play([lose("phone", null)], both).effects).toEqual([]);
    expect(play([seen], both).effects).toEqual([]);
    expect(waitingInputs(both).map(({ input }) => input)).toEqual(["day"]);
    expect(play([lose("phone", null)], both).state.lost.map(({ input }) => input)).toEqual(["day"]);
    expect(play([seen], both).state.lost).toEqual([{ ...day, input: "day", isSeen: true }]);
  });

  test("that can return are not announced twice, but that they cannot return any more is news", () => {
    const read = play([lose("day", day), seen]).state;
    expect(play([lose("day", day)], read).state.lost[0]?.isSeen).toBe(true);
    expect(play([lose("time", day)], read).state.lost[1]?.isSeen).toBe(false);
    expect(play([lose("day", phone)], read).state.lost[0]?.isSeen).toBe(false);
  });
});

describe("a conflict", () => {
  const theirs = { text: "Theirs.", version: "v2", savedBy: "obi" };
  const ask = () => play([edited("Mine."), fired, answered({ kind: "stale", theirs })]).state;

  test("keeps the text and the version that mine was made from", () => {
    const conflict = ask();
    expect(conflict.phase).toMatchObject({ theirs, base: { text: "Start.", version: "v1" } });
    expect(keptDraft(conflict)).toMatchObject({ text: "Mine.", base: "Start.", version: "v1" });
  });

  test("is answered with mine, theirs or both, and the answer is shown and saved", () => {
    const choose = (choice: "mine" | "theirs" | "both") =>
      play([{ kind: "chosen", choice }], ask());
    expect(choose("mine").state).toMatchObject({ text: "Mine.", phase: { kind: "waiting" } });
    expect(choose("theirs").state).toMatchObject({ text: "Theirs.", phase: { kind: "saved" } });
    expect(choose("both").state.text).toBe("Mine.\n# Other version: Theirs.\n");
    expect(choose("mine").kinds.at(-1)).toBe("show");
    // A reload goes on from the answer, and asks nothing again.
    const kept = { text: "Mine.", version: "v2", base: "Theirs." };
    expect(choose("mine").effects[0]).toMatchObject({ kind: "keepOnDevice", kept });
    const sent = play([fired], choose("both").state).effects.at(-1);
    expect(sent).toMatchObject({ kind: "send", version: "v2" });
  });

  test("with a deleted document leaves mine", () => {
    const gone = { ...theirs, text: null };
    const { state } = play([edited("Mine."), fired, answered({ kind: "stale", theirs: gone })]);
    expect(state.phase.kind).toBe("conflict");
    for (const choice of ["mine", "both"] as const) {
      expect(play([{ kind: "chosen", choice }], state).state.text).toBe("Mine.");
    }
  });

  test("is not answered while the editor has something that it cannot write", () => {
    const { state } = play([{ kind: "unwritable", unwritable }], ask());
    expect(play([{ kind: "chosen", choice: "theirs" }], state).state).toBe(state);
  });
});

test("a text that the editor cannot write is unsaved, and stays on the device when the rest is saved", () => {
  const { state, kinds } = play([{ kind: "unwritable", unwritable }]);
  expect(kinds).toEqual(["keepOnDevice"]);
  expect(hasUnsavedText(state)).toBe(true);
  expect(isUntouched(state)).toBe(false);
  const changed = play([{ kind: "edited", text: "Mine.", unwritable }, fired], state).state;
  const saved = play([answered({ kind: "saved", version: "v2" })], changed);
  expect(saved.kinds).toEqual(["keepOnDevice"]);
  expect(saved.state.phase.kind).toBe("saved");
});

test("a change of only what the editor cannot write is a change", () => {
  const { state } = play([{ kind: "unwritable", unwritable }]);
  const written = play([edited("Start.")], state);
  expect(written.state.unwritable).toBeNull();
  expect(written.kinds).toContain("keepOnDevice");
});

test("a draft that waits is not untouched, also when its text is what the server has", () => {
  expect(isUntouched(play([edited("Mine."), edited("Start.")]).state)).toBe(false);
});

test("what was sent without an answer is unsaved and sent again, also when it was taken back", () => {
  const { state } = play([edited("Mine."), fired, failed(), edited("Start.")]);
  expect(hasUnsavedText(state)).toBe(true);
  const again = play([{ kind: "online" }], state);
  expect(again.effects.at(-1)).toMatchObject({ kind: "send", text: "Mine.", version: "v1" });
});

test("a session that is over keeps the text on the device", () => {
  expect(play([edited("Mine."), fired, answered({ kind: "signedOut" })]).kinds).toEqual([
    "keepOnDevice",
  ]);
});

describe("a newer version at the server", () => {
  const stale = (text: string) =>
    answered({ kind: "stale", theirs: { text, version: "v3", savedBy: "ada" } });

  test("that has the text that was sent, or that is on the screen, saves it", () => {
    const sent = play([edited("Mine."), fired, stale("Mine.")]);
    expect(sent.state).toMatchObject({ saved: { version: "v3" }, phase: { kind: "saved" } });
    expect(sent.kinds).toEqual(["removeFromDevice"]);
    const typed = play([edited("Mine."), fired, edited("Mine, longer."), stale("Mine, longer.")]);
    expect(typed.kinds).toEqual(["removeFromDevice"]);
    const typing = play([edited("Mine."), fired, edited("Mine, longer."), stale("Mine.")]);
    expect(typing.kinds).toEqual(["keepOnDevice", "startTimer", "startDeadline"]);
  });

  test("that has the text from before is the one to save on, and nothing else is shown", () => {
    const { state, kinds } = play([edited("Mine."), fired, stale("Start.")]);
    expect(kinds).toEqual(["keepOnDevice", "startTimer", "startDeadline"]);
    expect(play([fired], state).effects.at(-1)).toMatchObject({ text: "Mine.", version: "v3" });
  });

  test("with another text is a conflict, which is kept on the device", () => {
    expect(play([edited("Mine."), fired, stale("Theirs.")]).kinds).toEqual(["keepOnDevice"]);
  });
});

describe("a copy on the device", () => {
  const copy = { text: "Mine.", version: "v0", base: null, unanswered: null, unwritable: null };
  const found = (changes: Partial<typeof copy> | object, from?: DraftState) =>
    play([{ kind: "found", kept: { ...copy, ...changes } }], from);

  test("of the version that the server has is shown and sent", () => {
    const { state, kinds } = found({ version: "v1" });
    expect(state).toMatchObject({ text: "Mine.", phase: { kind: "waiting" } });
    expect(kinds).toEqual(["keepOnDevice", "startTimer", "startDeadline", "show"]);
  });

  test("whose last request has arrived is not in conflict with it", () => {
    // Null is the base of the first text of a new document.
    for (const base of ["Old.", null]) {
      const { state } = found({ base, unanswered: "Start." });
      expect(state).toMatchObject({ text: "Mine.", phase: { kind: "waiting" } });
    }
  });

  test("of an unknown version is shown with the question, and stays on the device", () => {
    const { state, kinds } = found({ unanswered: "Sent." });
    expect(state.phase).toEqual({
      kind: "conflict",
      theirs: start,
      base: { text: null, version: "v0" },
    });
    expect(state.text).toBe("Mine.");
    expect(kinds).toEqual(["keepOnDevice", "show"]);
  });

  test("whose last request has no answer sends it again first", () => {
    const { state, kinds } = found({ version: "v1", text: "Start.", unanswered: "Sent." });
    expect(kinds).toEqual(["keepOnDevice", "startTimer", "startDeadline"]);
    expect(play([fired], state).effects.at(-1)).toMatchObject({ kind: "send", text: "Sent." });
  });

  test("with nothing new changes nothing, also when its last request was for an older version", () => {
    const opened = openDraft(start);
    expect(step(opened, { kind: "found", kept: { ...copy, text: "Start." } })).toEqual([
      opened,
      [],
    ]);
    const kept = { ...copy, text: "Start.", base: "Start.", unanswered: "Sent." };
    expect(step(opened, { kind: "found", kept })).toEqual([opened, []]);
  });

  test("does not replace what is on its way from here", () => {
    const { state } = play([edited("Mine."), fired]);
    expect(found({ version: "v1", unanswered: "Sent." }, state).state.unanswered).toBe("Mine.");
  });

  test("that cannot be written is shown on top of the version that it was made from", () => {
    const { state, kinds } = found({ base: "Old.", unwritable });
    expect(state.saved).toEqual({ text: "Old.", version: "v0", savedBy: null });
    expect(state).toMatchObject({ text: "Mine.", unwritable });
    expect(kinds.at(-1)).toBe("show");
  });
});
