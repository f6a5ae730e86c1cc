// The order of the lists: pages as on the site, and what was edited last.
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { pages } from "../../../generated/pages";
import { nameOf } from "../content-address";

const MAX_RECENT = 5;

/** The pages of the menu in its order, and the others after them. */
export function pagesInOrder(documents: readonly DocumentSummary[]): readonly DocumentSummary[] {
  return [...documents].sort((one, other) => positionOf(one) - positionOf(other));
}

function positionOf({ path }: DocumentSummary): number {
  const name = nameOf(path);
  const position = pages.findIndex(({ kind, path: page }) => page === `/${name}` || kind === name);
  return position < 0 ? pages.length : position;
}

/** The drafts that were saved last, newest first. */
export function recentlyEdited(documents: readonly DocumentSummary[]): readonly DocumentSummary[] {
  return documents
    .filter(({ kind, savedAt }) => savedAt !== null && kind !== "picture")
    .sort((one, other) => Date.parse(other.savedAt ?? "") - Date.parse(one.savedAt ?? ""))
    .slice(0, MAX_RECENT);
}
