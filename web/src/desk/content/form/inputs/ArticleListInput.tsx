// A list of articles: each with a button that removes it, and a drop-down list that adds one.
import { type ReactNode, useRef } from "react";
import type { FieldDefinition } from "../../../../generated/FieldDefinition";
import desk from "../../../components/desk.module.css";
import { FieldsetMessages } from "../FieldsetMessages";
import styles from "../Form.module.css";
import { type FormField, useForm } from "../form-context";
import { SelectInput } from "./SelectInput";

interface ArticleListInputProps {
  field: FieldDefinition;
  formField: FormField;
  label: string;
  error: string | undefined;
}

export function ArticleListInput(props: ArticleListInputProps): ReactNode {
  const { field, formField, label, error } = props;
  const { value, set, type } = formField;
  const { articles } = useForm().options;
  const names = value.kind === "list" ? value.texts : [];
  const adding = useRef<HTMLDivElement>(null);
  const titleOf = (name: string) => articles.find((it) => it.value === name)?.label ?? name;

  function change(next: readonly string[]): void {
    // A list that is not required is left out of the file when it is empty.
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
      {names.length > 0 && (
        <ul className={desk.list}>
          {names.map((name) => (
            <li key={name} className={desk.listItem}>
              {titleOf(name)}
              <button
                type="button"
                className={desk.textButton}
                aria-label={`Remove ${titleOf(name)}`}
                onClick={() => {
                  change(names.filter((other) => other !== name));
                  adding.current?.querySelector("select")?.focus();
                }}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <div ref={adding}>
        <SelectInput
          label="Add an article"
          options={articles.filter((article) => !names.includes(article.value))}
          none="Choose one"
          value=""
          onChange={(name) => change([...names, name])}
        />
      </div>
    </fieldset>
  );
}
