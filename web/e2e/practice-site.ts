// A site that has a puzzle for practice.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { DRAW_AT_ONCE, startTestServer, type TestServer } from "./test-server";

export const PRACTICE = "/visionTest/today";

type Spot = { label: string };
export type PracticeSite = TestServer & { date: string; alt: string; labels: string[] };

const content = resolve(import.meta.dirname, "../../content");

export async function startPracticeSite(): Promise<PracticeSite> {
  const folder = await mkdtemp(join(tmpdir(), "clinic-e2e-practice-"));
  await cp(content, folder, { recursive: true });
  const settings = join(folder, "clinic.toml");
  const text = await readFile(settings, "utf8");
  await writeFile(settings, text.replace(/^practice = .*$/m, 'practice = "daily"'));
  const server = await startTestServer("--content", folder, ...DRAW_AT_ONCE);
  const load = () => fetch(`${server.address}/data${PRACTICE}.json`);
  await expect.poll(async () => (await load()).status, { timeout: 180_000 }).toBe(200);
  const { puzzle } = (await (await load()).json()).page;
  return {
    ...server,
    date: puzzle.date,
    alt: puzzle.level.alt,
    labels: puzzle.level.spots.map(({ label }: Spot) => label),
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
