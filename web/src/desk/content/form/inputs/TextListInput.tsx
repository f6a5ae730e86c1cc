// A list of texts: one field each, with buttons to add and to remove one.
import { type ReactNode, useRef, useState } from "react";
import type { FieldDefinition } from "../../../../generated/FieldDefinition";
import { Button } from "../../../../ui/button/Button";
import { TextArea } from "../../../../ui/field/Field";
import desk from "../../../components/desk.module.css";
import { useVariables } from "../../use-variables";
import { FieldsetMessages } from "../FieldsetMessages";
import styles from "../Form.module.css";
import { listItemError } from "../field-errors";
import type { FormField } from "../form-context";

interface TextListInputProps {
  field: FieldDefinition;
  formField: FormField;
  label: string;
  error: string | undefined;
  /** Empty lines do not complain yet. */
  isQuiet: boolean;
}

export function TextListInput({
  field,
  formField: { value, set, type },
  label,
  error,
  isQuiet,
}: TextListInputProps): ReactNode {
  const texts = value.kind === "list" ? value.texts : [];
  const explain = useVariables();
  const addButton = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  /** The line that was added last, until somebody has left it. */
  const [unvisited, setUnvisited] = useState<number | null>(null);

  function change(next: readonly string[]): void {
    // A list that is not required is left out of the file when it has no lines.
    if (next.length === 0 && !field.required) type("");
    else set({ kind: "list", texts: next });
  }

  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.smallLegend}>
        {label}
        {!field.required && " (optional)"}
      </legend>
      <FieldsetMessages help={field.help} error={error} />
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The lines have no other identity.
        <div key={index} className={styles.listItem}>
          <TextArea
            label={`Line ${index + 1}`}
            hint={explain(text)}
            rows={Math.max(1, Math.ceil(text.length / 38))}
            value={text}
            placeholder={field.example || undefined}
            error={
              text.trim() === "" && (isQuiet || unvisited === index)
                ? undefined
                : (listItemError(field.value, text) ?? undefined)
            }
            onBlur={() => setUnvisited(null)}
            ref={(area) => {
              if (area === null || added !== index) return;
              setAdded(null);
              area.focus();
            }}
            onChange={({ target }) =>
              change(texts.map((old, at) => (at === index ? oneLine(target.value) : old)))
            }
          />
          <button
            type="button"
            className={desk.textButton}
            onClick={() => {
              change(texts.filter((_, at) => at !== index));
              addButton.current?.querySelector("button")?.focus();
            }}
          >
            Remove line {index + 1}
          </button>
        </div>
      ))}
      <div ref={addButton}>
        <Button
          weight="quiet"
          onClick={() => {
            setAdded(texts.length);
            setUnvisited(texts.length);
            change([...texts, ""]);
          }}
        >
          Add a line
        </Button>
      </div>
    </fieldset>
  );
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}
