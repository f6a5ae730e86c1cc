// Loads the texts of those drafts that may be one step for people, and of the clinic's document, whose parts are named.
import { useQueries } from "@tanstack/react-query";
import type { DraftSummary } from "../../../generated/DraftSummary";
import { draftChangesQuery } from "../../api/queries";
import { REDIRECTS_FILE } from "../comparison/change-groups";
import type { DefinedChange } from "../comparison/GroupedChange";
import { CLINIC_FILE } from "../document-parts";

/** A text that cannot be loaded is left out: its draft stays a row of its own. */
export function useDraftTexts(drafts: readonly DraftSummary[]): {
  texts: readonly DefinedChange[];
  isLoading: boolean;
} {
  const paths = pathsToRead(drafts);
  const queries = useQueries({ queries: paths.map((path) => draftChangesQuery(path)) });
  const texts = queries.flatMap(({ data }, index) => {
    const path = paths[index];
    if (path === undefined || data === undefined) return [];
    return [{ path, before: data.published, after: data.text, definition: data.definition }];
  });
  return { texts, isLoading: queries.some(({ isLoading }) => isLoading) };
}

/** The folders of lists with an order, also that of the home page. */
const ORDERED = ["services", "outreaches", "team", "articles"];

function pathsToRead(drafts: readonly DraftSummary[]): readonly string[] {
  const all = drafts.map(({ path }) => path).filter((path) => /\.(?:md|toml)$/.test(path));
  const isMove =
    all.includes(REDIRECTS_FILE) &&
    drafts.some(({ isNew }) => isNew) &&
    drafts.some(({ isDeletion }) => isDeletion);
  if (isMove) return all;
  const changed = drafts.filter(({ isNew, isDeletion }) => !isNew && !isDeletion);
  const folderOf = (path: string) => path.slice(0, path.indexOf("/"));
  const isOrdered = (path: string) =>
    ORDERED.includes(folderOf(path)) &&
    changed.filter((draft) => folderOf(draft.path) === folderOf(path)).length > 1;
  const isChanged = (path: string) => changed.some((draft) => draft.path === path);
  return all.filter((path) => path === CLINIC_FILE || (isChanged(path) && isOrdered(path)));
}
