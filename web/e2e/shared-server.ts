// The server that all browser tests share: its URL, binary and data folder. The first process creates the data folder;
// Playwright's workers get its path through the environment.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Playwright reads E2E_ADDRESS from what the server prints. Only its workers know it: they start after the server. */
export const address = process.env.CLINIC_URL ?? process.env.E2E_ADDRESS ?? "";

export const binary = resolve(
  import.meta.dirname,
  "../..",
  process.env.CLINIC_BIN ?? "target/debug/clinic",
);

/** A flag overrides what is set here. */
export const testSettings = {
  // All tests book from one address, more than unconfirmed requests may hold.
  CLINIC_HELD_PER_CLIENT: "4000000000",
  CLINIC_HELD_PERCENT_OF_DAY: "4000000000",
  CLINIC_HELD_PERCENT_OF_CALENDAR: "4000000000",
  // What a phone has sent waits for a screen on a busy machine too.
  CLINIC_SCREEN_WAIT: "4m",
};

process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), "clinic-e2e-"));

/** Its `mail` folder has one file for each outgoing message. */
export const dataFolder = process.env.E2E_DATA;
