// Where the journeys find the server and what it writes. The first process to ask decides; Playwright's workers
// inherit its answer through the environment.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const address = process.env.CLINIC_URL ?? `http://127.0.0.1:${process.env.E2E_PORT ?? 8765}`;

export const binary = resolve(
  import.meta.dirname,
  "../..",
  process.env.CLINIC_BIN ?? "target/debug/clinic",
);

process.env.CLINIC_E2E_DATA ??= mkdtempSync(join(tmpdir(), "clinic-e2e-"));

/** Outgoing mail is in its `mail` folder, one file a message. */
export const dataFolder = process.env.CLINIC_E2E_DATA;
