// Carries out what the rules in draft-state.ts decide: timers, requests and the copy on this device.

import { combineTexts } from "./combine-texts";
import type { DeviceCopy } from "./device-copy";
import {
  type Choice,
  type DraftEvent,
  type DraftState,
  type Effect,
  hasUnsavedText,
  type OtherText,
  openDraft,
  type SaveResult,
  step,
} from "./draft-state";

export type Save = (text: string, version: string) => Promise<SaveResult>;

export class DraftSession {
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    server: OtherText,
    private readonly save: Save,
    private readonly device: DeviceCopy,
  ) {
    const [state, effects] = openDraft(server, device.read());
    this.#state = state;
    this.#run(effects);
  }

  get state(): DraftState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  edit(text: string): void {
    this.#dispatch({ kind: "edited", text });
  }

  /** The network is back. */
  retry(): void {
    this.#dispatch({ kind: "online" });
  }

  signedIn(): void {
    this.#dispatch({ kind: "signedIn" });
  }

  resolveConflict(choice: Choice): void {
    const { phase, text, saved } = this.#state;
    if (phase.kind !== "conflict") return;
    const both = combineTexts({ base: saved.text, mine: text, theirs: phase.theirs.text });
    this.#dispatch({ kind: "chosen", choice, both });
  }

  get hasUnsavedText(): boolean {
    return hasUnsavedText(this.#state);
  }

  /** Sends nothing more. What was not sent stays on this device. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** The draft was discarded at the server, so nothing of it is sent or kept any more. */
  abandon(): void {
    this.close();
    this.device.remove();
  }

  #dispatch(event: DraftEvent): void {
    if (this.#isClosed) return;
    const [state, effects] = step(this.#state, event);
    this.#state = state;
    this.#run(effects);
    for (const listener of this.#listeners) listener();
  }

  #run(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case "startTimer":
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => this.#dispatch({ kind: "timerFired" }), effect.ms);
          break;
        case "send":
          clearTimeout(this.#timer);
          void this.save(effect.text, effect.version).then(
            (result) => this.#dispatch({ kind: "answered", result }),
            () =>
              this.#dispatch({
                kind: "answered",
                result: { kind: "failed", message: null, retryAfterMs: null },
              }),
          );
          break;
        case "keepOnDevice":
          this.device.write({ text: effect.text, version: effect.version });
          break;
        case "removeFromDevice":
          this.device.remove();
          break;
      }
    }
  }
}
