// Builds the page of component examples, once for all Playwright workers, and serves it. The clinic's server does not have
// this page.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import { test as base, expect } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import { dataFolder } from "../shared-server";

export { expect };

const shared = {
  root: resolve(import.meta.dirname, "../.."),
  configFile: false,
  logLevel: "error",
} as const;

export const test = base.extend<object, { examplesUrl: string }>({
  examplesUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const outDir = await buildOnce();
      const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
      await use(`${server.resolvedUrls?.local[0]}examples.html`);
      await server.close();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

/** The folder of the built page. The first worker builds it; the others wait. */
async function buildOnce(): Promise<string> {
  const built = `${dataFolder}-examples`;
  if (isFirst(`${built}.lock`)) {
    const outDir = `${built}.unfinished`;
    await build({
      ...shared,
      plugins: [react()],
      build: { outDir, rolldownOptions: { input: "examples.html" } },
    });
    renameSync(outDir, built);
  }
  while (!existsSync(built)) await new Promise((again) => setTimeout(again, 100));
  return built;
}

/** Only one process can create a folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
