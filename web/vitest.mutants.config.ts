// The tests that mutation tests run: those beside the files that stryker.config.json names.
import { defineConfig } from "vitest/config";
import type { PoolOptions } from "vitest/node";
import { KeptThread } from "./kept-thread";

export default defineConfig({
  plugins: [
    {
      name: "kept-thread",
      // Not `pool` below, which Stryker replaces.
      configureVitest({ vitest, project }) {
        for (const config of [vitest.config, project.config]) {
          Object.assign(config, {
            pool: "kept-thread",
            poolRunner: {
              name: "kept-thread",
              createPoolWorker: (options: PoolOptions) => new KeptThread(options),
            },
          });
        }
      },
    },
  ],
  test: {
    include: [
      "src/desk/content/drafts/draft-session.test.ts",
      "src/desk/content/drafts/draft-state.test.ts",
      "src/game/game-reducer.test.ts",
      "src/booking/booking-reducer.test.ts",
      "src/sight-check/check/check-reducer.test.ts",
      "src/desk/appointments/plan/day-plan.test.ts",
      "src/desk/content/merge/merge-documents.test.ts",
      "src/desk/content/merge/merge-sequences.test.ts",
      "src/desk/content/merge/merge-toml.test.ts",
    ],
    environment: "node",
    setupFiles: "vitest.seed.ts",
    // Stryker ends a test that hangs.
    testTimeout: 240_000,
    restoreMocks: true,
  },
});
