// What a form field shows for a value of the file, and what it writes for what was typed.
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import type { FieldType } from "../../../generated/FieldType";
import type { NamedValue } from "./toml/toml-edit";
import type { FieldValue, FoundValue } from "./toml/toml-text";

/** The text in an input. A placeholder is shown as an empty field. */
export function shownText(value: FoundValue): string {
  return value.kind === "text" || value.kind === "literal" ? value.text : "";
}

/** Whether nothing is filled in. */
export function isEmpty(value: FoundValue): boolean {
  switch (value.kind) {
    case "missing":
      return true;
    case "text":
      return value.text.trim() === "";
    case "list":
      return value.texts.every((text) => text.trim() === "");
    default:
      return false;
  }
}

/** Numbers and dates that are not complete are written as texts: nothing is lost, and the file stays valid TOML. */
export function typedValue({ type }: FieldType, typed: string): FieldValue {
  const isLiteral =
    ((type === "number" || type === "entryNumber") && /^(?:0|-?[1-9]\d{0,8})$/.test(typed)) ||
    (type === "date" && isDate(typed)) ||
    (type === "days" && isDate(typed));
  return isLiteral
    ? { kind: "literal", text: typed }
    : { kind: "text", text: typed.replace(/\s*\n\s*/g, " ") };
}

/** Whether the calendar has this day. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** What a new table or entry begins with: its required fields. */
export function firstValues(fields: readonly FieldDefinition[]): NamedValue[] {
  return fields.flatMap(({ key, required, value }): NamedValue[] => {
    const first = required ? firstValue(value) : null;
    return first ? [[key, first]] : [];
  });
}

function firstValue(type: FieldType): FieldValue | null {
  switch (type.type) {
    case "number":
    case "entryNumber":
      return { kind: "literal", text: String(type.min) };
    case "choice":
      return { kind: "text", text: type.options[0]?.value ?? "" };
    case "openingHours":
      return { kind: "text", text: type.mayBeClosed ? "closed" : "" };
    case "textList":
      return { kind: "list", texts: [""] };
    case "bookedServices":
    case "table":
    case "entries":
      return null;
    default:
      return { kind: "text", text: "" };
  }
}

/** The keys of a table in the order of its definition. */
export function keyOrder(fields: readonly FieldDefinition[]): string[] {
  return fields.flatMap(({ key, value }) =>
    value.type === "days" ? ["date", "from", "to"] : [key],
  );
}
