// What the search shows: documents by the names that the desk gives them, which the server does not know, the clinic's facts as its
// form shows them, and what the server has found in titles, texts and descriptions of pictures.
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { FoundDocument } from "../../../generated/FoundDocument";
import { documentPath, pictureListPath } from "../content-address";
import { CLINIC_FILE, titleOf } from "../document-parts";
import type { FoundFacts } from "./find-facts";

export type FoundRow = {
  readonly href: string;
  readonly title: string;
  readonly excerpt: string | null;
  /** Null when the list does not have it yet. */
  readonly document: DocumentSummary | null;
};

/** In small letters and without accents, as the server compares. */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export function wordsOf(search: string): string[] {
  return fold(search).split(/\s+/).filter(Boolean);
}

export function findDocuments(
  search: string,
  documents: readonly DocumentSummary[],
  found: readonly FoundDocument[],
  facts: readonly FoundFacts[],
): FoundRow[] {
  const words = wordsOf(search);
  const hasWords = (title: string) => words.every((word) => fold(title).includes(word));
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const excerpts = new Map(found.map(({ path, excerpt }) => [path, excerpt]));
  const named = documents.filter(
    (document) => document.kind !== "picture" && hasWords(titleOf(document)),
  );
  const isShown = (path: string) =>
    named.some((document) => document.path === path) || (path === CLINIC_FILE && facts.length > 0);
  const others = found.filter(({ path }) => !isShown(path));
  return [
    ...facts.map((part) => ({ ...part, document: null })),
    ...named.map((document) => ({
      href: documentPath(document.path),
      title: titleOf(document),
      excerpt: excerpts.get(document.path) ?? null,
      document,
    })),
    ...others.map(({ path, title, excerpt }) => ({
      href: isPicture(path) ? pictureListPath(path) : documentPath(path),
      title: titleOf({ path, title }),
      excerpt,
      document: byPath.get(path) ?? null,
    })),
  ];
}

const isPicture = (path: string) => path.startsWith("pictures/");

/** The text in pieces; every second one is one of the words. */
export function splitAtWords(text: string, search: string): string[] {
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [text];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.split(new RegExp(`(${escaped.join("|")})`, "giu"));
}
