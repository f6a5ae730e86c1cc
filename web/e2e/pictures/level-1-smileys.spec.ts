// Level 1: drawn upright, in one size and without colour, all faces must be the same except one, and that one must be
// the spot.

import { expect, type Page, test } from "@playwright/test";
import { imageUrl, levelNumber, show } from "./published-game";

const level = levelNumber(1);
const RADIUS = 50;

/** For each face: its position and colour, and how many of its dark pixels differ from those of most faces. */
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
    if (!place) throw new Error("a face without a transform");
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
      different: ink.filter((dark, i) => dark !== most[i]).length,
    })),
  };
};

const examineFaces = async (page: Page) => {
  await show(page, level);
  return page.evaluate(examine, { url: imageUrl(level), radius: RADIUS });
};

test("exactly one face differs from the others, and it is the spot", async ({ page }) => {
  const { faces, inkOfMost } = await examineFaces(page);
  expect(faces.length).toBeGreaterThanOrEqual(20);
  // Antialiasing differs a little with rotation and size; a wink differs far more.
  const odd = faces.filter(({ different }) => different > 0.04 * inkOfMost);
  expect(odd.map(({ spot }) => spot)).toStrictEqual(["1"]);
  const others = faces.filter(({ spot }) => spot === undefined);
  expect(others).toHaveLength(faces.length - 1);
  expect(Math.max(...others.map(({ different }) => different))).toBeLessThan(0.025 * inkOfMost);
});

test("the odd face cannot be found by its colour or size", async ({ page }) => {
  const { faces } = await examineFaces(page);
  const odd = faces.find(({ spot }) => spot === "1");
  expect(faces.filter(({ tint }) => tint === odd?.tint).length).toBeGreaterThanOrEqual(3);
  const sizes = faces.filter(({ spot }) => !spot).map(({ r }) => r);
  expect(odd?.r).toBeGreaterThan(Math.min(...sizes));
  expect(odd?.r).toBeLessThan(Math.max(...sizes));
});

test("the spot contains the whole odd face, and no faces overlap", async ({ page }) => {
  const { faces } = await examineFaces(page);
  const [spot] = level.spots;
  const odd = faces.find((face) => face.spot === "1");
  if (!spot || !odd) throw new Error("level 1 must have one spot");
  expect(odd.x - odd.r).toBeGreaterThanOrEqual(spot.x);
  expect(odd.y - odd.r).toBeGreaterThanOrEqual(spot.y);
  expect(odd.x + odd.r).toBeLessThanOrEqual(spot.x + spot.width);
  expect(odd.y + odd.r).toBeLessThanOrEqual(spot.y + spot.height);
  for (const a of faces)
    for (const b of faces)
      if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.r + b.r);
});
