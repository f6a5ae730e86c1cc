// Builds and serves the page of component examples, once for each Playwright worker. The clinic's server does not have
// this page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as base, expect } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";

export { expect };

const web = resolve(import.meta.dirname, "../..");

export const test = base.extend<object, { examplesUrl: string }>({
  examplesUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), "clinic-examples-"));
      const shared = { root: web, configFile: false, logLevel: "error" } as const;
      await build({
        ...shared,
        plugins: [react()],
        build: { outDir, emptyOutDir: true, rolldownOptions: { input: "examples.html" } },
      });
      const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
      await use(`${server.resolvedUrls?.local[0]}examples.html`);
      await server.close();
      rmSync(outDir, { recursive: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
