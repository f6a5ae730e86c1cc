// The rules for saving a draft, as a pure function: one request at a time, each based on the version that was saved last.
// A draft is never thrown away: what the server does not have is also kept on this device, with the text that it was made
// from. What somebody else saved meanwhile is merged.
import { mergeDocuments } from "../merge/merge-documents";

export type DraftState = {
  /** What is on the screen. */
  readonly text: string;
  /** What the server has confirmed last. */
  readonly saved: ServerText;
  /** Sent without an answer: the server may or may not have it. It is sent again before anything else. */
  readonly unanswered: string | null;
  /** How often saving has failed in a row. */
  readonly failures: number;
  readonly unwritable: Unwritable | null;
  /** The inputs of the form whose number, date or time is not complete. The text has what was there before. */
  readonly incomplete: readonly string[];
  /** What was typed and is not on the screen any more, until somebody has seen the message about it and it cannot come back. */
  readonly lost: readonly NotedLoss[];
  /** Whether this device has taken the last copy. */
  readonly isKept: boolean;
  readonly phase: Phase;
};

/** What was typed in an input that is not shown any more. Browsers do not tell what an incomplete input has in it. */
export type LostInput = {
  /** Such as "a date that is not complete, in “Closure 1, Day”". */
  readonly what: string;
  /** It is there again when its field is shown again. */
  readonly canReturn: boolean;
};

type NotedLoss = LostInput & {
  readonly input: string;
  /** Somebody has read the message. What can return still waits. */
  readonly isSeen: boolean;
};

export type ServerText = {
  /** Null for a document that does not exist. */
  readonly text: string | null;
  readonly version: string;
  readonly savedBy: string | null;
};

/** The text is newer in the editor, which cannot write it as Markdown. */
export type Unwritable = {
  readonly message: string;
  /** The editor's own document, as JSON. */
  readonly document: unknown;
};

/** What this device keeps of a draft. */
export type KeptDraft = {
  readonly text: string;
  /** The version that the text is based on, and its text. Null if that is not known. */
  readonly version: string;
  readonly base: string | null;
  readonly unanswered: string | null;
  readonly unwritable: Unwritable | null;
  /** The editor cannot show `unwritable` any more: a person reads it instead. */
  readonly isAside?: boolean;
};

export type Phase =
  | { readonly kind: "saved" }
  /** Waits until typing stops. */
  | { readonly kind: "waiting" }
  | { readonly kind: "sending"; readonly text: string }
  /** The last attempt failed. `message` is null without a network. */
  | { readonly kind: "retrying"; readonly message: string | null }
  /** The session is over, or belongs to somebody else now. */
  | { readonly kind: "signedOut" }
  /** Somebody else has changed the same part of the text, or deleted the document. */
  | {
      readonly kind: "conflict";
      readonly theirs: ServerText;
      readonly base: Pick<ServerText, "text" | "version">;
    }
  /** The server does not accept this text. It is sent again when it has changed, and after `signedIn`. */
  | { readonly kind: "refused"; readonly message: string };

export type SaveResult =
  | { readonly kind: "saved"; readonly version: string }
  | { readonly kind: "stale"; readonly theirs: ServerText }
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
  /** `unwritable` is what the editor still cannot write, for example after a change of the keys. */
  | { readonly kind: "edited"; readonly text: string; readonly unwritable: Unwritable | null }
  | { readonly kind: "unwritable"; readonly unwritable: Unwritable }
  | { readonly kind: "incomplete"; readonly input: string; readonly isIncomplete: boolean }
  | { readonly kind: "lost"; readonly input: string; readonly lost: LostInput | null }
  | { readonly kind: "lossesSeen" }
  /** A copy on this device whose tab is gone. */
  | { readonly kind: "found"; readonly kept: KeptDraft }
  | { readonly kind: "timerFired" }
  | { readonly kind: "answered"; readonly result: SaveResult }
  | { readonly kind: "online" }
  /** Also when the account may do more or less than before. */
  | { readonly kind: "signedIn" }
  | { readonly kind: "chosen"; readonly choice: Choice };

export type Effect =
  /** Starts again with each change. */
  | { readonly kind: "startTimer"; readonly ms: number }
  /** Runs on while typing goes on. */
  | { readonly kind: "startDeadline"; readonly ms: number }
  | { readonly kind: "send"; readonly text: string; readonly version: string }
  | { readonly kind: "keepOnDevice"; readonly kept: KeptDraft }
  | { readonly kind: "removeFromDevice" }
  /** Another text than the person wrote. */
  | { readonly kind: "show" };

export const TYPING_PAUSE_MS = 1_000;
export const LONGEST_TYPING_MS = 10_000;
const RETRY_MS = [2_000, 5_000, 10_000];
const LONGEST_RETRY_MS = 30_000;

