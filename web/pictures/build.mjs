// Draws the game's pictures and writes them with their spots to content/game. With --check it writes nothing and fails
// if a file there is out of date.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { drawToday } from "./today.mjs";

const folder = new URL("../../content/game/", import.meta.url);

const files = drawToday();

const committed = (name) => {
  try {
    return readFileSync(new URL(name, folder), "utf8");
  } catch {
    return undefined;
  }
};

if (process.argv.includes("--check")) {
  const stale = Object.entries(files)
    .filter(([name, text]) => committed(name) !== text)
    .map(([name]) => name);
  if (stale.length > 0) {
    console.error(
      `Out of date in content/game: ${stale.join(", ")}. Run: node web/pictures/build.mjs`,
    );
    process.exit(1);
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
}
