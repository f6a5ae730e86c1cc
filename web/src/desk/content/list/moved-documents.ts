// A changed address is one document for people: the new one, which says where it was. The draft that deletes the old one is not a row.
import { useQuery } from "@tanstack/react-query";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { draftChangesQuery } from "../../api/queries";
import { groupChanges, pathOfAddress, REDIRECTS_FILE } from "../comparison/change-groups";

export type ListedDocument = DocumentSummary & {
  /** The address that visitors know. Not there when it is the same. */
  readonly movedFrom?: string;
};

export function useListedDocuments(
  documents: readonly DocumentSummary[],
): readonly ListedDocument[] {
  const isMoved = documents.some(({ path, state }) => path === REDIRECTS_FILE && isDraft(state));
  const { data } = useQuery({ ...draftChangesQuery(REDIRECTS_FILE), enabled: isMoved });
  return isMoved && data ? listDocuments(documents, data.text) : documents;
}

/** `redirects` is the text of their draft. */
export function listDocuments(
  documents: readonly DocumentSummary[],
  redirects: string | null,
): readonly ListedDocument[] {
  // Their words do not matter here.
  const drafts = documents.map(({ path, state }) => ({
    path,
    before: state === "new" ? null : "",
    after: path === REDIRECTS_FILE ? redirects : state === "deleted" ? null : "",
  }));
  const group = groupChanges(drafts).find(({ kind }) => kind === "address");
  const moves = group?.kind === "address" ? group.moves : [];
  return documents
    .filter(({ path }) => !moves.some(({ from }) => pathOfAddress(from) === path))
    .map((document) => {
      const move = moves.find(({ to }) => pathOfAddress(to) === document.path);
      return move ? { ...document, movedFrom: move.from } : document;
    });
}

const isDraft = (state: DocumentSummary["state"]) => state === "changed" || state === "new";
