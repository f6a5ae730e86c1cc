// Unit tests are beside the files they test. Browser tests are in e2e/ and run with Playwright.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    // Most tests in .ts files need no document, which costs half a second for each file. Those that do name happy-dom at their top.
    projects: [
      {
        extends: true,
        test: {
          name: "functions",
          include: ["src/**/*.test.ts", "pictures/*.test.mjs"],
          environment: "node",
          setupFiles: "vitest.seed.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["vitest.seed.ts", "vitest.setup.ts"],
        },
      },
    ],
    // Every file has its own modules and its own document, without a new process for each.
    pool: "vmForks",
    maxWorkers: 2,
    // Only a test that hangs should reach it: on a shared machine everything can take many times longer.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
