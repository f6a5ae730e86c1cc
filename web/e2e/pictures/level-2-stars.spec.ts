// Level 2: every five-pointed star must be a marked spot and fully visible. Stars are detected by their outlines, not
// by their marks in the drawing.

import { expect, test } from "@playwright/test";
import { imageUrl, levelNumber, show } from "./published-game";

const level = levelNumber(2);

/** Finds stars: closed outlines whose radius around the centre has the fifth Fourier harmonic as its strongest. */
const findStars = () => {
  const outlines = (shape: SVGGeometryElement): SVGGeometryElement[] => {
    const d = shape.getAttribute("d");
    if (d === null) return [shape];
    return d
      .split(/(?=M)/)
      .filter((part) => /z\s*$/.test(part))
      .map((part) => {
        if (part.includes("m")) throw new Error(`cannot split this path into outlines: ${d}`);
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", part);
        return path;
      });
  };
  const harmonicsOf = (outline: SVGGeometryElement): number[] => {
    const steps = 240;
    const length = outline.getTotalLength();
    const points = Array.from({ length: steps }, (_, i) =>
      outline.getPointAtLength((i / steps) * length),
    );
    let [area, cx, cy] = [0, 0, 0];
    points.forEach((p, i) => {
      const q = points[(i + 1) % steps] ?? p;
      const cross = p.x * q.y - q.x * p.y;
      area += cross / 2;
      cx += ((p.x + q.x) * cross) / 6;
      cy += ((p.y + q.y) * cross) / 6;
    });
    const bins = Array.from({ length: 120 }, () => 0);
    for (const { x, y } of points) {
      const angle = Math.atan2(y - cy / area, x - cx / area);
      const bin = (Math.round((angle * 60) / Math.PI) + 120) % 120;
      bins[bin] = Math.max(bins[bin] ?? 0, Math.hypot(x - cx / area, y - cy / area));
    }
    let last = bins.findLast((r) => r > 0) ?? 0;
    const radii = bins.map((r) => {
      last = r || last;
      return last;
    });
    const mean = radii.reduce((sum, r) => sum + r, 0) / 120;
    return Array.from({ length: 13 }, (_, k) => {
      const at = (wave: (angle: number) => number) =>
        radii.reduce((sum, r, i) => sum + r * wave((i * k * Math.PI) / 60), 0);
      return (2 * Math.hypot(at(Math.cos), at(Math.sin))) / 120 / mean;
    });
  };
  const shapes = [
    ...document.querySelectorAll<SVGGeometryElement>("path, rect, circle, ellipse, polygon"),
  ];
  return {
    shapeCount: shapes.length,
    stars: shapes.flatMap((shape) => {
      const isStar = outlines(shape).some((outline) => {
        const [, ...harmonics] = harmonicsOf(outline);
        const fifth = harmonics[4] ?? 0;
        return fifth > 0.1 && fifth === Math.max(...harmonics);
      });
      if (!isStar) return [];
      const { x, y, width, height } = shape.getBoundingClientRect();
      return [{ spot: Number(shape.dataset.spot), x, y, width, height }];
    }),
  };
};

test("every star is marked and completely inside its own spot", async ({ page }) => {
  await show(page, level);
  const { shapeCount, stars } = await page.evaluate(findStars);
  expect(shapeCount).toBeGreaterThan(200);
  expect(stars.map(({ spot }) => spot).sort()).toStrictEqual([1, 2, 3, 4, 5]);
  for (const spot of level.spots) {
    const touching = stars.filter(
      (star) =>
        star.x < spot.x + spot.width &&
        spot.x < star.x + star.width &&
        star.y < spot.y + spot.height &&
        spot.y < star.y + star.height,
    );
    expect(touching.map((star) => star.spot)).toStrictEqual([spot.id]);
    for (const star of touching) {
      expect(star.x).toBeGreaterThanOrEqual(spot.x);
      expect(star.y).toBeGreaterThanOrEqual(spot.y);
      expect(star.x + star.width).toBeLessThanOrEqual(spot.x + spot.width);
      expect(star.y + star.height).toBeLessThanOrEqual(spot.y + spot.height);
    }
  }
});

/** For each star: how many of its tips are visible, and its contrast with the background between its tips. */
const examineStars = async (url: string) => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.drawImage(picture, 0, 0);
  const luminance = (x: number, y: number) => {
    const linear = [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].map((v) =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
  };
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  return [...document.querySelectorAll<SVGPathElement>("[data-spot]")].map((star) => {
    const corners = (star.getAttribute("d")?.match(/-?[\d.]+ -?[\d.]+/g) ?? []).map((pair) =>
      pair.split(" ").map(Number),
    );
    const middle = [0, 1].map((axis) => {
      const sum = corners.reduce((total, corner) => total + (corner[axis] ?? 0), 0);
      return sum / corners.length;
    });
    const from = (corner: number[], share: number) =>
      [0, 1].map((axis) => {
        const centre = middle[axis] ?? 0;
        return centre + ((corner[axis] ?? 0) - centre) * share;
      }) as [number, number];
    const tips = corners.filter((_, i) => i % 2 === 0);
    const dents = corners.filter((_, i) => i % 2 === 1);
    const on = median(tips.map((tip) => luminance(...from(tip, 0.6))));
    const beside = median(dents.map((dent) => luminance(...from(dent, 1.7))));
    return {
      spot: Number(star.dataset.spot),
      visibleTips: tips.filter((tip) => document.elementFromPoint(...from(tip, 0.85)) === star)
        .length,
      contrast: (Math.max(on, beside) + 0.05) / (Math.min(on, beside) + 0.05),
      radius: Math.max(
        ...tips.map(([x, y]) =>
          Math.hypot((x ?? 0) - (middle[0] ?? 0), (y ?? 0) - (middle[1] ?? 0)),
        ),
      ),
    };
  });
};

test("every star is visible: no tip is covered, the contrast is high enough, and it is not too small", async ({
  page,
}) => {
  await show(page, level);
  const stars = await page.evaluate(examineStars, imageUrl(level));
  expect(stars).toHaveLength(5);
  for (const star of stars) {
    const name = level.spots.find(({ id }) => id === star.spot)?.label;
    expect(star.visibleTips, name).toBe(5);
    expect(star.contrast, name).toBeGreaterThan(1.4);
    expect((2 * star.radius * 328) / level.width, name).toBeGreaterThan(12);
  }
});
