// Carries out what the rules in draft-state.ts decide: timers, requests and the copy on this device. There is one session
// for each document on a screen; it ends with the screen.

import { joinDocument, splitDocument } from "../split-document";
import {
  type Choice,
  type DraftEvent,
  type DraftState,
  type Effect,
  hasUnsavedText,
  isUntouched,
  keptDraft,
  type LostInput,
  openDraft,
  type SaveResult,
  type ServerText,
  step,
  type Unwritable,
  waitingInputs,
} from "./draft-state";
import type { DraftCopy } from "./draft-storage";

export type Save = (text: string, version: string) => Promise<SaveResult>;

/** What shows the draft. */
export type DraftScreen = {
  /** Whether it has an editor for the text, and can show a document of it. */
  readonly hasEditor: boolean;
  /** Hands over what was typed and is not part of the draft yet. */
  flush(): void;
  /** The draft has another text than the person wrote. */
  show(state: DraftState): void;
};

/** An input that is not complete, a text for which the device has no room, an input whose field is not shown now, or is gone. */
export type Loss = "incomplete" | "unkept" | "waiting" | "lost";

/** What a person does, or somebody who is signed in again. */
const GOES_ON: readonly DraftEvent["kind"][] = ["edited", "unwritable", "chosen", "signedIn"];

const FAILED: SaveResult = { kind: "failed", message: null, retryAfterMs: null };

