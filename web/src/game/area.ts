// Rectangles on a picture of the game.

import type { Spot } from "../generated/Spot";

/** In percent of the picture's width and height. */
export type Area = { left: number; top: number; width: number; height: number };

export const keyOf = (area: Area): string => Object.values(area).join(" ");

export function areaOfSpot({ left, top, width, height }: Spot): Area {
  return {
    left: Number.parseFloat(left),
    top: Number.parseFloat(top),
    width: Number.parseFloat(width),
    height: Number.parseFloat(height),
  };
}
