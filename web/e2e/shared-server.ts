// The server that all browser tests share: its URL, binary and data folder. The first process creates the data folder;
// Playwright's workers get its path through the environment.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const address = process.env.CLINIC_URL ?? `http://127.0.0.1:${process.env.E2E_PORT ?? 8765}`;

export const binary = resolve(
  import.meta.dirname,
  "../..",
  process.env.CLINIC_BIN ?? "target/debug/clinic",
);

process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), "clinic-e2e-"));

/** Its `mail` folder has one file for each outgoing message. */
export const dataFolder = process.env.E2E_DATA;
