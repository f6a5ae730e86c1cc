// Level 3: compares the two scenes pixel by pixel. They must differ only inside the spots.

import { expect, test } from "@playwright/test";
import { imageUrl, levelNumber, show } from "./published-game";

const level = levelNumber(3);
const DENSITY = 2;

/** Counts the different pixels in each spot, and lists those outside all spots. */
const compare = async ({
  url,
  density,
  spots,
}: {
  url: string;
  density: number;
  spots: typeof level.spots;
}) => {
  const lower = document.querySelector<SVGGElement>("#l3-lower")?.getCTM()?.f ?? 0;
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const width = picture.width * density;
  const height = (picture.height - lower) * density;
  // Both scenes are drawn at the same position, so that equal shapes give exactly equal pixels.
  const draw = (top: number) => {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    context.scale(density, density);
    context.translate(0, -top);
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const upperPixels = draw(0);
  const lowerPixels = draw(lower);
  const counts = spots.map(({ id }) => ({ id, different: 0, clearlyDifferent: 0 }));
  const outside: string[] = [];
  for (let at = 0; at < lowerPixels.length; at += 4) {
    const gap = Math.max(
      ...[0, 1, 2, 3].map((i) => Math.abs((lowerPixels[at + i] ?? 0) - (upperPixels[at + i] ?? 0))),
    );
    if (gap === 0) continue;
    const x = ((at / 4) % width) / density;
    const y = Math.floor(at / 4 / width) / density + lower;
    const index = spots.findIndex(
      (spot) => spot.x <= x && x < spot.x + spot.width && spot.y <= y && y < spot.y + spot.height,
    );
    const count = counts[index];
    if (!count) outside.push(`${x},${y}`);
    else {
      count.different += 1;
      if (gap > 60) count.clearlyDifferent += 1;
    }
  }
  return { lower, counts, outside };
};

test("all different pixels are inside spots, and every spot is clearly different", async ({
  page,
}) => {
  await show(page, level);
  const { lower, counts, outside } = await page.evaluate(compare, {
    url: imageUrl(level),
    density: DENSITY,
    spots: level.spots,
  });
  expect(Number.isInteger(lower)).toBe(true);
  expect(lower).toBeGreaterThan(level.height / 2);
  expect(outside).toStrictEqual([]);
  const phoneScale = (328 / level.width / DENSITY) ** 2;
  for (const { id, clearlyDifferent } of counts) {
    const name = level.spots.find((spot) => spot.id === id)?.label;
    expect(clearlyDifferent * phoneScale, `${name}, in square pixels on a phone`).toBeGreaterThan(
      24,
    );
  }
});

test("all spots are in the lower scene, and the upper one is not marked", async ({ page }) => {
  await show(page, level);
  const lower = await page
    .locator("#l3-lower")
    .evaluate((scene: SVGGElement) => scene.getCTM()?.f ?? 0);
  for (const spot of level.spots) expect(spot.y, spot.label).toBeGreaterThanOrEqual(lower);
  await expect(page.locator("#l3-upper [data-spot]")).toHaveCount(0);
  await expect(page.locator("#l3-lower [data-spot]")).toHaveCount(5);
});
