// What a number of changes is made of: the clinic's facts are one document, and are counted apart from articles and pictures.

import { DESCRIPTIONS_FILE } from "../content-address";
import { CLINIC_FILE } from "../document-parts";
import { joinNames } from "../join-names";

/** By file or folder, in the order in which they are named. What there is only one of needs no number. */
const names: readonly (readonly [place: string, one: string, several: string | null])[] = [
  [CLINIC_FILE, "the clinic", null],
  ["pages", "page", "pages"],
  ["services", "service", "services"],
  ["outreaches", "outreach", "outreaches"],
  ["articles", "article", "articles"],
  ["info", "page of your own", "pages of your own"],
  ["team", "team member", "team members"],
  ["urgent.toml", "“Is it urgent?”", null],
  ["game", "the game", null],
  ["redirects.toml", "old addresses", null],
  ["pictures", "picture", "pictures"],
  [DESCRIPTIONS_FILE, "descriptions of pictures", null],
];

/** "the clinic, 2 articles and 1 picture" */
export function countDocuments(paths: readonly string[]): string {
  const places = paths.map((path) =>
    path === DESCRIPTIONS_FILE ? path : path.replace(/\/.*/, ""),
  );
  const counts = names.flatMap(([place, one, several]) => {
    const count = places.filter((other) => other === place).length;
    if (count === 0) return [];
    return several === null ? [one] : [`${count} ${count === 1 ? one : several}`];
  });
  return joinNames(counts);
}
