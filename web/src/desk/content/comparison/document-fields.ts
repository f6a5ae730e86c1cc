// What a document says, field by field, in the words of its form: for comparing two texts without showing the file.
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import { formatClock, formatDay } from "../../clinic-time";
import { DESCRIPTIONS_FILE } from "../content-address";
import { isDate, shownText } from "../form/field-values";
import { describeHours } from "../form/inputs/opening-hours";
import { splitFrontMatter } from "../form/toml/front-matter";
import {
  type FoundValue,
  nodeAt,
  parseToml,
  type TomlFile,
  type TomlPath,
  valueAt,
} from "../form/toml/toml-text";
import { splitDocument } from "../split-document";
import { readableText } from "./readable-text";

/** The words that people know a document or a picture by. */
type NameOfPath = (path: string) => string;

type ReadField = { readonly label: string; readonly text: string };

type ReadDocument = {
  readonly fields: readonly ReadField[];
  /** False when the part with the fields cannot be read. The text below it can. */
  readonly isComplete: boolean;
};

export type FieldChange = ReadField & { readonly before: string };

type Context = { readonly file: TomlFile; readonly path: string; readonly nameOf: NameOfPath };

export function readDocument(
  path: string,
  text: string,
  definition: DocumentDefinition | null,
  nameOf: NameOfPath,
): ReadDocument {
  const { keys, body } = splitDocument(text);
  const file = parseToml(splitFrontMatter(keys).toml);
  const defined = definition?.groups.flatMap((group) => group.fields) ?? [];
  const fields = file ? fieldsIn({ file, path, nameOf }, [], defined) : [];
  const words = readableText(body);
  return {
    fields: words === "" ? fields : [...fields, { label: "Text", text: words }],
    isComplete: file !== null,
  };
}

/** What differs, in the order of the form. */
export function changedFields(before: ReadDocument, after: ReadDocument): FieldChange[] {
  const textIn = ({ fields }: ReadDocument, label: string) =>
    fields.find((field) => field.label === label)?.text ?? "";
  const removed = before.fields.filter(({ label }) => textIn(after, label) === "");
  return [...after.fields, ...removed.map(({ label }) => ({ label, text: "" }))]
    .map(({ label, text }) => ({ label, text, before: textIn(before, label) }))
    .filter((change) => change.text !== change.before);
}

function fieldsIn(
  context: Context,
  table: TomlPath,
  defined: readonly FieldDefinition[],
): ReadField[] {
  const node = nodeAt(context.file.root, table);
  if (node?.kind !== "table") return [];
  const known = defined.flatMap((field) => {
    if (field.value.type === "days") return daysIn(context, table, field.label);
    return node.children.has(field.key) ? readField(context, [...table, field.key], field) : [];
  });
  const names = defined.flatMap(({ key, value }) =>
    value.type === "days" ? ["date", "from", "to"] : [key],
  );
  const others = [...node.children.keys()].filter((key) => !names.includes(key));
  return [...known, ...others.flatMap((key) => readField(context, [...table, key], null))];
}

function readField(context: Context, path: TomlPath, field: FieldDefinition | null): ReadField[] {
  const node = nodeAt(context.file.root, path);
  const label = field?.label ?? labelOf(context, `${path.at(-1)}`);
  const type = field?.value;
  const inner = type?.type === "table" || type?.type === "entries" ? type.fields : [];
  if (node?.kind === "table" && context.path === DESCRIPTIONS_FILE) {
    return describedPicture(context, path, label);
  }
  if (node?.kind === "table") {
    return fieldsIn(context, path, inner).map((found) => ({
      label: `${label}: ${found.label}`,
      text: found.text,
    }));
  }
  if (node?.kind === "entries") {
    const entries = node.items.map((_, index) =>
      fieldsIn(context, [...path, index], inner)
        .map((found) => `${found.label}: ${found.text}`)
        .join("\n"),
    );
    return [{ label, text: entries.join("\n\n") }];
  }
  const text = valueText(context, valueAt(context.file, path), field);
  return text === "" ? [] : [{ label, text }];
}

/** What a picture shows has the label that it has without anything else. */
function describedPicture({ file }: Context, path: TomlPath, label: string): ReadField[] {
  const at = (...keys: string[]) => shownText(valueAt(file, [...path, ...keys]));
  const place = (key: string) => `${at(key, "left")} from the left, ${at(key, "top")} from the top`;
  const size = `${at("crop", "width")} wide, ${at("crop", "height")} high`;
  const has = (key: string) => nodeAt(file.root, [...path, key]) !== null;
  return [
    { label, text: at("description") },
    { label: `${label}: Part that is shown`, text: has("crop") ? `${place("crop")}, ${size}` : "" },
    {
      label: `${label}: Point that stays visible`,
      text: has("focal_point") ? place("focal_point") : "",
    },
  ].filter(({ text }) => text !== "");
}

function daysIn({ file }: Context, table: TomlPath, label: string): ReadField[] {
  const days = ["date", "from", "to"]
    .map((key) => shownText(valueAt(file, [...table, key])))
    .filter((day) => day !== "")
    .map((day) => (isDate(day) ? formatDay(day) : day));
  return days.length > 0 ? [{ label, text: days.join(" to ") }] : [];
}

function valueText({ nameOf }: Context, value: FoundValue, field: FieldDefinition | null): string {
  const isOfArticles = field?.value.type === "textList" && field.value.areArticles;
  if (value.kind === "list") {
    return value.texts
      .map((text) => `• ${isOfArticles ? nameOf(`articles/${text}.md`) : text}`)
      .join("\n");
  }
  if (value.kind === "placeholder") return `still missing, for now “${value.example}”`;
  if (value.kind === "other") return "a value that only the text view shows";
  const text = shownText(value);
  const type = field?.value;
  if (text === "" || type === undefined) return isDate(text) ? formatDay(text) : text;
  switch (type.type) {
    case "choice":
      return type.options.find((option) => option.value === text)?.label ?? text;
    case "picture":
      return nameOf(`${type.folder}/${text}`);
    case "member":
      return nameOf(`team/${text}.md`);
    case "service":
      return nameOf(`services/${text}.md`);
    case "article":
      return nameOf(`articles/${text}.md`);
    case "date":
      return isDate(text) ? formatDay(text) : text;
    case "time":
      return formatClock(text);
    case "openingHours":
      return describeHours(text) ?? text;
    default:
      return text;
  }
}

/** For what has no field: the descriptions of pictures, redirects, and keys that the form does not have. */
function labelOf({ path, nameOf }: Context, key: string): string {
  if (path === DESCRIPTIONS_FILE) return nameOf(`pictures/${key}`);
  if (key.startsWith("/")) return `Visitors of ${key} are sent to`;
  const words = key.replaceAll(/[_-]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** All of it as one text, for somebody who reads and copies it. */
export function readableDocument(path: string, text: string, nameOf: NameOfPath): string {
  const { fields, isComplete } = readDocument(path, text, null, nameOf);
  if (!isComplete) return text;
  return fields.map(({ label, text: words }) => `${label}: ${words}`).join("\n");
}
