import { BroadcastChannel } from "node:worker_threads";
import { act, configure, getConfig } from "@testing-library/react";
import fc from "fast-check";
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

// Browsers have it, happy-dom does not.
Object.assign(globalThis, { BroadcastChannel });

// Results are shown at once here. When a screen reader hears them is a test of its own.
vi.mock("./src/desk/components/use-text-after-region", () => ({
  useTextAfterRegion: (result: object | null) => result !== null,
}));

// `make test` tries the same inputs in every run.
const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ seed: Number(seed) });
