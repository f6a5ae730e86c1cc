import { expect, test } from "vitest";
import { clockOf, firstWords, wordsFor } from "./rinse-words";

test("the clock shows minutes and seconds", () => {
  expect([1200, 1199, 65, 9, 0].map(clockOf)).toEqual(["20:00", "19:59", "1:05", "0:09", "0:00"]);
});

test("each minute is said once, and the end says where to go", () => {
  const said: string[] = [];
  for (let left = 1199; left >= -2; left -= 1) {
    const words = wordsFor(left + 1, left);
    if (words) said.push(words);
  }
  expect(said).toHaveLength(20);
  expect(said[0]).toMatch(/^19 minutes left\. Keep rinsing\. Look/);
  expect(said[18]).toMatch(/^1 minute left\./);
  expect(said[19]).toMatch(/^Time is over\. Go to the hospital now\./);
});

test("a phone that has slept says the minute that it is now", () => {
  expect(wordsFor(1200, 290)).toMatch(/^5 minutes left/);
  expect(wordsFor(300, 0)).toMatch(/^Time is over/);
  expect(wordsFor(0, 0)).toBeNull();
});

test("the first words say how long", () => {
  expect(firstWords(1200)).toMatch(/^Rinse for 20 minutes/);
});
