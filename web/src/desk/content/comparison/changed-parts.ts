// Which parts of the clinic's document were changed. It is one file, so its parts are published together.
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import { clinicParts, titleOfPath } from "../document-parts";
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
    .map(({ title }) => title);
}
