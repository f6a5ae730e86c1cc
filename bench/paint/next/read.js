// What was gathered from the running server; read while the pages are built.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function read(name) {
  return JSON.parse(readFileSync(join(process.env.HOME_PAGE, name), "utf8"));
}
