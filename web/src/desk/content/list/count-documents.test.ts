import { expect, test } from "vitest";
import { countDocuments } from "./count-documents";

test("the clinic is counted apart from articles, and pictures apart from their descriptions", () => {
  expect(
    countDocuments([
      "articles/a.md",
      "clinic.toml",
      "articles/b.md",
      "pictures/lens.webp",
      "pictures/descriptions.toml",
      "game/game.toml",
      "game/level-1.svg",
    ]),
  ).toBe("the clinic, 2 articles, the game, 1 picture and descriptions of pictures");
  expect(countDocuments(["articles/a.md"])).toBe("1 article");
  expect(countDocuments([])).toBe("");
});
