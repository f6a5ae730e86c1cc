// A site whose game shows the set of the month, with its content in the store, so that editors can choose another set.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import type { Level } from "../src/generated/Level";
import type { GeneratedLevel } from "./generated-set";
import { binary } from "./shared-server";
import { DRAW_AT_ONCE, startTestServer, type TestServer } from "./test-server";

export type MonthlySite = TestServer & {
  /** What the game shows now. */
  load(): Promise<(GeneratedLevel & { picture: string })[]>;
};

/** Drawing a set takes long in a debug build on a busy machine. */
export const DRAWING = { timeout: 180_000 };

const content = resolve(import.meta.dirname, "../../content");

export async function startMonthlySite(): Promise<MonthlySite> {
  const server = await startTestServer(...DRAW_AT_ONCE);
  const load = async () => {
    const data = await (await fetch(`${server.address}/data/visionTest.json`)).json();
    const levels: Level[] = data.page.game.levels;
    return levels.map(({ image, alt, spots }) => {
      return { picture: image.src, alt, labels: spots.map(({ label }) => label ?? "") };
    });
  };
  const own = await load();
  await publishMonthlyPuzzles(server.data);
  await expect.poll(load, DRAWING).not.toEqual(own);
  return { ...server, load };
}

async function publishMonthlyPuzzles(data: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "clinic-e2e-monthly-"));
  await cp(content, folder, { recursive: true });
  const settings = join(folder, "clinic.toml");
  const text = await readFile(settings, "utf8");
  await writeFile(settings, text.replace(/^puzzles = .*$/m, 'puzzles = "monthly"'));
  await promisify(execFile)(binary, ["content", "import", folder, "--publish", "--data", data]);
  await rm(folder, { recursive: true });
}
