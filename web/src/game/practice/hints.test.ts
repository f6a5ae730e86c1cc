import { expect, test } from "vitest";
import type { Level } from "../../generated/Level";
import type { Spot } from "../../generated/Spot";
import { areasOf, hintText, nextHint } from "./hints";

/** Two scenes of 40 percent of the picture; the second one begins at 60 percent. */
const level: Level = {
  image: { src: "/pictures/a.svg", width: 600, height: 900 },
  alt: "",
  description: "",
  secondSceneTop: "60%",
  spots: [
    { id: 1, left: "80%", top: "85%", width: "10%", height: "10%", label: null },
    { id: 2, left: "2%", top: "61%", width: "10%", height: "10%", label: null },
    { id: 3, left: "45%", top: "75%", width: "10%", height: "10%", label: null },
    { id: 4, left: "5%", top: "62%", width: "10%", height: "10%", label: null },
  ],
};

test("hints are given in reading order, not for what is found and never twice", () => {
  expect(nextHint(level, [], [])).toBe(2);
  expect(nextHint(level, [2], [])).toBe(4);
  expect(nextHint(level, [2], [4, 3])).toBe(1);
  expect(nextHint(level, [1], [2, 3, 4])).toBeUndefined();
});

test("a hint says in words in which ninth of the scene a difference is", () => {
  expect(hintText(level, 1, [])).toBe("Look at the bottom right.");
  expect(hintText(level, 2, [1])).toBe("Look at the top left.");
  expect(hintText(level, 3, [1, 2])).toBe("Look in the middle.");
});

test("a further hint for the same ninth says that there is another difference", () => {
  expect(hintText(level, 4, [1, 2])).toBe("There is another one at the top left.");
  const [, second] = level.spots;
  const more = [5, 6, 7].map((id) => ({ ...(second as Spot), id }));
  const crowded = { ...level, spots: [...level.spots, ...more] };
  const texts = [5, 6, 7].map((id, i) => hintText(crowded, id, [2, 4, 5, 6].slice(0, i + 2)));
  expect(texts).toEqual([
    "There is a third one at the top left.",
    "There is a fourth one at the top left.",
    "There is a fifth one at the top left.",
  ]);
});

test("the area is a ninth of the second scene, and larger if the difference is at its edge", () => {
  const [area, ...others] = areasOf(level, [], [1]);
  expect(others).toEqual([]);
  expect(area?.left).toBeCloseTo(66.67, 1);
  expect(area?.width).toBeCloseTo(33.33, 1);
  // The scene's last ninth begins at 86.67 percent and the difference at 85.
  expect(area?.top).toBeCloseTo(85, 1);
  expect(area?.height).toBeCloseTo(15, 1);
  const [inside] = areasOf(level, [], [2]);
  expect(inside?.top).toBeCloseTo(60, 1);
  expect(inside?.height).toBeCloseTo(13.33, 1);
});

test("the area of a difference that was found is gone, and two differences can share an area", () => {
  expect(areasOf(level, [1], [1, 3])).toHaveLength(1);
  expect(areasOf(level, [], [2, 4])).toHaveLength(1);
});
