// Hints of the practice puzzle: in which ninth of the scene a difference is, in words and as a part of the picture.

import type { Level } from "../../generated/Level";
import type { Spot } from "../../generated/Spot";
import { type Area, keyOf } from "../Board";
import type { SpotId } from "../game-reducer";
import { inReadingOrder } from "../reading-order";

/** So long after the start, the last difference found and the last hint one can ask for a hint. */
export const HINT_AFTER_SECONDS = 30;

const WORDS = [
  ["at the top left", "at the top, in the middle", "at the top right"],
  ["in the middle, on the left", "in the middle", "in the middle, on the right"],
  ["at the bottom left", "at the bottom, in the middle", "at the bottom right"],
] as const;

/** The difference that the next hint is about. Undefined if there is a hint for every hidden one. */
export function nextHint(
  { spots }: Level,
  found: readonly SpotId[],
  hinted: readonly SpotId[],
): SpotId | undefined {
  return inReadingOrder(spots).find(({ id }) => !found.includes(id) && !hinted.includes(id))?.id;
}

/** Where the hints say to look, without what is found meanwhile. */
export function areasOf(
  level: Level,
  found: readonly SpotId[],
  hinted: readonly SpotId[],
): readonly Area[] {
  const areas = hinted
    .filter((id) => !found.includes(id))
    .flatMap((id) => level.spots.filter((spot) => spot.id === id))
    .map((spot) => placeOf(spot, level).area);
  // Two differences may be in one area.
  return areas.filter((area, i) => areas.findIndex((other) => keyOf(other) === keyOf(area)) === i);
}

const FURTHER = ["another one", "a third one", "a fourth one", "a fifth one"] as const;

/** "Look at the top left." If earlier hints were about the same ninth: "There is another one at the top left." Each sentence
 * is new, because screen readers do not read a text that stays the same. */
export function hintText(level: Level, id: SpotId, earlier: readonly SpotId[]): string {
  const wordsOf = (wanted: SpotId) => {
    const spot = level.spots.find((candidate) => candidate.id === wanted);
    return spot && placeOf(spot, level).words;
  };
  const words = wordsOf(id);
  if (words === undefined) return "";
  const before = earlier.filter((hint) => wordsOf(hint) === words).length;
  if (before === 0) return `Look ${words}.`;
  return `There is ${FURTHER[before - 1] ?? "one more"} ${words}.`;
}

type Place = { area: Area; words: string };

/** Spots are in the second scene of a level that has two. */
function placeOf(spot: Spot, { secondSceneTop }: Level): Place {
  const sceneTop = Number.parseFloat(secondSceneTop ?? "0");
  const [width, height] = [100 / 3, (100 - sceneTop) / 3];
  const column = third(centre(spot.left, spot.width) / width);
  const row = third((centre(spot.top, spot.height) - sceneTop) / height);
  const ninth = { left: column * width, top: sceneTop + row * height, width, height };
  return { area: union(ninth, spot), words: WORDS[row][column] };
}

/** A difference at the edge of its ninth would be only partly in the frame. */
function union(area: Area, spot: Spot): Area {
  const [left, top, width, height] = [spot.left, spot.top, spot.width, spot.height].map(
    Number.parseFloat,
  ) as [number, number, number, number];
  const [x, y] = [Math.min(area.left, left), Math.min(area.top, top)];
  return {
    left: x,
    top: y,
    width: Math.max(area.left + area.width, left + width) - x,
    height: Math.max(area.top + area.height, top + height) - y,
  };
}

function third(position: number): 0 | 1 | 2 {
  if (position < 1) return 0;
  return position < 2 ? 1 : 2;
}

function centre(start: string, size: string): number {
  return Number.parseFloat(start) + Number.parseFloat(size) / 2;
}
