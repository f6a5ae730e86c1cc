import fc from "fast-check";
import { expect, test } from "vitest";
import type { Level } from "../generated/Level";
import type { Spot } from "../generated/Spot";
import {
  areaOfCell,
  type Cell,
  describeCell,
  gridOf,
  middleCell,
  middleOf,
  moveByKey,
  spotAt,
} from "./picture-grid";

const level = (
  [width, height]: readonly [number, number],
  secondSceneTop: string | null = null,
  spots: Spot[] = [],
): Level => ({
  image: { src: "/pictures/one.svg", width, height },
  alt: "A picture",
  description: "Find it",
  secondSceneTop,
  spots,
});

const one = gridOf(level([600, 750]));
const two = gridOf(level([600, 900], "50.67%"));

test("cells are about as high as wide, and two scenes have the same rows", () => {
  expect([one.rows, one.scenes]).toEqual([15, 1]);
  expect([two.rows, two.scenes]).toEqual([9, 2]);
  const place = { row: 4, column: 7 };
  const [upper, lower] = [0, 1].map((scene) => areaOfCell(two, { scene, ...place }));
  expect((lower?.top ?? 0) - (upper?.top ?? 0)).toBeCloseTo(50.67);
  const { top, height } = areaOfCell(two, { scene: 1, row: 8, column: 0 });
  expect(top + height).toBeCloseTo(100);
});

const press = (grid: typeof one, from: Cell, ...keys: string[]): Cell =>
  keys.reduce((cell, name) => {
    const [key = "", control] = name.split("+").reverse();
    const next = moveByKey(grid, cell, { key, ctrlKey: control === "Control" });
    if (next === null) throw new Error(`${name} does not move`);
    return next;
  }, from);

test("keys move as in a grid and stop at the edges", () => {
  const start = middleCell(one);
  expect(start).toEqual({ scene: 0, row: 7, column: 6 });
  expect(press(one, start, "ArrowLeft", "ArrowUp")).toEqual({ scene: 0, row: 6, column: 5 });
  expect(press(one, start, "ArrowRight", "ArrowDown")).toEqual({ scene: 0, row: 8, column: 7 });
  expect(press(one, start, "Home")).toEqual({ ...start, column: 0 });
  expect(press(one, start, "End", "ArrowRight")).toEqual({ ...start, column: 11 });
  expect(press(one, start, "PageUp")).toEqual({ ...start, row: 0 });
  expect(press(one, start, "PageDown", "PageDown")).toEqual({ ...start, row: 14 });
  expect(press(one, start, "Control+Home")).toEqual({ scene: 0, row: 0, column: 0 });
  expect(press(one, start, "Control+End")).toEqual({ scene: 0, row: 14, column: 11 });
  for (const key of ["Tab", "Escape", "a"]) {
    expect(moveByKey(one, start, { key, ctrlKey: false })).toBeNull();
  }
  expect(moveByKey(one, start, { key: "ArrowLeft", ctrlKey: true })).toBeNull();
});

test("in two scenes rows go on in the second one, and pages change the scene", () => {
  const last = { scene: 0, row: 8, column: 3 };
  const below = { scene: 1, row: 0, column: 3 };
  expect(press(two, last, "ArrowDown")).toEqual(below);
  expect(press(two, below, "ArrowUp")).toEqual(last);
  expect(press(two, last, "PageDown")).toEqual({ ...last, scene: 1 });
  expect(press(two, last, "PageDown", "PageDown", "PageUp", "PageUp")).toEqual(last);
});

test("places are named from 1, with the scene if there are two", () => {
  expect(describeCell(one, { scene: 0, row: 1, column: 2 })).toBe("Column 3, row 2");
  expect(describeCell(two, { scene: 0, row: 1, column: 2 })).toBe("Upper scene, column 3, row 2");
  expect(describeCell(two, { scene: 1, row: 8, column: 11 })).toBe("Lower scene, column 12, row 9");
});

const spot = (id: number, left: number, top: number, width: number, height: number): Spot => ({
  id,
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
  label: null,
});

test("a place is a spot inside its area, in both scenes, and on small screens inside its enlarged target", () => {
  const scenes = level([600, 900], "50%", [spot(1, 20, 60, 14, 10), spot(2, 70, 80, 14, 10)]);
  const at = (left: number, top: number, minimum?: { width: number; height: number }) =>
    spotAt(scenes, { left, top }, minimum)?.id;
  expect([at(20, 60), at(33.9, 69.9), at(27, 15)]).toEqual([1, 1, 1]);
  expect(at(77, 35)).toBe(2);
  expect([at(19.9, 60), at(34, 65), at(27, 70), at(27, 59)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(at(19.9, 60, { width: 15, height: 10 })).toBe(1);
});

/** The smallest size that the server accepts: 44 px of a picture that is 328 px wide. */
const SMALLEST = 44 / 328;

const anyLevel = fc
  .record({
    size: fc.tuple(fc.integer({ min: 300, max: 2000 }), fc.integer({ min: 300, max: 2000 })),
    hasTwoScenes: fc.boolean(),
    // Of the room that is left.
    grow: fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    at: fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
  })
  .map(({ size, hasTwoScenes, grow, at }) => {
    const [pixelWidth, pixelHeight] = size;
    const sceneTop = hasTwoScenes ? 51 : 0;
    const smallestWidth = 100 * SMALLEST;
    const smallestHeight = (100 * SMALLEST * pixelWidth) / pixelHeight;
    const room = 100 - sceneTop;
    const width = smallestWidth + grow[0] * (100 - smallestWidth);
    const height = smallestHeight + grow[1] * (room - smallestHeight);
    const spots = [
      spot(1, at[0] * (100 - width), sceneTop + at[1] * (room - height), width, height),
    ];
    const fits = smallestHeight <= room;
    return { fits, drawn: level(size, hasTwoScenes ? `${sceneTop}%` : null, spots) };
  })
  .filter(({ fits }) => fits)
  .map(({ drawn }) => drawn);

test("every spot that the server accepts can be pressed in the cell where its middle is", () => {
  fc.assert(
    fc.property(anyLevel, (drawn) => {
      const grid = gridOf(drawn);
      const area = drawn.spots[0];
      const middle = Number.parseFloat(area?.left ?? "") + Number.parseFloat(area?.width ?? "") / 2;
      const scene = grid.scenes - 1;
      const fromTop =
        Number.parseFloat(area?.top ?? "") +
        Number.parseFloat(area?.height ?? "") / 2 -
        grid.secondSceneTop;
      const cell = {
        scene,
        row: Math.min(grid.rows - 1, Math.floor((fromTop / grid.sceneHeight) * grid.rows)),
        column: Math.min(11, Math.floor((middle / 100) * 12)),
      };
      for (let shown = 0; shown <= scene; shown++) {
        const place = middleOf(areaOfCell(grid, { ...cell, scene: shown }));
        expect(spotAt(drawn, place)?.id).toBe(1);
      }
    }),
    { seed: 18, numRuns: 2_000 },
  );
});
