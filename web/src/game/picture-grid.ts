// The grid of cells over a picture, in which the cursor of the keyboard moves: its cells, the keys, the words for a place,
// and which spot is at a place. Each of two scenes has a grid of its own, so that a place has the same cell in both.

import type { Level } from "../generated/Level";
import type { Spot } from "../generated/Spot";
import { type Area, areaOfSpot } from "./area";

/** A spot is at least 13.4 % of the picture's width wide and high (44 px on a small phone; the server checks it). A cell is at
 * most 8.4 %: the cell in whose area the middle of a spot lies always has its own middle in the spot. */
const COLUMNS = 12;

type PictureGrid = {
  /** Of each scene. */
  rows: number;
  scenes: 1 | 2;
  /** In percent of the picture's height. */
  sceneHeight: number;
  secondSceneTop: number;
};

/** Counted from 0. */
export type Cell = { scene: number; row: number; column: number };

export function gridOf({ image, secondSceneTop }: Level): PictureGrid {
  const top = Number.parseFloat(secondSceneTop ?? "0");
  const sceneHeight = 100 - top;
  const heightInWidths = ((sceneHeight / 100) * image.height) / image.width;
  return {
    rows: Math.max(1, Math.ceil(COLUMNS * heightInWidths - 0.1)),
    scenes: secondSceneTop === null ? 1 : 2,
    sceneHeight,
    secondSceneTop: top,
  };
}

/** Where the cursor begins: in the middle of the first scene. */
export function middleCell({ rows }: PictureGrid): Cell {
  return { scene: 0, row: Math.floor(rows / 2), column: COLUMNS / 2 };
}

export function areaOfCell(grid: PictureGrid, { scene, row, column }: Cell): Area {
  const [width, height] = [100 / COLUMNS, grid.sceneHeight / grid.rows];
  return { left: column * width, top: scene * grid.secondSceneTop + row * height, width, height };
}

/** The cell to which a key moves the cursor, as in a grid of the ARIA practices. Null if the key does not move it. */
export function moveByKey(
  grid: PictureGrid,
  cell: Cell,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): Cell | null {
  const last = { scene: grid.scenes - 1, row: grid.rows - 1, column: COLUMNS - 1 };
  switch (ctrlKey ? `Control+${key}` : key) {
    case "ArrowLeft":
      return { ...cell, column: Math.max(0, cell.column - 1) };
    case "ArrowRight":
      return { ...cell, column: Math.min(last.column, cell.column + 1) };
    case "ArrowUp":
      return moveRows(grid, cell, -1);
    case "ArrowDown":
      return moveRows(grid, cell, 1);
    case "Home":
      return { ...cell, column: 0 };
    case "End":
      return { ...cell, column: last.column };
    case "Control+Home":
      return { scene: 0, row: 0, column: 0 };
    case "Control+End":
      return last;
    case "PageUp":
      return grid.scenes === 2 ? { ...cell, scene: 0 } : moveRows(grid, cell, -halfOf(grid));
    case "PageDown":
      return grid.scenes === 2 ? { ...cell, scene: 1 } : moveRows(grid, cell, halfOf(grid));
    default:
      return null;
  }
}

const halfOf = ({ rows }: PictureGrid): number => Math.ceil(rows / 2);

/** From the last row of the first scene to the first of the second one. */
function moveRows({ rows, scenes }: PictureGrid, { scene, row, column }: Cell, by: number): Cell {
  const moved = Math.min(Math.max(scene * rows + row + by, 0), scenes * rows - 1);
  return { scene: Math.floor(moved / rows), row: moved % rows, column };
}

/** "Column 3, row 2", or "Upper scene, column 3, row 2". */
export function describeCell({ scenes }: PictureGrid, { scene, row, column }: Cell): string {
  const place = `olumn ${column + 1}, row ${row + 1}`;
  if (scenes === 1) return `C${place}`;
  return `${scene === 0 ? "Upper" : "Lower"} scene, c${place}`;
}

export type Place = { left: number; top: number };

export function middleOf({ left, top, width, height }: Area): Place {
  return { left: left + width / 2, top: top + height / 2 };
}

/** The spot that a click at this place would hit, in either of two scenes. `minimum` is the size to which the targets of spots
 * are enlarged on small screens, in percent. */
export function spotAt(
  { spots, secondSceneTop }: Level,
  place: Place,
  minimum: { width: number; height: number } = { width: 0, height: 0 },
): Spot | undefined {
  const shift = secondSceneTop === null ? null : Number.parseFloat(secondSceneTop);
  return spots.find((spot) => {
    const area = enlarge(areaOfSpot(spot), minimum);
    if (contains(area, place)) return true;
    return shift !== null && contains({ ...area, top: area.top - shift }, place);
  });
}

function enlarge(area: Area, minimum: { width: number; height: number }): Area {
  const width = Math.max(area.width, minimum.width);
  const height = Math.max(area.height, minimum.height);
  return {
    left: area.left - (width - area.width) / 2,
    top: area.top - (height - area.height) / 2,
    width,
    height,
  };
}

function contains({ left, top, width, height }: Area, place: Place): boolean {
  const [x, y] = [place.left - left, place.top - top];
  return x >= 0 && x < width && y >= 0 && y < height;
}
