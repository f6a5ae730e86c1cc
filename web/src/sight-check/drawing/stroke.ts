// From a size in logMAR to a stroke in device pixels, and back to the size that this stroke really has. Lengths are in
// millimetres.
import type { LogMar } from "../estimator/psychometric-function";

export type Screen = {
  /** The width of one device pixel, from the calibration with a card. */
  readonly pixelPitch: number;
  /** The shorter side of the area that can be drawn on, in device pixels. */
  readonly shortSide: number;
  /** From the eye to the E. With a mirror this is the way to the mirror and back. */
  readonly distance: number;
};

export type Stroke = { readonly pixels: number; readonly size: LogMar };

/** The E is 5 strokes wide. On each side is a gap of 2 strokes and a crowding bar of 1. */
export const E_STROKES = 5;
export const GAP_STROKES = 2;
export const BAR_STROKES = 1;
export const FIGURE_STROKES = E_STROKES + 2 * (GAP_STROKES + BAR_STROKES);

/** With thinner strokes the gaps of the E run together. */
const MIN_STROKE_PIXELS = 2;
/** From here on strokes are whole pixels with sharp edges. Below, a whole pixel would change the size by up to a half, so
 * the edges are drawn in grey. */
const MIN_WHOLE_STROKE_PIXELS = 3;

/** The length that one arc minute covers at this distance. */
export function arcMinute(distance: number): number {
  return distance * Math.tan(Math.PI / 180 / 60);
}

/** The size of the largest whole stroke with which the E and its bars fit, down to the size of the thinnest stroke. `null` if
 * not even the thinnest fits. */
export function drawableRange(screen: Screen): { smallest: LogMar; largest: LogMar } | null {
  const fitting = Math.floor(screen.shortSide / FIGURE_STROKES);
  if (fitting < MIN_STROKE_PIXELS) return null;
  return { smallest: smallestDrawable(screen), largest: sizeOf(fitting, screen) };
}

export function smallestDrawable(screen: Omit<Screen, "shortSide">): LogMar {
  return sizeOf(MIN_STROKE_PIXELS, screen);
}

/** The stroke to draw for this size, which the screen has to be able to draw. The estimator needs the size of the stroke. */
export function strokeFor(size: LogMar, screen: Screen): Stroke {
  const exact = (10 ** size * arcMinute(screen.distance)) / screen.pixelPitch;
  const largest = Math.floor(screen.shortSide / FIGURE_STROKES);
  const pixels = exact < MIN_WHOLE_STROKE_PIXELS ? exact : Math.round(exact);
  const drawn = Math.min(largest, Math.max(MIN_STROKE_PIXELS, pixels));
  return { pixels: drawn, size: sizeOf(drawn, screen) };
}

function sizeOf(pixels: number, { pixelPitch, distance }: Omit<Screen, "shortSide">): LogMar {
  return Math.log10((pixels * pixelPitch) / arcMinute(distance));
}
