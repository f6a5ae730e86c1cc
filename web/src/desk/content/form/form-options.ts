// What the fields of a form offer from the other documents of the site, with the words that people know them by.
import type { DocumentKind } from "../../../generated/DocumentKind";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { linkTargets } from "../content-address";
import { titleOf } from "../document-parts";
import type { FormOption, FormOptions } from "./form-context";

export function formOptions(documents: readonly DocumentSummary[]): FormOptions {
  const existing = documents.filter(({ state }) => state !== "deleted");
  const named = (kind: DocumentKind): FormOption[] =>
    existing
      .filter((document) => document.kind === kind)
      .map((document) => ({ value: fileName(document.path), label: titleOf(document) }));
  return {
    members: named("member"),
    services: named("service"),
    articles: named("article"),
    pages: linkTargets(existing).map(({ href, title, group }) => ({
      value: href,
      label: title,
      group,
    })),
  };
}

/** `director` for `team/director.md`. */
function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}
