// Which part of a picture is shown where. Positions are in percent of the whole picture, as they are stored.
import type { Crop } from "../../../../generated/Crop";
import type { FocalPoint } from "../../../../generated/FocalPoint";
import type { Framing } from "../../../../generated/Framing";

export type Size = { readonly width: number; readonly height: number };

/** Where the picture is cut further: the sides of such a place, in any unit. */
export type Shift = { readonly left: number; readonly top: number };

/** Which edges follow the pointer: -1 for the left or upper one, 1 for the right or lower one, 0 for none. */
export type Corner = { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 };

export const UNFRAMED: Framing = { crop: null, focalPoint: null };
const WHOLE: Crop = { left: 0, top: 0, width: 100, height: 100 };
/** Of each side. A smaller part would be hard to hold with a finger. */
const MIN_SIDE = 5;

/** Rows of lists show a round picture. */
export const ROUND = 1;
/** Of a shared link: 1200 by 630 pixels. */
export const CARD = 1200 / 630;
/** The picture at the top of a page, in a window of 1440 by 900 pixels (ui/hero). Higher ones are cut. */
const LAPTOP = { width: 688, maxHeight: 544 };

export const cropOf = ({ crop }: Framing): Crop => crop ?? WHOLE;

export function pointOf(framing: Framing): FocalPoint {
  const { left, top, width, height } = cropOf(framing);
  return framing.focalPoint ?? { left: left + width / 2, top: top + height / 2 };
}

/** The nearest part that is in the picture. The point stays in it. */
export function withCrop({ focalPoint }: Framing, wanted: Crop): Framing {
  const width = round(clamp(wanted.width, MIN_SIDE, 100));
  const height = round(clamp(wanted.height, MIN_SIDE, 100));
  const left = round(clamp(wanted.left, 0, 100 - width));
  const top = round(clamp(wanted.top, 0, 100 - height));
  const crop = width === 100 && height === 100 ? null : { left, top, width, height };
  return focalPoint ? withPoint({ crop, focalPoint }, focalPoint) : { crop, focalPoint };
}

export function withMovedCrop(framing: Framing, by: Shift): Framing {
  const crop = cropOf(framing);
  return withCrop(framing, { ...crop, left: crop.left + by.left, top: crop.top + by.top });
}

/** The other edges stay where they are. */
export function withResizedCrop(framing: Framing, { x, y }: Corner, by: Shift): Framing {
  const crop = cropOf(framing);
  const [left, width] = resized(crop.left, crop.width, x, by.left);
  const [top, height] = resized(crop.top, crop.height, y, by.top);
  return withCrop(framing, { left, top, width, height });
}

function resized(start: number, length: number, edge: -1 | 0 | 1, by: number): [number, number] {
  if (edge === 0) return [start, length];
  if (edge === 1) return [start, clamp(length + by, MIN_SIDE, 100 - start)];
  const moved = clamp(start + by, 0, start + length - MIN_SIDE);
  return [moved, start + length - moved];
}

export function withPoint({ crop }: Framing, wanted: FocalPoint): Framing {
  const { left, top, width, height } = crop ?? WHOLE;
  const focalPoint = {
    left: round(clamp(wanted.left, left, left + width)),
    top: round(clamp(wanted.top, top, top + height)),
  };
  return { crop, focalPoint };
}

export function withMovedPoint(framing: Framing, by: Shift): Framing {
  const { left, top } = pointOf(framing);
  return withPoint(framing, { left: left + by.left, top: top + by.top });
}

/** The proportions of the part that is shown where nothing cuts it. */
export function ratioOf(framing: Framing, picture: Size): number {
  const { width, height } = cropOf(framing);
  return (width * picture.width) / (height * picture.height);
}

/** At the top of a page on a laptop. */
export function laptopRatio(framing: Framing, picture: Size): number {
  return Math.max(ratioOf(framing, picture), LAPTOP.width / LAPTOP.maxHeight);
}

/**
 * The part that a place with these proportions shows. The point is in the same place of it as in the whole, as with
 * `object-position` in CSS and as the server cuts for shared links (images/src/crop.rs).
 */
export function visiblePart(framing: Framing, picture: Size, ratio: number): Crop {
  const crop = cropOf(framing);
  const point = pointOf(framing);
  const own = ratioOf(framing, picture);
  const width = own > ratio ? (crop.width * ratio) / own : crop.width;
  const height = own < ratio ? (crop.height * own) / ratio : crop.height;
  const share = {
    left: (point.left - crop.left) / crop.width,
    top: (point.top - crop.top) / crop.height,
  };
  return {
    left: crop.left + (crop.width - width) * share.left,
    top: crop.top + (crop.height - height) * share.top,
    width,
    height,
  };
}

/** What an editor should know before saving. Nothing forbids it. */
export function adviceAbout(framing: Framing, picture: Size): string | null {
  const width = Math.round((cropOf(framing).width / 100) * picture.width);
  if (width >= LAPTOP.width) return null;
  return `At the top of a page on a laptop, a picture is ${LAPTOP.width} pixels wide. What is shown of this one has only ${width}, so it will look blurred there. You can save it all the same.`;
}

export function isSameFraming(one: Framing, other: Framing): boolean {
  return JSON.stringify(listed(one)) === JSON.stringify(listed(other));
}

const listed = ({ crop, focalPoint }: Framing) => [
  crop && [crop.left, crop.top, crop.width, crop.height],
  focalPoint && [focalPoint.left, focalPoint.top],
];

export const describeCrop = ({ left, top, width, height }: Crop) =>
  `${percent(left)} from the left, ${percent(top)} from the top, ${percent(width)} wide, ${percent(height)} high`;

export const describePoint = ({ left, top }: FocalPoint) =>
  `${percent(left)} from the left, ${percent(top)} from the top`;

const percent = (number: number) => `${round(number)}%`;

/** To a tenth of a percent, which is hardly more than a pixel. */
function round(number: number): number {
  return Math.round(number * 10) / 10;
}

function clamp(number: number, low: number, high: number): number {
  return Math.min(Math.max(number, low), high);
}
