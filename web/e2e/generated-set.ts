// A site whose game has a set that `clinic game generate` has drawn, in a content folder.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { binary } from "./shared-server";
import { startTestServer, type TestServer } from "./test-server";

export type GeneratedLevel = { alt: string; labels: string[] };
export type GeneratedSite = TestServer & { levels: GeneratedLevel[] };

const content = resolve(import.meta.dirname, "../../content");

export async function startSiteWithGeneratedSet(): Promise<GeneratedSite> {
  const folder = await mkdtemp(join(tmpdir(), "clinic-e2e-generated-set-"));
  await cp(content, folder, { recursive: true });
  const game = join(folder, "game");
  await rm(game, { recursive: true });
  await generate(game);
  const levels = readLevels(await readFile(join(game, "game.toml"), "utf8"));
  const server = await startTestServer("--content", folder);
  return {
    ...server,
    levels,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The set of the first seed that is proven. */
async function generate(out: string): Promise<void> {
  const refusals: unknown[] = [];
  for (let seed = 1; seed <= 40; seed++) {
    try {
      await promisify(execFile)(binary, ["game", "generate", "--seed", `${seed}`, "--out", out]);
      return;
    } catch (refusal) {
      refusals.push(refusal);
    }
  }
  throw new AggregateError(refusals, "no seed from 1 to 40 is proven");
}

/** What the screen reader says about each level. The generator writes strings as in JSON. */
function readLevels(toml: string): GeneratedLevel[] {
  const values = (text: string, key: string) =>
    [...text.matchAll(new RegExp(`^${key} = (".*")$`, "gm"))].map(([, value = ""]) =>
      String(JSON.parse(value)),
    );
  const [, ...levels] = toml.split("[[levels]]");
  return levels.map((text) => ({
    alt: values(text, "alt")[0] ?? "",
    labels: values(text, "label"),
  }));
}
