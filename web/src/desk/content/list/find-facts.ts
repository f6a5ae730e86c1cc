// Finds the clinic's facts by the names of their fields and by what stands in them, as the form shows it: "Monday", "phone", "8:00 AM".
import type { ContentDocument } from "../../../generated/ContentDocument";
import { readDocument } from "../comparison/document-fields";
import { documentPath, placePath } from "../content-address";
import { CLINIC_FILE, clinicParts, titleOf } from "../document-parts";
import { fold, wordsOf } from "./search-results";

/** One part of the clinic's document, with the fields that have the words. */
export type FoundFacts = {
  readonly href: string;
  readonly title: string;
  readonly excerpt: string | null;
};

/** More would hide the other results. */
const MAX_FIELDS = 3;
/** So many digits are a part of a phone number. Fewer are a time or a day. */
const MIN_DIGITS = 5;

/** `clinic` is null until it is loaded. Then the parts are found by their titles. */
export function findFacts(
  search: string,
  clinic: Pick<ContentDocument, "text" | "definition"> | null,
): FoundFacts[] {
  const words = wordsOf(search);
  const digits = /^[+\d\s()-]+$/.test(search) ? digitsOf(search) : "";
  const hasWords = (text: string) =>
    words.every((word) => fold(text).includes(word)) ||
    (digits.length >= MIN_DIGITS && digitsOf(text).includes(digits));
  const definition = clinic?.definition ?? null;
  const { fields } = readDocument(CLINIC_FILE, clinic?.text ?? "", definition, nameOfPath);
  return clinicParts.flatMap(({ id, title, groups }) => {
    const defined = definition?.groups.filter((group) => groups.includes(group.id)) ?? [];
    const inPart = defined.flatMap((group) =>
      group.fields.flatMap(({ key, label }) => {
        const read = fields.filter((field) => isOf(label, field.label));
        // What is not filled in is found by its name.
        const all = read.length > 0 ? read : [{ label, text: "" }];
        return all.map((field) => ({ key, ...field }));
      }),
    );
    const found = inPart.filter(({ label, text }) => hasWords(`${label} ${text}`));
    const [first] = found;
    if (hasWords(title) || !first) {
      const href = documentPath(CLINIC_FILE, id);
      return hasWords(title) ? [{ href, title, excerpt: excerptOf(found) }] : [];
    }
    const href = placePath(CLINIC_FILE, 1, first.key, id);
    return [{ href, title, excerpt: excerptOf(found) }];
  });
}

type ShownField = { readonly label: string; readonly text: string };

function excerptOf(found: readonly ShownField[]): string | null {
  const shown = found
    .slice(0, MAX_FIELDS)
    .map(({ label, text }) => (text === "" ? label : `${label}: ${text.replaceAll("\n", ", ")}`));
  return shown.length === 0 ? null : shown.join(" · ");
}

const isOf = (label: string, found: string) => found === label || found.startsWith(`${label}: `);

/** Without the zero or the country code with which the same number can begin. */
const digitsOf = (text: string) => text.replace(/\D/g, "").replace(/^(?:234|0)/, "");

const nameOfPath = (path: string) => titleOf({ path, title: null });
