// Reads the published game from content/game and shows its pictures on a page or a canvas. Does not use the generator:
// the tests check the files that visitors get.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

export interface Spot {
  id: number;
  label: string;
  /** In units of the picture's viewBox. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Level {
  image: string;
  alt: string;
  description: string;
  svg: string;
  width: number;
  height: number;
  spots: Spot[];
}

const folder = new URL("../../../content/game/", import.meta.url);

type Fields = Record<string, string | number>;

/** Parses the subset of TOML that game.toml uses: arrays of tables, and one-line strings and numbers. */
const parseTables = (toml: string): { name: string; fields: Fields }[] => {
  const tables: { name: string; fields: Fields }[] = [];
  for (const line of toml.split("\n")) {
    const header = /^\[\[([\w.]+)\]\]$/.exec(line);
    const pair = /^(\w+) = (.+)$/.exec(line);
    if (header?.[1]) tables.push({ name: header[1], fields: {} });
    else if (pair?.[1] && pair[2]) {
      const table = tables.at(-1);
      if (!table) throw new Error(`A field outside a table: ${line}`);
      table.fields[pair[1]] = JSON.parse(pair[2]) as string | number;
    } else if (line.trim() !== "" && !line.startsWith("#")) {
      throw new Error(`Unsupported syntax in game.toml: ${line}`);
    }
  }
  return tables;
};

const fraction = (fields: Fields, key: string): number => {
  const value = /^(\d+(?:\.\d+)?)%$/.exec(String(fields[key]))?.[1];
  if (value === undefined) throw new Error(`${key} is not a percentage: ${fields[key]}`);
  return Number(value) / 100;
};

const readLevels = (): Level[] => {
  const levels: Level[] = [];
  for (const { name, fields } of parseTables(readFileSync(new URL("game.toml", folder), "utf8"))) {
    if (name === "levels") {
      const image = String(fields.image);
      const svg = readFileSync(new URL(image, folder), "utf8");
      const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
      levels.push({
        image,
        alt: String(fields.alt),
        description: String(fields.description),
        svg,
        width: Number(width),
        height: Number(height),
        spots: [],
      });
      continue;
    }
    const level = levels.at(-1);
    if (name !== "levels.spots" || !level) throw new Error(`Unexpected table ${name}`);
    level.spots.push({
      id: Number(fields.id),
      label: String(fields.label),
      x: fraction(fields, "left") * level.width,
      y: fraction(fields, "top") * level.height,
      width: fraction(fields, "width") * level.width,
      height: fraction(fields, "height") * level.height,
    });
  }
  return levels;
};

export const levels = readLevels();

export const levelNumber = (number: 1 | 2 | 3): Level => {
  const level = levels[number - 1];
  if (!level) throw new Error(`game.toml has no level ${number}`);
  return level;
};

/** Shows the picture inline at the top left of the page, with one CSS pixel for each unit. */
export const show = async (page: Page, level: Level): Promise<void> => {
  await page.setViewportSize({ width: level.width, height: level.height });
  await page.setContent(
    `<!doctype html><body style="margin:0"><div style="width:${level.width}px">${level.svg}</div>`,
  );
};

/** The picture as a data URL with an intrinsic size, so that a canvas can draw it. */
export const imageUrl = ({ svg, width, height }: Level): string =>
  `data:image/svg+xml,${encodeURIComponent(svg.replace("<svg ", `<svg width="${width}" height="${height}" `))}`;
