import { expect, test } from "vitest";
import {
  adviceAbout,
  CARD,
  isSameFraming,
  laptopRatio,
  pointOf,
  ROUND,
  UNFRAMED,
  visiblePart,
  withCrop,
  withMovedCrop,
  withPoint,
  withResizedCrop,
} from "./framing-geometry";

const square = { width: 1000, height: 1000 };
const half = { left: 0, top: 0, width: 50, height: 100 };

test("a part is moved within the picture and takes the point along", () => {
  const framing = withPoint(withCrop(UNFRAMED, half), { left: 10, top: 20 });
  expect(withMovedCrop(framing, { left: 30, top: 5 })).toEqual({
    crop: { left: 30, top: 0, width: 50, height: 100 },
    focalPoint: { left: 30, top: 20 },
  });
  expect(withMovedCrop(framing, { left: 90, top: 0 }).crop?.left).toBe(50);
});

test("a corner moves its two edges, and not beyond the others or the picture", () => {
  const framing = withCrop(UNFRAMED, { left: 20, top: 20, width: 40, height: 40 });
  const upperLeft = { x: -1, y: -1 } as const;
  const lowerRight = { x: 1, y: 1 } as const;
  const crop = (corner: typeof upperLeft | typeof lowerRight, left: number, top: number) =>
    withResizedCrop(framing, corner, { left, top }).crop;
  expect(crop(upperLeft, 10, -30)).toEqual({ left: 30, top: 0, width: 30, height: 60 });
  expect(crop(lowerRight, 90, -90)).toEqual({ left: 20, top: 20, width: 80, height: 5 });
  expect(crop(upperLeft, 90, 0)).toEqual({ left: 55, top: 20, width: 5, height: 40 });
});

test("the whole picture is no part", () => {
  const framing = withCrop(UNFRAMED, half);
  expect(withResizedCrop(framing, { x: 1, y: 0 }, { left: 60, top: 0 })).toEqual(UNFRAMED);
});

test("without a point, the middle of the part is what stays visible", () => {
  expect(pointOf(withCrop(UNFRAMED, half))).toEqual({ left: 25, top: 50 });
});

test("a place that cuts the picture keeps the point where it is", () => {
  const framing = withPoint(withCrop(UNFRAMED, half), { left: 0, top: 10 });
  expect(visiblePart(framing, square, ROUND)).toEqual({ left: 0, top: 5, width: 50, height: 50 });
  const wide = withPoint(UNFRAMED, { left: 100, top: 50 });
  const shown = visiblePart(wide, { width: 2520, height: 630 }, CARD);
  expect(shown.width).toBeCloseTo(47.62, 2);
  expect(shown.left + shown.width).toBeCloseTo(100);
  expect(visiblePart(UNFRAMED, square, 1)).toEqual({ left: 0, top: 0, width: 100, height: 100 });
});

test("only high pictures are cut at the top of a page on a laptop", () => {
  expect(laptopRatio(UNFRAMED, { width: 1500, height: 1000 })).toBe(1.5);
  expect(laptopRatio(UNFRAMED, square)).toBeCloseTo(1.265, 3);
});

test("a part that is too small for a laptop is named with its width", () => {
  expect(adviceAbout(UNFRAMED, square)).toBeNull();
  expect(adviceAbout(withCrop(UNFRAMED, half), square)).toContain("has only 500");
});

test("positions are compared by their numbers, whatever their order", () => {
  const framing = withPoint(withCrop(UNFRAMED, half), { left: 1, top: 2 });
  const other = {
    crop: { height: 100, width: 50, top: 0, left: 0 },
    focalPoint: { top: 2, left: 1 },
  };
  expect(isSameFraming(framing, other)).toBe(true);
  expect(isSameFraming(framing, { ...other, focalPoint: null })).toBe(false);
});
