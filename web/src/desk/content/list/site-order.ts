// The order of the lists: pages as on the site, and what was edited last.
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { pages } from "../../../generated/pages";
import type { RecentDocument } from "../../../generated/RecentDocument";
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

/** The drafts that were saved last, and what the signed-in person has published, newest first. */
export function recentlyEdited(
  documents: readonly DocumentSummary[],
  published: readonly RecentDocument[],
): readonly DocumentSummary[] {
  const publishedAt = new Map(published.map((recent) => [recent.path, recent.publishedAt]));
  return documents
    .filter(({ kind }) => kind !== "picture" && kind !== "descriptions")
    .flatMap((document) => {
      const editedAt = document.savedAt ?? publishedAt.get(document.path);
      return editedAt === undefined ? [] : [{ document, editedAt: Date.parse(editedAt) }];
    })
    .sort((one, other) => other.editedAt - one.editedAt)
    .slice(0, MAX_RECENT)
    .map(({ document }) => document);
}
