// The rules for saving a draft, as a pure function: one request at a time, each based on the version that was saved last.
// A draft is never thrown away: what the server does not have is also kept on this device.

export type DraftState = {
  /** What is on the screen. */
  readonly text: string;
  /** What the server has confirmed last. */
  readonly saved: SavedText;
  /** Sent without an answer since then: the server may or may not have them. */
  readonly unanswered: readonly string[];
  /** How often saving has failed in a row. */
  readonly failures: number;
  readonly phase: Phase;
};

export type SavedText = { readonly text: string; readonly version: string };

export type OtherText = SavedText & { readonly savedBy: string | null };

export type Phase =
  | { readonly kind: "saved" }
  /** Waits until typing stops. */
  | { readonly kind: "waiting" }
  | { readonly kind: "sending"; readonly text: string }
  /** The last attempt failed. `message` is null without a network. */
  | { readonly kind: "retrying"; readonly message: string | null }
  /** The session is over. */
  | { readonly kind: "signedOut" }
  /** Somebody else has saved another text. */
  | { readonly kind: "conflict"; readonly theirs: OtherText }
  /** The server does not accept this text. It is sent again when it has changed. */
  | { readonly kind: "refused"; readonly message: string };

export type SaveResult =
  | { readonly kind: "saved"; readonly version: string }
  | { readonly kind: "stale"; readonly theirs: OtherText }
  | { readonly kind: "signedOut" }
  | { readonly kind: "refused"; readonly message: string }
  /** No answer, or a server that has a problem. It may have saved the text. */
  | {
      readonly kind: "failed";
      readonly message: string | null;
      readonly retryAfterMs: number | null;
    };

export type Choice = "mine" | "theirs" | "both";

export type DraftEvent =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "timerFired" }
  | { readonly kind: "answered"; readonly result: SaveResult }
  | { readonly kind: "online" }
  | { readonly kind: "signedIn" }
  /** `both` is the text that contains both versions. */
  | { readonly kind: "chosen"; readonly choice: Choice; readonly both: string };

export type Effect =
  | { readonly kind: "startTimer"; readonly ms: number }
  | { readonly kind: "send"; readonly text: string; readonly version: string }
  | { readonly kind: "keepOnDevice"; readonly text: string; readonly version: string }
  | { readonly kind: "removeFromDevice" };

export const TYPING_PAUSE_MS = 1000;
const RETRY_MS = [2_000, 5_000, 10_000];
const LONGEST_RETRY_MS = 30_000;

type Step = readonly [DraftState, readonly Effect[]];

/** `onDevice` is what an earlier visit could not send. */
export function openDraft(
  server: OtherText,
  onDevice: { readonly text: string; readonly version: string } | null,
): Step {
  const state: DraftState = {
    text: server.text,
    saved: { text: server.text, version: server.version },
    unanswered: [],
    failures: 0,
    phase: { kind: "saved" },
  };
  if (onDevice === null) return [state, []];
  if (onDevice.text === server.text) return [state, [{ kind: "removeFromDevice" }]];
  if (onDevice.version === server.version) return edit(state, onDevice.text);
  return [{ ...state, text: onDevice.text, phase: { kind: "conflict", theirs: server } }, []];
}

export function hasUnsavedText({ text, saved }: DraftState): boolean {
  return text !== saved.text;
}

export function step(state: DraftState, event: DraftEvent): Step {
  switch (event.kind) {
    case "edited":
      return edit(state, event.text);
    case "timerFired":
      return state.phase.kind === "waiting" || state.phase.kind === "retrying"
        ? send(state)
        : [state, []];
    case "answered":
      return state.phase.kind === "sending"
        ? answer(state, state.phase.text, event.result)
        : [state, []];
    case "online":
      return state.phase.kind === "retrying" ? send(state) : [state, []];
    case "signedIn":
      return state.phase.kind === "signedOut" ? send(state) : [state, []];
    case "chosen":
      return state.phase.kind === "conflict"
        ? choose(state, state.phase.theirs, event)
        : [state, []];
  }
}

function edit(state: DraftState, text: string): Step {
  if (text === state.text) return [state, []];
  const edited = { ...state, text };
  switch (state.phase.kind) {
    // The text is sent when the phase ends.
    case "sending":
    case "signedOut":
    case "conflict":
    case "retrying":
      return [edited, [keepOnDevice(edited)]];
    case "saved":
    case "waiting":
    case "refused":
      return wait(edited);
  }
}

function keepOnDevice({ text, saved }: DraftState): Effect {
  return { kind: "keepOnDevice", text, version: saved.version };
}

function send(state: DraftState): Step {
  const { text, saved } = state;
  if (text === saved.text && state.unanswered.length === 0) {
    return [{ ...state, phase: { kind: "saved" } }, [{ kind: "removeFromDevice" }]];
  }
  return [
    {
      ...state,
      unanswered: [...state.unanswered.filter((sent) => sent !== text), text],
      phase: { kind: "sending", text },
    },
    [{ kind: "send", text, version: saved.version }],
  ];
}

function answer(state: DraftState, sent: string, result: SaveResult): Step {
  switch (result.kind) {
    case "saved":
      return afterSave(state, { text: sent, version: result.version });
    case "stale": {
      const { theirs } = result;
      // The answer to an earlier request got lost: what the server has is this person's own text.
      const isMine = state.unanswered.includes(theirs.text) || theirs.text === state.text;
      // Somebody changed the text and changed it back: there is nothing to choose between.
      const isUnchanged = theirs.text === state.saved.text;
      if (isMine || isUnchanged) return afterSave(state, theirs);
      const phase = { kind: "conflict", theirs } as const;
      return [{ ...state, unanswered: [], failures: 0, phase }, [keepOnDevice(state)]];
    }
    case "signedOut":
      return [{ ...state, phase: { kind: "signedOut" } }, [keepOnDevice(state)]];
    case "refused":
      return state.text === sent
        ? [{ ...state, phase: { kind: "refused", message: result.message } }, [keepOnDevice(state)]]
        : wait(state);
    case "failed": {
      const ms = result.retryAfterMs ?? RETRY_MS[state.failures] ?? LONGEST_RETRY_MS;
      const phase = { kind: "retrying", message: result.message } as const;
      const failures = state.failures + 1;
      return [{ ...state, failures, phase }, [keepOnDevice(state), { kind: "startTimer", ms }]];
    }
  }
}

function afterSave(state: DraftState, { text, version }: SavedText): Step {
  const next: DraftState = { ...state, saved: { text, version }, unanswered: [], failures: 0 };
  if (next.text === text) {
    return [{ ...next, phase: { kind: "saved" } }, [{ kind: "removeFromDevice" }]];
  }
  return wait(next);
}

function wait(state: DraftState): Step {
  return [
    { ...state, phase: { kind: "waiting" } },
    [keepOnDevice(state), { kind: "startTimer", ms: TYPING_PAUSE_MS }],
  ];
}

function choose(
  state: DraftState,
  theirs: OtherText,
  { choice, both }: Extract<DraftEvent, { kind: "chosen" }>,
): Step {
  const text = { mine: state.text, theirs: theirs.text, both }[choice];
  return afterSave({ ...state, text }, theirs);
}
