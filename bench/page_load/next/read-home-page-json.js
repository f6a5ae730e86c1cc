// Reads the files that download-home-page.mjs saved. Used at build time only.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function readJson(name) {
  return JSON.parse(readFileSync(join(process.env.HOME_PAGE, name), "utf8"));
}
