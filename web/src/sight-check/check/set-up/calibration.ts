// The size of the screen's pixels, from an object of known size that the visitor holds against a frame. Lengths are in
// millimetres, lengths on the screen in CSS pixels unless they say otherwise.

export type ObjectKind = "card" | "note";

/** A bank or ID card (ISO/IEC 7810 ID-1), and a note of 5 to 50 naira. */
export const OBJECTS: Record<ObjectKind, { readonly long: number; readonly short: number }> = {
  card: { long: 85.6, short: 53.98 },
  note: { long: 130, short: 72 },
};

/** What the size of a CSS pixel depends on. Compared, to notice a change. */
export type Display = {
  /** Device pixels for each CSS pixel. Zooming changes it. */
  readonly ratio: number;
  /** How far two fingers have enlarged the page. */
  readonly scale: number;
  /** The whole screen, which is another one when the window was moved. */
  readonly screen: string;
  /** A phone or a tablet. */
  readonly isTouch: boolean;
};

export type Calibration = {
  /** The width of one device pixel. */
  readonly pixelPitch: number;
  readonly display: Display;
};

export function calibrate(object: ObjectKind, longSide: number, display: Display): Calibration {
  return { pixelPitch: OBJECTS[object].long / longSide / display.ratio, display };
}

export function isSameDisplay(a: Display, b: Display): boolean {
  return a.ratio === b.ratio && a.screen === b.screen && Math.abs(a.scale - b.scale) < 0.01;
}

/** Known screens, with some room: phones and tablets have 150 to 600 pixels an inch, laptops and monitors 75 to 350. */
const PLAUSIBLE = {
  touch: { least: 0.04, most: 0.17 },
  other: { least: 0.07, most: 0.34 },
} as const;

export function isPlausible({ pixelPitch, display }: Calibration): boolean {
  const { least, most } = display.isTouch ? PLAUSIBLE.touch : PLAUSIBLE.other;
  return pixelPitch >= least && pixelPitch <= most;
}

/** What the frame starts with: about right on most screens, so that little has to be moved. */
export function firstLongSide(object: ObjectKind, { isTouch }: Pick<Display, "isTouch">): number {
  return Math.round(OBJECTS[object].long / (isTouch ? 0.16 : 0.24));
}

/** Smaller or larger frames fit no known screen, and a slider needs an end. */
export function longSideLimits(object: ObjectKind): { min: number; max: number } {
  return {
    min: Math.round(OBJECTS[object].long / 0.45),
    max: Math.round(OBJECTS[object].long / 0.08),
  };
}
