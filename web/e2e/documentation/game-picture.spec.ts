// Makes the picture of docs/puzzles.md: `make docs-pictures`.
import { resolve } from "node:path";
import { openGame } from "../game-player";
import { test } from "../site-test";

const path = resolve(import.meta.dirname, "../../../docs/pictures/game.png");

test("the first level of the game", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 920 });
  await openGame(page);
  await page.screenshot({ path, animations: "disabled" });
});
