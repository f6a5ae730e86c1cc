// Owns the proof for level 3: pixel by pixel, the lower scene is the upper one but for what lies in the spots.

import { expect, test } from "@playwright/test";
import { imageUrl, levelNumber, show } from "./published";

const level = levelNumber(3);
const DENSITY = 2;

/** Pixels of the lower scene that are not those of the upper one: how many in each spot, and which in none. */
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
  // Each scene is drawn to the same place: the same numbers give the same pixels, to the last bit.
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
  const found = spots.map(({ id }) => ({ id, different: 0, plain: 0 }));
  const stray: string[] = [];
  for (let at = 0; at < lowerPixels.length; at += 4) {
    const gap = Math.max(
      ...[0, 1, 2, 3].map((i) => Math.abs((lowerPixels[at + i] ?? 0) - (upperPixels[at + i] ?? 0))),
    );
    if (gap === 0) continue;
    const x = ((at / 4) % width) / density;
    const y = Math.floor(at / 4 / width) / density + lower;
    const holder = spots.findIndex(
      (spot) => spot.x <= x && x < spot.x + spot.width && spot.y <= y && y < spot.y + spot.height,
    );
    const tally = found[holder];
    if (!tally) stray.push(`${x},${y}`);
    else {
      tally.different += 1;
      if (gap > 60) tally.plain += 1;
    }
  }
  return { lower, found, stray };
};

test("every pixel that differs lies in a spot, and every spot differs plainly", async ({
  page,
}) => {
  await show(page, level);
  const { lower, found, stray } = await page.evaluate(compare, {
    url: imageUrl(level),
    density: DENSITY,
    spots: level.spots,
  });
  expect(Number.isInteger(lower)).toBe(true);
  expect(lower).toBeGreaterThan(level.height / 2);
  expect(stray).toStrictEqual([]);
  const phone = (328 / level.width / DENSITY) ** 2;
  for (const { id, plain } of found) {
    const name = level.spots.find((spot) => spot.id === id)?.label;
    expect(plain * phone, `${name}, in square pixels on a phone`).toBeGreaterThan(24);
  }
});

test("all spots lie in the lower scene, and the upper one carries no mark", async ({ page }) => {
  await show(page, level);
  const lower = await page
    .locator("#l3-lower")
    .evaluate((scene: SVGGElement) => scene.getCTM()?.f ?? 0);
  for (const spot of level.spots) expect(spot.y, spot.label).toBeGreaterThanOrEqual(lower);
  await expect(page.locator("#l3-upper [data-spot]")).toHaveCount(0);
  await expect(page.locator("#l3-lower [data-spot]")).toHaveCount(5);
});