const DEADLINE = { kind: "startDeadline", ms: LONGEST_TYPING_MS } as const;

type Step = readonly [DraftState, readonly Effect[]];

export function openDraft(server: ServerText): DraftState {
  return {
    text: server.text ?? "",
    saved: server,
    unanswered: null,
    failures: 0,
    unwritable: null,
    incomplete: [],
    lost: [],
    isKept: true,
    phase: { kind: "saved" },
  };
}

export function hasUnsavedText({ text, saved, unanswered, unwritable }: DraftState): boolean {
  return text !== saved.text || unanswered !== null || unwritable !== null;
}

/** What is not on the screen, and is there again when its field is. */
export function waitingInputs({ lost }: DraftState): readonly NotedLoss[] {
  return lost.filter(({ canReturn }) => canReturn);
}

/** Nothing was changed here since the server was asked. */
export function isUntouched(state: DraftState): boolean {
  return state.phase.kind === "saved" && !hasUnsavedText(state);
}

export function step(state: DraftState, event: DraftEvent): Step {
  const { phase } = state;
  switch (event.kind) {
    case "edited":
      return edit(state, event.text, event.unwritable);
    case "unwritable": {
      const next = { ...state, unwritable: event.unwritable };
      return [next, [keepOnDevice(next)]];
    }
    case "incomplete": {
      const others = state.incomplete.filter((input) => input !== event.input);
      return [{ ...state, incomplete: event.isIncomplete ? [...others, event.input] : others }, []];
    }
    case "lost": {
      const { input, lost } = event;
      const others = state.lost.filter((other) => other.input !== input);
      if (!lost) return [{ ...state, lost: others }, []];
      // It is news that it cannot return.
      const isSeen =
        lost.canReturn && state.lost.some((other) => other.input === input && other.isSeen);
      return [{ ...state, lost: [...others, { ...lost, input, isSeen }] }, []];
    }
    case "lossesSeen":
      return [
        { ...state, lost: waitingInputs(state).map((lost) => ({ ...lost, isSeen: true })) },
        [],
      ];
    case "found":
      return adopt(state, event.kept);
    case "timerFired":
      return phase.kind === "waiting" || phase.kind === "retrying" ? send(state) : [state, []];
    case "answered":
      return phase.kind === "sending" ? answer(state, phase.text, event.result) : [state, []];
    case "online":
      return phase.kind === "retrying" ? send(state) : [state, []];
    case "signedIn":
      // What was refused may be allowed now.
      return phase.kind === "signedOut" || phase.kind === "refused" ? send(state) : [state, []];
    case "chosen":
      return phase.kind === "conflict" && state.unwritable === null
        ? choose(state, phase, event.choice)
        : [state, []];
  }
}

function edit(state: DraftState, text: string, unwritable: Unwritable | null): Step {
  if (text === state.text && unwritable === state.unwritable) return [state, []];
  const edited = { ...state, text, unwritable };
  switch (state.phase.kind) {
    // The text is sent when the phase ends.
    case "sending":
    case "signedOut":
    case "conflict":
    case "retrying":
      return [edited, [keepOnDevice(edited)]];
    case "saved":
    case "refused":
    case "waiting":
      return wait(edited);
  }
}

/** What this device has to keep of a draft. */
export function keptDraft({ text, saved, unanswered, unwritable, phase }: DraftState): KeptDraft {
  const { text: base, version } = phase.kind === "conflict" ? phase.base : saved;
  return { text, version, base, unanswered, unwritable };
}

function keepOnDevice(state: DraftState): Effect {
  return { kind: "keepOnDevice", kept: keptDraft(state) };
}

/** Words of an earlier visit, or of a tab that was closed. */
function adopt(state: DraftState, kept: KeptDraft): Step {
  const { saved } = state;
  const isBasedOnSaved =
    kept.version === saved.version || (kept.unanswered !== null && kept.unanswered === saved.text);
  const base = isBasedOnSaved ? saved.text : baseOf(kept.base, kept.unanswered, saved.text);
  const isOnItsWay = state.unanswered === null && kept.version === saved.version;
  const unanswered = isOnItsWay ? kept.unanswered : state.unanswered;
  if (kept.unwritable && isUntouched(state)) {
    const next: DraftState = {
      ...state,
      text: kept.text,
      unanswered,
      saved: isBasedOnSaved ? saved : { text: base, version: kept.version, savedBy: null },
      unwritable: kept.unwritable,
    };
    return shown(wait(next));
  }
  const merged = mergeDocuments({ base, mine: kept.text, theirs: state.text });
  if (!merged.isClean && isUntouched(state)) {
    const conflict = {
      kind: "conflict",
      theirs: saved,
      base: { text: base, version: kept.version },
    } as const;
    const next: DraftState = { ...state, text: kept.text, phase: conflict };
    return [next, [keepOnDevice(next), { kind: "show" }]];
  }
  // Both are words of this person, so both stay.
  if (merged.value !== state.text)
    return shown(edit({ ...state, unanswered }, merged.value, state.unwritable));
  return unanswered === state.unanswered ? [state, []] : wait({ ...state, unanswered });
}

