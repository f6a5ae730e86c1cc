// A list of entries, such as closures or sources: each one opens, and can be added and removed.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import { Button } from "../../../ui/button/Button";
import { formatDay } from "../../clinic-time";
import desk from "../../components/desk.module.css";
import { FieldsetMessages } from "./FieldsetMessages";
import styles from "./Form.module.css";
import { hasErrors } from "./field-errors";
import { firstValues, isDate, shownText } from "./field-values";
import { FormContext, type RenderField, useForm, useTableChanges } from "./form-context";
import type { NamedValue } from "./toml/toml-edit";
import { type TomlFile, type TomlPath, valueAt } from "./toml/toml-text";
import { useEntryIds } from "./use-entry-ids";

interface EntryListProps {
  field: FieldDefinition;
  path: TomlPath;
  /** The label is already the heading above it. */
  hasHeading: boolean;
  renderField: RenderField;
}

export function EntryList({ field, path, hasHeading, renderField }: EntryListProps): ReactNode {
  const form = useForm();
  const { addEntry } = useTableChanges();
  // Sorted only at first: an entry must not move while its date is changed.
  const { entries, nextId, forget } = useEntryIds(form.file, path, (all) =>
    sortedEntries(form.file, path, all),
  );
  const count = entries.length;
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLDivElement>(null);
  if (field.value.type !== "entries") return null;
  const { entry, fields } = field.value;
  const name = entry.toLowerCase();
  const missing = count === 0 && field.required ? `Add at least one ${name}.` : null;
  return (
    <fieldset className={styles.fieldset} data-field={path.join(".")}>
      <legend className={hasHeading ? "visually-hidden" : styles.smallLegend}>{field.label}</legend>
      <FieldsetMessages
        help={field.help}
        error={missing ?? (count === 0 ? form.serverError(path, field.label) : null)}
      />
      {entries.map(({ id, index }, position) => (
        <Entry
          key={id}
          name={`${entry} ${position + 1}`}
          fields={fields}
          path={[...path, index]}
          isNew={added === id}
          renderField={renderField}
          onRemoved={() => {
            forget(id);
            addButton.current?.querySelector("button")?.focus();
          }}
        />
      ))}
      <div ref={addButton}>
        <Button
          weight="quiet"
          onClick={() => {
            setAdded(nextId);
            addEntry(path, withNextNumber(form.file, path, count, firstValues(fields), fields));
          }}
        >
          Add a {name}
        </Button>
      </div>
    </fieldset>
  );
}

/** A number that no other entry has: one more than the highest. */
function withNextNumber(
  file: TomlFile,
  path: TomlPath,
  count: number,
  values: readonly NamedValue[],
  fields: readonly FieldDefinition[],
): NamedValue[] {
  return values.map(([key, value]) => {
    const field = fields.find((other) => other.key === key);
    if (field?.value.type !== "entryNumber") return [key, value];
    const used = Array.from({ length: count }, (_, index) =>
      Number(shownText(valueAt(file, [...path, index, key]))),
    );
    const highest = Math.max(0, ...used.filter(Number.isInteger));
    return [key, { kind: "literal", text: String(highest + 1) }];
  });
}

interface EntryProps {
  name: string;
  fields: readonly FieldDefinition[];
  path: TomlPath;
  isNew: boolean;
  renderField: RenderField;
  onRemoved: () => void;
}

function Entry({ name, fields, path, isNew, renderField, onRemoved }: EntryProps): ReactNode {
  const form = useForm();
  const { removeTable } = useTableChanges();
  const [isOpen, setIsOpen] = useState(
    () => isNew || hasErrors(form.file, path, fields) || hasPlaceholder(form.file, path, fields),
  );
  // A message may lead to one of its fields.
  const ownPlace = path.join(".");
  const isPlace = form.place === ownPlace || (form.place ?? "").startsWith(`${ownPlace}.`);
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  if (isPlace && openedFor !== form.place) {
    setOpenedFor(form.place);
    setIsOpen(true);
  }
  // A closed one keeps its fields: half of a date is nowhere else.
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isNew) box.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [isNew]);
  const title = titleOf(form, path, fields);
  const removed = useRef(false);
  const inner: FormContext = {
    ...form,
    isNew: form.isNew || isNew,
    within: [...form.within, title ? `${name} (${title})` : name],
    removed,
  };
  return (
    <details
      ref={box}
      data-field={ownPlace}
      className={styles.entry}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        {name}
        {title && `: ${title}`}
      </summary>
      {wasOpened && (
        <div className={desk.section}>
          <FormContext value={inner}>
            {fields.map((field) => renderField({ field, table: path, siblings: fields }))}
          </FormContext>
          <button
            type="button"
            className={desk.textButton}
            onClick={() => {
              removed.current = true;
              removeTable(path);
              onRemoved();
            }}
          >
            Remove {name.toLowerCase()}
          </button>
        </div>
      )}
    </details>
  );
}

/** By their days, for entries that have them. Others stay in the order of the file. */
function sortedEntries(file: TomlFile, path: TomlPath, count: number): number[] {
  const dayOf = (index: number) => firstDay(file, [...path, index]) || "9999-12-31";
  const indexes = Array.from({ length: count }, (_, index) => index);
  return indexes.sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : a - b));
}

function hasPlaceholder(
  file: TomlFile,
  entry: TomlPath,
  fields: readonly FieldDefinition[],
): boolean {
  return fields.some(({ key }) => valueAt(file, [...entry, key]).kind === "placeholder");
}

function firstDay(file: TomlFile, entry: TomlPath): string {
  const textOf = (key: string) => shownText(valueAt(file, [...entry, key]));
  return textOf("date") || textOf("from");
}

/** The words that people recognise an entry by. */
function titleOf(
  { file, options }: FormContext,
  entry: TomlPath,
  fields: readonly FieldDefinition[],
): string {
  const textOf = (key: string) => shownText(valueAt(file, [...entry, key]));
  const words = fields.flatMap(({ key, value: { type } }) => {
    const text = textOf(key);
    switch (type) {
      case "days": {
        const last = textOf("to");
        const days = [firstDay(file, entry), last].filter(isDate).map(formatDay);
        return days.length > 0 ? [days.join(" to ")] : [];
      }
      case "service":
        return [options.services.find(({ value }) => value === text)?.label ?? text];
      case "text":
        return text === "" ? [] : [text];
      default:
        return [];
    }
  });
  const isDated = fields.some(({ value: { type } }) => type === "days");
  return words.slice(0, isDated ? 2 : 1).join(", ");
}