export class DraftSession {
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #screen: DraftScreen | null = null;
  #isDisowned = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    server: ServerText,
    private readonly save: Save,
    private readonly copy: DraftCopy,
  ) {
    this.#state = openDraft(server);
  }

  get state(): DraftState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows what this device has kept, and sends it. A closed session can be opened again. */
  open(screen: DraftScreen): void {
    this.#screen = screen;
    this.#isDisowned = false;
    this.copy.adopt((kept) => {
      screen.flush();
      // An editor shows one document, so another one waits for the next visit.
      if (kept.unwritable && !(screen.hasEditor && isUntouched(this.#state))) return false;
      // Nothing can be merged into a text that cannot be written.
      if (this.#state.unwritable) return false;
      this.#dispatch({ kind: "found", kept });
      return true;
    });
    const { kind } = this.#state.phase;
    if (kind === "waiting" || kind === "retrying") this.#dispatch({ kind: "timerFired" });
  }

  edit(text: string): void {
    this.#dispatch({ kind: "edited", text, unwritable: null });
  }

  /** Changes what the form shows. What the editor cannot write stays as it is. */
  editKeys(change: (keys: string) => string): void {
    this.#screen?.flush();
    const { text, unwritable } = this.#state;
    const before = splitDocument(text);
    const changed = joinDocument(change(before.keys), before.body);
    // A line +++ was added or removed, so that the editor has to show another part of the file.
    const isBodyChanged = splitDocument(changed).body !== before.body;
    if (isBodyChanged && unwritable) return;
    this.#dispatch({ kind: "edited", text: changed, unwritable });
    if (isBodyChanged) this.#screen?.show(this.#state);
  }

  /** The editor cannot write what it shows. */
  refuseInput(unwritable: Unwritable): void {
    this.#dispatch({ kind: "unwritable", unwritable });
  }

  /** The editor cannot show what it wrote at an earlier visit. The device keeps it apart from what is typed from now on. */
  setAside(): void {
    const { text, unwritable } = this.#state;
    if (unwritable === null) return;
    this.copy.setAside(keptDraft(this.#state));
    this.#dispatch({ kind: "edited", text, unwritable: null });
  }

  /** The form has an input whose number, date or time is not complete, or has it no more. */
  readonly noteIncomplete = (input: string, isIncomplete: boolean): void => {
    if (this.#state.incomplete.includes(input) === isIncomplete) return;
    this.#dispatch({ kind: "incomplete", input, isIncomplete });
  };

  /** What was typed in this input is not on the screen any more, or is there again. */
  readonly noteLost = (input: string, lost: LostInput | null): void => {
    if (lost === null && !this.#state.lost.some((other) => other.input === input)) return;
    this.#dispatch({ kind: "lost", input, lost });
  };

  /** Somebody has read the message about what is lost. */
  seeLosses(): void {
    this.#dispatch({ kind: "lossesSeen" });
  }

  /** The network is back. */
  retry(): void {
    this.#dispatch({ kind: "online" });
  }

  signedIn(): void {
    this.#dispatch({ kind: "signedIn" });
  }

  /** False when the document is gone, as somebody else wanted, and nothing of it is left here. */
  resolveConflict(choice: Choice): boolean {
    const { phase } = this.#state;
    if (choice === "theirs" && phase.kind === "conflict" && phase.theirs.text === null) {
      this.abandon();
      return false;
    }
    this.#screen?.flush();
    this.#dispatch({ kind: "chosen", choice });
    return true;
  }

  get hasUnsavedText(): boolean {
    return hasUnsavedText(this.#state);
  }

  /** Whether something is lost or late when the page is closed. What is not complete is kept nowhere. */
  get hasUnsavedInput(): boolean {
    const { incomplete, lost } = this.#state;
    return this.hasUnsavedText || incomplete.length > 0 || lost.length > 0;
  }

  /** What neither the server nor this device has. */
  get losses(): readonly Loss[] {
    this.#screen?.flush();
    const waiting = waitingInputs(this.#state);
    return [
      ...(this.#state.incomplete.length > 0 ? (["incomplete"] as const) : []),
      ...(this.hasUnsavedText && !this.#state.isKept ? (["unkept"] as const) : []),
      ...(waiting.length > 0 ? (["waiting"] as const) : []),
      ...(this.#state.lost.length > waiting.length ? (["lost"] as const) : []),
    ];
  }

  /** Sends now what is not saved. Resolves when it is saved, or when that is not possible. */
  saveNow(): Promise<void> {
    this.#screen?.flush();
    const { kind } = this.#state.phase;
    if (kind === "waiting" || kind === "retrying") this.#dispatch({ kind: "timerFired" });
    return new Promise((resolve) => {
      const stop = this.subscribe(() => settle());
      const settle = () => {
        if (this.#state.phase.kind === "sending" && this.#screen !== null) return;
        stop();
        resolve();
      };
      settle();
    });
  }

  /** Sends nothing more. What the server has not confirmed stays on this device. */
  close(): void {
    if (this.#screen === null) return;
    this.#screen.flush();
    if (this.hasUnsavedText && !this.#isDisowned) this.copy.write(keptDraft(this.#state));
    this.#stop();
  }

  /** The draft was discarded at the server. What it did not have, such as words of a tab that was closed just now, stays
   * on this device. */
  discarded(): void {
    this.#screen?.flush();
    if (this.hasUnsavedText) this.close();
    else this.abandon();
  }

  /** Nothing of the draft is sent or kept any more. */
  abandon(): void {
    this.#stop();
    this.copy.remove();
  }

  /** Somebody has confirmed in another tab that these words are not needed. The device does not get them again, except when
   * somebody goes on with them here. */
  disown(): void {
    this.#screen?.flush();
    this.#isDisowned = true;
    this.copy.remove();
  }

  #stop(): void {
    this.#screen = null;
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    this.copy.release();
    // Whoever waits for the save must not wait for ever.
    for (const listener of this.#listeners) listener();
  }

  #dispatch(event: DraftEvent): void {
    if (this.#screen === null) return;
    const [state, effects] = step(this.#state, event);
    if (GOES_ON.includes(event.kind) && state !== this.#state) this.#isDisowned = false;
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    for (const listener of this.#listeners) listener();
  }

  #run(effect: Effect): void {
    switch (effect.kind) {
      case "startTimer":
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#dispatch({ kind: "timerFired" }), effect.ms);
        break;
      case "startDeadline":
        clearTimeout(this.#deadline);
        this.#deadline = setTimeout(() => this.#dispatch({ kind: "timerFired" }), effect.ms);
        break;
      case "send":
        clearTimeout(this.#timer);
        clearTimeout(this.#deadline);
        void this.save(effect.text, effect.version)
          .catch(() => FAILED)
          .then((result) => this.#answer(effect.text, result));
        break;
      case "keepOnDevice": {
        if (this.#isDisowned) break;
        const isKept = this.copy.write(effect.kept);
        if (isKept !== this.#state.isKept) this.#state = { ...this.#state, isKept };
        break;
      }
      case "removeFromDevice":
        this.copy.remove();
        break;
      case "show":
        this.#screen?.show(this.#state);
        break;
    }
  }

  #answer(sent: string, result: SaveResult): void {
    if (this.#screen === null) {
      this.#answerLate(sent, result);
    } else {
      // What was typed meanwhile must be part of the text before somebody else's words are merged into it.
      this.#screen.flush();
      this.#dispatch({ kind: "answered", result });
    }
  }

  /** The screen is gone. If nobody has taken over its copy, the copy now has less to say. */
  #answerLate(sent: string, result: SaveResult): void {
    const kept = this.copy.read();
    if (result.kind !== "saved" || kept?.unanswered !== sent) return;
    if (kept.text === sent && kept.unwritable === null) this.copy.remove();
    else this.copy.write({ ...kept, version: result.version, base: sent, unanswered: null });
  }
}
