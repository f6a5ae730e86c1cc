// The fields of a table under its label. A table that is not required can be added and removed.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import { Button } from "../../../ui/button/Button";
import { FieldsetMessages } from "./FieldsetMessages";
import styles from "./Form.module.css";
import { firstValues } from "./field-values";
import { FormContext, type RenderField, useForm, useTableChanges } from "./form-context";
import { hasTable, type TomlPath } from "./toml/toml-text";

interface TableFieldsProps {
  field: FieldDefinition;
  path: TomlPath;
  /** The label is already the heading above it. */
  hasHeading: boolean;
  renderField: RenderField;
}

export function TableFields({ field, path, hasHeading, renderField }: TableFieldsProps): ReactNode {
  const form = useForm();
  const { file, serverError } = form;
  const { addTable, removeTable } = useTableChanges();
  const box = useRef<HTMLFieldSetElement>(null);
  const removed = useRef(false);
  const [isAdded, setIsAdded] = useState(false);
  const exists = hasTable(file, path);
  // It may come back in another way than with the button.
  useEffect(() => {
    if (exists) removed.current = false;
  }, [exists]);
  if (field.value.type !== "table") return null;
  const { fields, add, remove } = field.value;
  // After a press on a button that disappears, focus goes to what replaces it.
  const focusFirst = () =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>("input, textarea, select, button")?.focus(),
    );
  return (
    <fieldset ref={box} className={styles.fieldset} data-field={path.join(".")}>
      <legend className={hasHeading ? "visually-hidden" : styles.smallLegend}>{field.label}</legend>
      <FieldsetMessages help={field.help} error={exists ? null : serverError(path, field.label)} />
      {(exists || field.required) && (
        <FormContext
          value={{
            ...form,
            isNew: form.isNew || isAdded,
            within: [...form.within, field.label],
            removed,
          }}
        >
          {fields.map((inner) => renderField({ field: inner, table: path, siblings: fields }))}
        </FormContext>
      )}
      {!field.required && (
        <div>
          <Button
            weight="quiet"
            onClick={() => {
              removed.current = exists;
              setIsAdded(!exists);
              if (exists) removeTable(path);
              else addTable(path, firstValues(fields));
              focusFirst();
            }}
          >
            {exists ? remove : add}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
