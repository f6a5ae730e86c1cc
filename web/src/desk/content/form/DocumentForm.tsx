// The keys of a document as a form, made from its definition. The text of the file is what is edited and saved: the form
// reads its values from it and writes back only the one that has changed.
import { type ReactNode, useMemo, useState } from "react";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { GroupDefinition } from "../../../generated/GroupDefinition";
import { Notice } from "../../../ui/notice/Notice";
import desk from "../../components/desk.module.css";
import { FieldInput } from "./FieldInput";
import styles from "./Form.module.css";
import { FormContext } from "./form-context";
import { formOptions } from "./form-options";
import { serverErrors } from "./server-errors";
import { joinFrontMatter, splitFrontMatter } from "./toml/front-matter";
import { parseToml } from "./toml/toml-text";

interface FormProviderProps {
  /** The part of the file with its keys. */
  keys: string;
  documents: readonly DocumentSummary[];
  /** What the server has found in this file. */
  problems: readonly ContentProblem[];
  /** Nobody has filled it in yet. */
  isNew?: boolean;
  /** The field that a message leads to, such as `sources.0.url`. */
  place?: string | null;
  onChange: (edit: (keys: string) => string) => void;
  onIncomplete: FormContext["noteIncomplete"];
  onLost: FormContext["noteLost"];
  children: ReactNode;
}

/** Makes the values of a file available to fields. */
export function FormProvider({
  keys,
  documents,
  problems,
  isNew = false,
  place = null,
  onChange,
  onIncomplete,
  onLost,
  children,
}: FormProviderProps): ReactNode {
  const { toml, firstLine } = splitFrontMatter(keys);
  const file = useMemo(() => parseToml(toml), [toml]);
  const options = useMemo(() => formOptions(documents), [documents]);
  // With a mistake in the file, the fields wait as they were: half of a date is nowhere else.
  const [readable, setReadable] = useState(file);
  if (file !== null && file !== readable) setReadable(file);
  const shown = file ?? readable;
  const isHidden = file === null;
  const mistake = isHidden && (
    <Notice tone="alarm" heading="The fields cannot be shown">
      <p>
        There is a mistake in the settings of this document. Correct it in “Plain text, for experts”
        below, or bring an earlier text back from the history.
      </p>
    </Notice>
  );
  if (shown === null) return mistake;
  const context: FormContext = {
    file: shown,
    options,
    serverError: serverErrors(shown, problems, firstLine),
    isNew,
    place,
    noteIncomplete: onIncomplete,
    noteLost: onLost,
    within: [],
    isHidden,
    removed: null,
    change: (edit) =>
      onChange((current) => {
        const parts = splitFrontMatter(current);
        return joinFrontMatter({ ...parts, toml: edit(parts.toml) });
      }),
  };
  return (
    <>
      {mistake}
      <div className={isHidden ? undefined : desk.section} hidden={isHidden}>
        <FormContext value={context}>{children}</FormContext>
      </div>
    </>
  );
}

interface DocumentFormProps extends Omit<FormProviderProps, "children"> {
  definition: DocumentDefinition;
  /** The ids of the groups that are shown. Null for all of them. */
  groups: readonly string[] | null;
}

export function DocumentForm({ definition, groups, ...provider }: DocumentFormProps): ReactNode {
  const shown = definition.groups.filter(({ id }) => groups === null || groups.includes(id));
  return (
    <FormProvider {...provider}>
      {shown.map((group) => (
        <FieldGroup key={group.id} group={group} isTitled={groups !== null && shown.length === 1} />
      ))}
      {definition.onlyAsText && <p className={desk.secondary}>{definition.onlyAsText}</p>}
    </FormProvider>
  );
}

interface FieldGroupProps {
  group: GroupDefinition;
  /** The title of the screen says what it is. */
  isTitled: boolean;
}

function FieldGroup({ group: { id, label, help, fields }, isTitled }: FieldGroupProps): ReactNode {
  return (
    <section className={desk.section} aria-labelledby={`group-${id}`}>
      <h2 id={`group-${id}`} className={isTitled ? "visually-hidden" : styles.groupHeading}>
        {label}
      </h2>
      {help && <p className={desk.secondary}>{help}</p>}
      {fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          table={[]}
          siblings={fields}
          hasHeading={field.label === label}
        />
      ))}
    </section>
  );
}
