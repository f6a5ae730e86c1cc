import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DIRECTIONS, type Direction, drawFigure, figure, mirrored, type Rectangle } from "./figure";

const AREA = { width: 40, height: 36 };

/** One character for each stroke of an area of 11 × 11 strokes. */
function picture(direction: Direction): string[] {
  const stroke = 3;
  const parts = figure(direction, stroke, { width: 33, height: 33 });
  const isBlack = (column: number, row: number) =>
    parts.some(
      ({ x, y, width, height }) =>
        column * stroke >= x &&
        column * stroke < x + width &&
        row * stroke >= y &&
        row * stroke < y + height,
    );
  return Array.from({ length: 11 }, (_, row) =>
    Array.from({ length: 11 }, (_, column) => (isBlack(column, row) ? "#" : ".")).join(""),
  );
}

const area = ({ width, height }: Rectangle) => width * height;

describe("figure", () => {
  test("is an E of five strokes with bars of one stroke, two strokes away", () => {
    expect(picture("right")).toEqual([
      "...#####...",
      "...........",
      "...........",
      "#..#####..#",
      "#..#......#",
      "#..#####..#",
      "#..#......#",
      "#..#####..#",
      "...........",
      "...........",
      "...#####...",
    ]);
  });

  test.each<[Direction, string[]]>([
    ["left", ["#####", "....#", "#####", "....#", "#####"]],
    ["down", ["#####", "#.#.#", "#.#.#", "#.#.#", "#.#.#"]],
    ["up", ["#.#.#", "#.#.#", "#.#.#", "#.#.#", "#####"]],
  ])("points %s", (direction, rows) => {
    const middle = picture(direction)
      .slice(3, 8)
      .map((row) => row.slice(3, 8));
    expect(middle).toEqual(rows);
  });

  test("has only whole pixels if the stroke is whole, on areas of any size", () => {
    const sides = fc.integer({ min: 200, max: 3000 });
    fc.assert(
      fc.property(
        sides,
        sides,
        fc.integer({ min: 3, max: 18 }),
        fc.constantFrom(...DIRECTIONS),
        (width, height, stroke, direction) => {
          const parts = figure(direction, stroke, { width, height });
          for (const part of parts) expect(Object.values(part).every(Number.isInteger)).toBe(true);
        },
      ),
    );
  });

  test("fits into its area and covers the same with every direction", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 33, max: 3000 }),
        fc.double({ min: 2, max: 3, noNaN: true }),
        fc.constantFrom(...DIRECTIONS),
        (side, stroke, direction) => {
          const parts = figure(direction, stroke, { width: side, height: side });
          for (const { x, y, width, height } of parts) {
            expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.5);
            expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(side + 0.5);
          }
          const black = parts.reduce((sum, part) => sum + area(part), 0);
          expect(black / stroke ** 2).toBeCloseTo(17 + 4 * 5, 6);
        },
      ),
    );
  });

  test("starts at a whole pixel if the stroke is not whole", () => {
    const [back] = figure("right", 2.4, AREA);
    expect(back).toMatchObject({ x: 14, y: 12 });
  });

  test("is flipped for a mirror", () => {
    expect(DIRECTIONS.map(mirrored)).toEqual(["left", "down", "right", "up"]);
  });
});

test("is drawn in black on white, and rectangles that share a pixel add up", () => {
  const calls: string[] = [];
  drawFigure(
    {
      set fillStyle(colour: string) {
        calls.push(colour);
      },
      set globalCompositeOperation(operation: GlobalCompositeOperation) {
        calls.push(operation);
      },
      fillRect: (...numbers: number[]) => calls.push(`fillRect ${numbers}`),
    },
    "up",
    3,
    AREA,
  );
  const all = "fillRect 0,0,40,36";
  const parts = figure("up", 3, AREA).map((part) => `fillRect ${Object.values(part)}`);
  expect(calls.slice(0, 5)).toEqual(["source-over", "#000", all, "lighter", "#fff"]);
  expect(calls.slice(5)).toEqual([...parts, "difference", all]);
});
