import { BroadcastChannel } from "node:worker_threads";
import { act, configure, getConfig } from "@testing-library/react";
import { unstable_IdlePriority, unstable_scheduleCallback } from "scheduler";
import { vi } from "vitest";
import { isMeantInVain, takesNoPress } from "./src/fixtures/press";

// As in vitest.config.ts: findBy… and waitFor give up only on what never comes.
configure({ asyncUtilTimeout: 60_000 });

/** user-event sends no click to a disabled button. */
const PRESSES = ["click", "pointerdown"];

function refuseInVain(pressed: HTMLElement): void {
  const button = pressed.closest("button");
  if (!button) return;
  const problem = takesNoPress(button)
    ? "takes no press at the moment"
    : button.isConnected
      ? null
      : "is no longer on the page";
  if (problem) throw new Error(`The button “${button.textContent}” was clicked, but ${problem}.`);
}

/** React has rendered everything and run all effects: its scheduler does a task of the lowest priority after all others. How many turns
 * they take depends on the machine, because the scheduler ends a turn after 5 ms. */
const isIdle = () =>
  new Promise<void>((resolve) => {
    unstable_scheduleCallback(unstable_IdlePriority, resolve);
  });

// What a test waits for may be on the page before the effects have run that listen for its next event. Testing Library waits for a
// timer of 0 ms, before which all earlier ones fire: with them TanStack Query says that an action has ended.
const { asyncWrapper } = getConfig();
configure({
  async asyncWrapper(wait) {
    const found = await asyncWrapper(wait);
    await act(isIdle);
    return found;
  },
});

/** Set by Testing Library while it waits, where nobody sees the error of an attempt. */
type WhileWaiting = { _disableExpensiveErrorDiagnostics?: boolean };

// Every attempt of findBy… and waitFor would print the whole document into its error. The error that is shown in the end does.
const { getElementError } = getConfig();
configure({
  getElementError(message, container) {
    if (!(getConfig() as WhileWaiting)._disableExpensiveErrorDiagnostics) {
      return getElementError(message, container);
    }
    const error = new Error(message ?? undefined);
    error.name = "TestingLibraryElementError";
    return error;
  },
});

// Nothing happens when a button is clicked that is disabled, busy or no longer on the page. A test that does it has looked too early or
// kept an element for too long.
for (const { prototype } of [HTMLElement, HTMLButtonElement]) {
  const { dispatchEvent } = prototype;
  prototype.dispatchEvent = function dispatch(event: Event): boolean {
    if (PRESSES.includes(event.type) && !isMeantInVain(event)) refuseInVain(this);
    return dispatchEvent.call(this, event);
  };
}

// Browsers have it, happy-dom does not.
Object.assign(globalThis, { BroadcastChannel });

// Results are shown at once here. When a screen reader hears them is a test of its own.
vi.mock("./src/desk/components/use-text-after-region", () => ({
  useTextAfterRegion: (result: object | null) => result !== null,
}));
