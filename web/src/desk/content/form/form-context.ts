// What all fields of a form share: the file that they show, and how they change it.
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useState,
} from "react";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import type { LostInput } from "../drafts/draft-state";
import { keyOrder, typedValue } from "./field-values";
import type { NamedValue } from "./toml/toml-edit";
import { addEntry, addTable, removeKey, removeTable, setValue } from "./toml/toml-edit";
import {
  type FieldValue,
  type FoundValue,
  type TomlFile,
  type TomlPath,
  valueAt,
} from "./toml/toml-text";

/** Something to choose from, with the words that people know it by. */
export type FormOption = {
  readonly value: string;
  readonly label: string;
  /** The heading that it stands under. */
  readonly group?: string;
};

/** What a form can offer from the other documents of the site. */
export type FormOptions = {
  readonly members: readonly FormOption[];
  readonly services: readonly FormOption[];
  readonly articles: readonly FormOption[];
  readonly pages: readonly FormOption[];
};

export type FormContext = {
  readonly file: TomlFile;
  readonly options: FormOptions;
  /** What the server has found, for the value at this path. */
  readonly serverError: (path: TomlPath, label: string) => string | null;
  /** Nobody has filled it in yet: an empty field does not complain before somebody has left it. */
  readonly isNew: boolean;
  /** The field that a message leads to, such as `sources.0.url`. */
  readonly place: string | null;
  readonly change: (edit: (toml: string) => string) => void;
  /** What is in this input cannot be saved until it is complete. Always the same function. */
  readonly noteIncomplete: (input: string, isIncomplete: boolean) => void;
  /** What was typed in this input, and is not complete, is not on the screen any more. Null when it is. Always the same function. */
  readonly noteLost: (input: string, lost: LostInput | null) => void;
  /** The names of what the fields are in, from the outside. */
  readonly within: readonly string[];
  /** The file cannot be read, so the fields wait until it can. */
  readonly isHidden: boolean;
  /** Whether somebody has removed here what the fields are in: what was typed in them is not missed. */
  readonly removed: RefObject<boolean> | null;
};

export const FormContext = createContext<FormContext | null>(null);

export function useForm(): FormContext {
  const form = useContext(FormContext);
  if (form === null) throw new Error("a field outside of a form");
  return form;
}

export type FieldInputProps = {
  readonly field: FieldDefinition;
  /** The table that the field is in. */
  readonly table: TomlPath;
  /** All fields of the table. */
  readonly siblings: readonly FieldDefinition[];
  /** Instead of the label of the definition. */
  readonly label?: string;
  /** The label is already the heading above it. */
  readonly hasHeading?: boolean;
};

export type RenderField = (props: FieldInputProps) => ReactNode;

export type FormField = {
  readonly value: FoundValue;
  readonly set: (value: FieldValue) => void;
  /** Writes what was typed. An emptied field is a placeholder again, or left out of the file if it is optional. */
  readonly type: (text: string) => void;
  readonly leaveOut: () => void;
};

/** `siblings` are the fields of the same table, for the place of a key that is new. */
export function useFormField(
  field: FieldDefinition,
  path: TomlPath,
  siblings: readonly FieldDefinition[],
): FormField {
  const { file, change } = useForm();
  const value = valueAt(file, path);
  const [placeholder] = useState(value.kind === "placeholder" ? value : null);
  const set = (next: FieldValue) =>
    change((toml) => setValue(toml, path, next, keyOrder(siblings)));
  const leaveOut = () => change((toml) => removeKey(toml, path));
  return {
    value,
    set,
    leaveOut,
    type: (text) => {
      if (text === "" && placeholder) set(placeholder);
      else if (text === "" && !field.required) leaveOut();
      else set(typedValue(field.value, text));
    },
  };
}

/** Whether an empty field is left without a complaint, and what its box has to be told. */
export function usePatience(): { isPatient: boolean; onBlur: (event: FocusEvent) => void } {
  const { isNew } = useForm();
  const [wasLeft, setWasLeft] = useState(false);
  // From one of its inputs to the next is not away.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setWasLeft(true);
  };
  return { isPatient: isNew && !wasLeft, onBlur };
}

type TableChanges = {
  readonly addTable: (path: TomlPath, values: readonly NamedValue[]) => void;
  readonly addEntry: (path: TomlPath, values: readonly NamedValue[]) => void;
  readonly removeTable: (path: TomlPath) => void;
};

export function useTableChanges(): TableChanges {
  const { change } = useForm();
  return {
    addTable: (path, values) => change((toml) => addTable(toml, path, values)),
    addEntry: (path, values) => change((toml) => addEntry(toml, path, values)),
    removeTable: (path) => change((toml) => removeTable(toml, path)),
  };
}
