import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arcMinute, drawableRange, type Screen, strokeFor } from "./stroke";

const PHONE: Screen = { pixelPitch: 0.0641, shortSide: 1080, distance: 2000 };
const LAPTOP: Screen = { pixelPitch: 0.2527, shortSide: 640, distance: 3000 };

const screens = fc.record({
  pixelPitch: fc.double({ min: 0.04, max: 0.35, noNaN: true }),
  shortSide: fc.integer({ min: 200, max: 3000 }),
  distance: fc.double({ min: 300, max: 6000, noNaN: true }),
});

function rangeOf(screen: Screen) {
  const range = drawableRange(screen);
  if (!range) throw new Error("the screen of this test is too small");
  return range;
}

describe("arc minute", () => {
  test("is 0.2909 mm at 1 m", () => {
    expect(arcMinute(1000)).toBeCloseTo(0.290888, 6);
  });
});

describe("stroke", () => {
  test("of 6/6 on a phone at 2 m is 9 pixels", () => {
    // 0.5818 mm / 0.0641 mm = 9.08
    const { pixels, size } = strokeFor(0, PHONE);
    expect(pixels).toBe(9);
    expect(size).toBeCloseTo(Math.log10((9 * 0.0641) / 0.581776), 6);
  });

  test("of 6/6 on a laptop at 3 m is 3 pixels, which is 6/5.2", () => {
    // 0.8727 mm / 0.2527 mm = 3.45
    const { pixels, size } = strokeFor(0, LAPTOP);
    expect(pixels).toBe(3);
    expect(6 * 10 ** size).toBeCloseTo(5.2, 1);
  });

  test("is exact below 3 pixels", () => {
    const { pixels, size } = strokeFor(-0.2, LAPTOP);
    expect(pixels).toBeCloseTo(2.179, 3);
    expect(size).toBeCloseTo(-0.2, 12);
  });

  test("with 10 % more distance is a stroke of 0.04 less", () => {
    const further = { ...PHONE, distance: 2200 };
    expect(strokeFor(0.5, PHONE).pixels / PHONE.distance).toBeCloseTo(
      strokeFor(0.5, further).pixels / further.distance,
      2,
    );
    expect(Math.log10(arcMinute(2200) / arcMinute(2000))).toBeCloseTo(0.04, 2);
  });

  test("is a whole number of pixels from 3 on, at most half a pixel from the exact one", () => {
    fc.assert(
      fc.property(screens, fc.double({ min: 0, max: 1, noNaN: true }), (screen, share) => {
        const range = rangeOf(screen);
        const wanted = range.smallest + share * (range.largest - range.smallest);
        const { pixels } = strokeFor(wanted, screen);
        const exact = (10 ** wanted * arcMinute(screen.distance)) / screen.pixelPitch;
        if (exact < 3) expect(pixels).toBeCloseTo(exact, 9);
        else expect(Number.isInteger(pixels)).toBe(true);
        expect(Math.abs(pixels - exact)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });

  test("has the size that its pixels cover, and drawing this size again gives the same stroke", () => {
    fc.assert(
      fc.property(screens, fc.double({ min: -1, max: 2, noNaN: true }), (screen, wanted) => {
        const { pixels, size } = strokeFor(wanted, screen);
        const minutes = (pixels * screen.pixelPitch) / arcMinute(screen.distance);
        expect(size).toBeCloseTo(Math.log10(minutes), 9);
        expect(strokeFor(size, screen).pixels).toBeCloseTo(pixels, 9);
      }),
    );
  });

  test("always fits, with its bars and gaps, and is at least 2 pixels", () => {
    fc.assert(
      fc.property(screens, fc.double({ min: -1, max: 3, noNaN: true }), (screen, wanted) => {
        const { pixels, size } = strokeFor(wanted, screen);
        const range = rangeOf(screen);
        expect(11 * pixels).toBeLessThanOrEqual(screen.shortSide);
        expect(pixels).toBeGreaterThanOrEqual(2);
        expect(size).toBeGreaterThanOrEqual(range.smallest);
        expect(size).toBeLessThanOrEqual(range.largest);
      }),
    );
  });
});

describe("drawable range", () => {
  test("ends at strokes of 2 pixels and at eleven strokes on the short side", () => {
    const { smallest, largest } = rangeOf(PHONE);
    const minute = arcMinute(2000);
    expect(smallest).toBeCloseTo(Math.log10((2 * 0.0641) / minute), 12);
    expect(largest).toBeCloseTo(Math.log10((98 * 0.0641) / minute), 12);
    // Without whole pixels the limit would be this.
    expect(largest).toBeCloseTo(Math.log10((1080 * 0.0641) / 11 / minute), 2);
  });

  test("the largest size is drawn as it is, so that answers at it are recognised", () => {
    fc.assert(
      fc.property(screens, (screen) => {
        const { largest } = rangeOf(screen);
        expect(strokeFor(largest, screen).size).toBe(largest);
        expect(strokeFor(largest + 1, screen).size).toBe(largest);
      }),
    );
  });

  test("there is none on a screen of less than 22 pixels", () => {
    expect(drawableRange({ ...PHONE, shortSide: 22 })).not.toBeNull();
    expect(drawableRange({ ...PHONE, shortSide: 21 })).toBeNull();
  });
});
