// The part of a page that a document, or a part of the clinic's document, is shown in.
import { nameOf } from "../content-address";
import { CLINIC_FILE } from "../document-parts";

/** Selects the part of the page that shows the document. Null for the top of the page. */
export function sectionOf(path: string, groups: readonly string[] | null): string | null {
  if (path !== CLINIC_FILE) return `[id="${nameOf(path)}"]`;
  // The opening hours are below the address (src/pages/about-us).
  if (groups?.includes("hours")) return '[id="contact"] + *';
  return groups?.includes("facts") ? '[id="contact"]' : null;
}
