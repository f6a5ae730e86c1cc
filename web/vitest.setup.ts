import { BroadcastChannel } from "node:worker_threads";
import { act, configure, getConfig } from "@testing-library/react";
import { vi } from "vitest";

// As in vitest.config.ts: findBy… and waitFor give up only on what never comes.
configure({ asyncUtilTimeout: 60_000 });

// What a test waits for may be on the page before the effects have run that listen for its next event.
const { asyncWrapper } = getConfig();
configure({
  async asyncWrapper(wait) {
    const found = await asyncWrapper(wait);
    await act(async () => {});
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

// As in a browser, nothing happens when a disabled button is clicked. A test that does it has not waited until the button can be pressed.
const { dispatchEvent } = HTMLButtonElement.prototype;
HTMLButtonElement.prototype.dispatchEvent = function dispatch(event: Event): boolean {
  if (event.type === "click" && this.disabled) {
    throw new Error(`The disabled button “${this.textContent}” was clicked.`);
  }
  return dispatchEvent.call(this, event);
};

// Browsers have it, happy-dom does not.
Object.assign(globalThis, { BroadcastChannel });

// Results are shown at once here. When a screen reader hears them is a test of its own.
vi.mock("./src/desk/components/use-text-after-region", () => ({
  useTextAfterRegion: (result: object | null) => result !== null,
}));
