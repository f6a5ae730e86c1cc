import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { publishedError } from "./published-error";

const document = readFileSync("../docs/sight-check.md", "utf8");

test("visitors read the figures that the simulation wrote", () => {
  const typical = [...document.matchAll(/^### (.+ × \d+)$([^#]*)/gm)].map(
    ([, device, table = ""]) => {
      const row = table.split("\n").find((line) => line.startsWith("| 12 | 3 % | as said |"));
      const [, , , , , sd, retest, coverage] = (row ?? "").split("|").map((cell) => cell.trim());
      return { device, sd, retest: retest?.replace("±", ""), coverage };
    },
  );
  expect(typical).toHaveLength(5);
  expect(publishedError).toEqual(typical);
});
