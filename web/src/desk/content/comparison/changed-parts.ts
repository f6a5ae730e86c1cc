// Which parts of the clinic's document were changed. It is one file, so its parts are published together.
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import { formatAppearance, today } from "../../clinic-time";
import { clinicParts, titleOfPath } from "../document-parts";
import { parseToml, valueAt } from "../form/toml/toml-text";
import { changedFields, readDocument } from "./document-fields";

export function changedParts(
  path: string,
  definition: DocumentDefinition | null,
  before: string | null,
  after: string | null,
): readonly string[] {
  const read = (text: string | null) =>
    readDocument(path, text ?? "", definition, (other) => titleOfPath(other, []));
  const changed = changedFields(read(before), read(after)).map(({ label }) => label);
  return clinicParts
    .filter(({ groups }) =>
      definition?.groups.some(
        (group) =>
          groups.includes(group.id) &&
          group.fields.some(({ label }) =>
            changed.some((other) => other === label || other.startsWith(`${label}: `)),
          ),
      ),
    )
    .map(({ id, title }) => (id === "notice" ? `${title}${appearanceOf(after ?? "")}` : title));
}

/** " (on the site from 17 November)" for a notice whose first day has not come. */
function appearanceOf(text: string): string {
  const file = parseToml(text);
  const from = file ? valueAt(file, ["notice", "from"]) : null;
  const now = Date.now();
  const isLater = from?.kind === "literal" && from.text > today(now);
  return isLater ? ` (on the site ${formatAppearance(from.text, now)})` : "";
}
