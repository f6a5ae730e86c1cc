// The screens of the simulation: common sizes of phones at 2 m and laptops at 3 m. The short side of a laptop is the height of
// the browser's window, not of the screen.
import type { Screen } from "../drawing/stroke";

const MILLIMETRES_PER_INCH = 25.4;

function device(name: string, pixelsPerInch: number, shortSide: number, distance: number) {
  const screen: Screen = {
    pixelPitch: MILLIMETRES_PER_INCH / pixelsPerInch,
    shortSide,
    distance,
  };
  return { name, screen };
}

export const DEVICES = [
  device("phone, 6.6 inches, 720 × 1612", 267.5, 720, 2000),
  device("phone, 6.5 inches, 1080 × 2340", 396.5, 1080, 2000),
  device("phone, 6.1 inches, 1179 × 2556", 461.4, 1179, 2000),
  device("laptop, 15.6 inches, 1366 × 768", 100.5, 640, 3000),
  device("laptop, 13.3 inches, 2560 × 1600", 227, 1360, 3000),
];
