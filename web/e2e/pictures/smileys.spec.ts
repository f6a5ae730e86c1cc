// Owns the proof for level 1: drawn upright, in one size and without its tint, every face is the same but one,
// and that one is the spot.

import { expect, type Page, test } from "@playwright/test";
import { imageUrl, levelNumber, show } from "./published";

const level = levelNumber(1);
const RADIUS = 50;

/** For each face: where it is, how it is tinted, and how many pixels of ink are not where most faces have ink. */
const examine = async ({ url, radius }: { url: string; radius: number }) => {
  const side = 4 * radius;
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");

  const uses = [...document.querySelectorAll<SVGUseElement>("svg > use")];
  const faces = uses.map((use) => {
    const place = use.getCTM();
    if (!place) throw new Error("a face without a place");
    context.setTransform(2, 0, 0, 2, side / 2, side / 2);
    context.transform(...(({ a, b, c, d, e, f }) => [a, b, c, d, e, f] as const)(place.inverse()));
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, side, side);
    const ink: boolean[] = [];
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const at = 4 * (y * side + x);
        const light =
          0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
        const inside = Math.hypot(x - side / 2, y - side / 2) < 2 * (radius - 2);
        ink.push(inside && light < 100);
      }
    }
    return {
      spot: use.dataset.spot,
      tint: use.getAttribute("fill"),
      x: place.e,
      y: place.f,
      r: radius * Math.hypot(place.a, place.b),
      ink,
    };
  });
  const most = Array.from(
    { length: side * side },
    (_, i) => faces.filter(({ ink }) => ink[i]).length > faces.length / 2,
  );
  return {
    inkOfMost: most.filter(Boolean).length,
    faces: faces.map(({ ink, ...face }) => ({
      ...face,
      strange: ink.filter((dark, i) => dark !== most[i]).length,
    })),
  };
};

const look = async (page: Page) => {
  await show(page, level);
  return page.evaluate(examine, { url: imageUrl(level), radius: RADIUS });
};

test("exactly one face differs from its fellows, and it is the spot", async ({ page }) => {
  const { faces, inkOfMost } = await look(page);
  expect(faces.length).toBeGreaterThanOrEqual(20);
  // Edges fall on pixels a little differently at each tilt and size; a wink is far more than that.
  const odd = faces.filter(({ strange }) => strange > 0.04 * inkOfMost);
  expect(odd.map(({ spot }) => spot)).toStrictEqual(["1"]);
  const fellows = faces.filter(({ spot }) => spot === undefined);
  expect(fellows).toHaveLength(faces.length - 1);
  expect(Math.max(...fellows.map(({ strange }) => strange))).toBeLessThan(0.025 * inkOfMost);
});

test("neither tint nor size gives the odd one away", async ({ page }) => {
  const { faces } = await look(page);
  const odd = faces.find(({ spot }) => spot === "1");
  expect(faces.filter(({ tint }) => tint === odd?.tint).length).toBeGreaterThanOrEqual(3);
  const sizes = faces.filter(({ spot }) => !spot).map(({ r }) => r);
  expect(odd?.r).toBeGreaterThan(Math.min(...sizes));
  expect(odd?.r).toBeLessThan(Math.max(...sizes));
});

test("the spot holds the odd face whole, and no face covers another", async ({ page }) => {
  const { faces } = await look(page);
  const [spot] = level.spots;
  const odd = faces.find((face) => face.spot === "1");
  if (!spot || !odd) throw new Error("level 1 needs its one spot");
  expect(odd.x - odd.r).toBeGreaterThanOrEqual(spot.x);
  expect(odd.y - odd.r).toBeGreaterThanOrEqual(spot.y);
  expect(odd.x + odd.r).toBeLessThanOrEqual(spot.x + spot.width);
  expect(odd.y + odd.r).toBeLessThanOrEqual(spot.y + spot.height);
  for (const a of faces)
    for (const b of faces)
      if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.r + b.r);
});
