// Checks for all pictures of the game: spots are large enough, match the drawing and are up to date, and the files are
// small and safe.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { levels, show } from "./published-game";

// A phone with a 360 px screen shows the picture 328 px wide.
const PHONE_WIDTH = 328;
const MIN_TARGET = 44;

test("the committed pictures and spots match the generator", () => {
  const build = fileURLToPath(new URL("../../pictures/build.mjs", import.meta.url));
  execFileSync(process.execPath, [build, "--check"], { stdio: "pipe" });
});

test("the game has three levels with eleven spots", () => {
  expect(
    levels.map(({ description, spots }) => [description, spots.map(({ id }) => id)]),
  ).toStrictEqual([
    ["Spot the different smiley-Easy", [1]],
    ["Select all stars-Medium", [1, 2, 3, 4, 5]],
    ["Spot all differences-Hard", [1, 2, 3, 4, 5]],
  ]);
});

for (const level of levels) {
  test.describe(level.image, () => {
    test("has spots of at least 44 pixels on a small phone", () => {
      const scale = PHONE_WIDTH / level.width;
      for (const spot of level.spots) {
        expect(spot.width * scale, spot.label).toBeGreaterThanOrEqual(MIN_TARGET);
        expect(spot.height * scale, spot.label).toBeGreaterThanOrEqual(MIN_TARGET);
      }
    });

    test("has spots inside the picture that do not overlap", () => {
      const rounding = 0.1;
      for (const a of level.spots) {
        expect(a.x, a.label).toBeGreaterThanOrEqual(0);
        expect(a.y, a.label).toBeGreaterThanOrEqual(0);
        expect(a.x + a.width, a.label).toBeLessThanOrEqual(level.width + rounding);
        expect(a.y + a.height, a.label).toBeLessThanOrEqual(level.height + rounding);
        for (const b of level.spots.filter(({ id }) => id !== a.id)) {
          const apart =
            a.x + a.width <= b.x ||
            b.x + b.width <= a.x ||
            a.y + a.height <= b.y ||
            b.y + b.height <= a.y;
          expect(apart, `${a.label} and ${b.label}`).toBe(true);
        }
      }
    });

    test("marks each spot once in the drawing, inside its rectangle", async ({ page }) => {
      await show(page, level);
      const marks = await page.locator("[data-spot]").evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const { spot, label } = (element as SVGElement).dataset;
          return { id: Number(spot), label, x: x + width / 2, y: y + height / 2 };
        }),
      );
      expect(marks.map(({ id, label }) => ({ id, label })).sort((a, b) => a.id - b.id)).toEqual(
        level.spots.map(({ id, label }) => ({ id, label })),
      );
      for (const mark of marks) {
        const containing = level.spots.filter(
          (spot) =>
            spot.x < mark.x &&
            mark.x < spot.x + spot.width &&
            spot.y < mark.y &&
            mark.y < spot.y + spot.height,
        );
        expect(containing.map(({ id }) => id)).toStrictEqual([mark.id]);
      }
    });

    test("contains only shapes, is well-formed, and is at most 8 KB with Brotli", async ({
      page,
    }) => {
      expect(brotliCompressSync(level.svg).length).toBeLessThanOrEqual(8 * 1024);
      const found = await page.evaluate((svg) => {
        const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
        const elements = [...picture.querySelectorAll("*")];
        return {
          names: [...new Set(elements.map(({ localName }) => localName))],
          attributes: [...new Set(elements.flatMap((element) => element.getAttributeNames()))],
          links: elements.flatMap((element) => element.getAttribute("href") ?? []),
          ids: elements.flatMap(({ id }) => id || []),
          text: picture.documentElement.textContent?.trim(),
        };
      }, level.svg);
      const shapes = ["svg", "defs", "g", "use", "path", "rect", "circle", "ellipse"];
      const paint = ["linearGradient", "radialGradient", "stop", "clipPath"];
      expect([...shapes, ...paint]).toEqual(expect.arrayContaining(found.names));
      expect(found.attributes.filter((name) => name === "style" || name.startsWith("on"))).toEqual(
        [],
      );
      expect(found.links.filter((link) => !found.ids.includes(link.slice(1)))).toStrictEqual([]);
      expect(found.ids).toHaveLength(new Set(found.ids).size);
      expect(found.text).toBe("");
    });
  });
}
