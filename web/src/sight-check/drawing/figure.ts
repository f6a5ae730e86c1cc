// The E and its four crowding bars as rectangles in device pixels.
import { BAR_STROKES, E_STROKES, GAP_STROKES } from "./stroke";

export const DIRECTIONS = ["right", "down", "left", "up"] as const;
/** Where the arms of the E point. */
export type Direction = (typeof DIRECTIONS)[number];

export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** In strokes, from the top left corner of an E that points to the right: its back, then its three arms. */
const E_TO_THE_RIGHT: readonly Rectangle[] = [
  { x: 0, y: 0, width: 1, height: E_STROKES },
  ...[0, 2, 4].map((y) => ({ x: 1, y, width: E_STROKES - 1, height: 1 })),
];

const BEFORE = -GAP_STROKES - BAR_STROKES;
const AFTER = E_STROKES + GAP_STROKES;
const BARS: readonly Rectangle[] = [
  { x: BEFORE, y: 0, width: BAR_STROKES, height: E_STROKES },
  { x: AFTER, y: 0, width: BAR_STROKES, height: E_STROKES },
  { x: 0, y: BEFORE, width: E_STROKES, height: BAR_STROKES },
  { x: 0, y: AFTER, width: E_STROKES, height: BAR_STROKES },
];

/** In the middle of an area of device pixels. The E starts at a whole pixel, so that whole strokes have sharp edges. */
export function figure(
  direction: Direction,
  stroke: number,
  area: { readonly width: number; readonly height: number },
): Rectangle[] {
  const left = Math.round((area.width - E_STROKES * stroke) / 2);
  const top = Math.round((area.height - E_STROKES * stroke) / 2);
  return [...E_TO_THE_RIGHT.map((part) => turn(part, direction)), ...BARS].map((part) => ({
    x: left + part.x * stroke,
    y: top + part.y * stroke,
    width: part.width * stroke,
    height: part.height * stroke,
  }));
}

function turn({ x, y, width, height }: Rectangle, direction: Direction): Rectangle {
  switch (direction) {
    case "right":
      return { x, y, width, height };
    case "left":
      return { x: E_STROKES - x - width, y, width, height };
    case "down":
      return { x: y, y: x, width: height, height: width };
    case "up":
      return { x: y, y: E_STROKES - x - width, width: height, height: width };
  }
}

/** The direction to draw so that it is seen as this one in a mirror. */
export function mirrored(direction: Direction): Direction {
  if (direction === "left") return "right";
  return direction === "right" ? "left" : direction;
}

type Canvas = Pick<CanvasRenderingContext2D, "fillStyle" | "fillRect" | "globalCompositeOperation">;

/** Black on white, whatever the theme of the page. Drawn as light that adds up, then inverted: where two rectangles share a pixel,
 * black over black would leave a grey line between them, and WebKitGTK moves the edges of a path to quarters of a pixel. */
export function drawFigure(
  canvas: Canvas,
  direction: Direction,
  stroke: number,
  area: { readonly width: number; readonly height: number },
): void {
  canvas.globalCompositeOperation = "source-over";
  canvas.fillStyle = "#000";
  canvas.fillRect(0, 0, area.width, area.height);
  canvas.globalCompositeOperation = "lighter";
  canvas.fillStyle = "#fff";
  for (const { x, y, width, height } of figure(direction, stroke, area)) {
    canvas.fillRect(x, y, width, height);
  }
  canvas.globalCompositeOperation = "difference";
  canvas.fillRect(0, 0, area.width, area.height);
}
