import { BroadcastChannel } from "node:worker_threads";
import { configure } from "@testing-library/react";

// As in vitest.config.ts: findBy… and waitFor give up only on what never comes.
configure({ asyncUtilTimeout: 60_000 });

// Browsers have it, happy-dom does not.
Object.assign(globalThis, { BroadcastChannel });