function shown([state, effects]: Step): Step {
  return [state, [...effects, { kind: "show" }]];
}

function send(state: DraftState): Step {
  const { saved } = state;
  if (!hasTextToSend(state)) return settle(state);
  const text = state.unanswered ?? state.text;
  const sending: DraftState = { ...state, unanswered: text, phase: { kind: "sending", text } };
  return [sending, [keepOnDevice(sending), { kind: "send", text, version: saved.version }]];
}

function hasTextToSend({ text, saved, unanswered }: DraftState): boolean {
  return text !== saved.text || unanswered !== null;
}

function settle(state: DraftState): Step {
  const effect: Effect = state.unwritable ? keepOnDevice(state) : { kind: "removeFromDevice" };
  return [{ ...state, phase: { kind: "saved" } }, [effect]];
}

function answer(state: DraftState, sent: string, result: SaveResult): Step {
  switch (result.kind) {
    case "saved":
      return afterSave(state, { text: sent, version: result.version, savedBy: null });
    case "stale":
      return reconcile(state, result.theirs);
    case "signedOut":
      return [{ ...state, phase: { kind: "signedOut" } }, [keepOnDevice(state)]];
    case "refused": {
      const answered = { ...state, unanswered: null };
      if (state.text !== sent) return wait(answered);
      const phase = { kind: "refused", message: result.message } as const;
      return [{ ...answered, phase }, [keepOnDevice(answered)]];
    }
    case "failed": {
      const ms = result.retryAfterMs ?? RETRY_MS[state.failures] ?? LONGEST_RETRY_MS;
      const phase = { kind: "retrying", message: result.message } as const;
      const failures = state.failures + 1;
      return [{ ...state, failures, phase }, [keepOnDevice(state), { kind: "startTimer", ms }]];
    }
  }
}

/** What mine was made from: also what was sent without an answer, if theirs contains it. */
function baseOf(
  base: string | null,
  unanswered: string | null,
  theirs: string | null,
): string | null {
  if (base === null || unanswered === null || theirs === null) return base;
  const merged = mergeDocuments({ base, mine: unanswered, theirs });
  return merged.isClean && merged.value === theirs ? unanswered : base;
}

/** Somebody else has saved something, or the answer to an earlier request got lost. */
function reconcile(state: DraftState, theirs: ServerText): Step {
  const { saved } = state;
  const isMine = theirs.text === state.unanswered || theirs.text === state.text;
  // Somebody changed the text and changed it back.
  const isUnchanged = theirs.text === saved.text;
  if (isMine || isUnchanged) return afterSave(state, theirs);
  const answered: DraftState = { ...state, unanswered: null, failures: 0 };
  // What is on the screen cannot be merged before it can be written. The next change tries again, also while typing goes on.
  if (state.unwritable) {
    const next: DraftState = { ...answered, phase: { kind: "waiting" } };
    return [next, [keepOnDevice(next), DEADLINE]];
  }
  const base = baseOf(saved.text, state.unanswered, theirs.text);
  if (theirs.text !== null) {
    const merged = mergeDocuments({ base, mine: state.text, theirs: theirs.text });
    if (merged.isClean) return shown(afterSave({ ...answered, text: merged.value }, theirs));
  }
  const phase: Phase = { kind: "conflict", theirs, base: { text: base, version: saved.version } };
  const next: DraftState = { ...answered, saved: theirs, phase };
  return [next, [keepOnDevice(next)]];
}

function afterSave(state: DraftState, saved: ServerText): Step {
  const next: DraftState = { ...state, saved, unanswered: null, failures: 0 };
  return next.text === saved.text ? settle(next) : wait(next);
}

function wait(state: DraftState): Step {
  return [
    { ...state, phase: { kind: "waiting" } },
    [
      keepOnDevice({ ...state, phase: { kind: "waiting" } }),
      { kind: "startTimer", ms: TYPING_PAUSE_MS },
      ...(state.phase.kind === "waiting" ? [] : [DEADLINE]),
    ],
  ];
}

function choose(
  state: DraftState,
  { theirs, base }: Extract<Phase, { kind: "conflict" }>,
  choice: Choice,
): Step {
  const mine = state.text;
  const both = () =>
    theirs.text === null
      ? mine
      : mergeDocuments({ base: base.text, mine, theirs: theirs.text }).value;
  const text = choice === "mine" ? mine : choice === "theirs" ? (theirs.text ?? mine) : both();
  return shown(afterSave({ ...state, text }, theirs));
}
