import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { describe, expect, test } from "vitest";
import { definitions } from "../../../../generated/definitions";
import type { FieldDefinition } from "../../../../generated/FieldDefinition";
import type { FieldType } from "../../../../generated/FieldType";
import { splitDocument } from "../../split-document";
import { firstValues, keyOrder } from "../field-values";
import { splitFrontMatter } from "./front-matter";
import { addEntry, addTable, removeKey, removeTable, setValue } from "./toml-edit";
import {
  countEntries,
  type FieldValue,
  hasTable,
  parseToml,
  type TomlFile,
  type TomlPath,
  valueAt,
} from "./toml-text";

type Table = { [key: string]: unknown };

const content = join(import.meta.dirname, "../../../../../../content");

const shipped = Object.entries(definitions).map(([path, { groups }]) => {
  const { keys } = splitDocument(readFileSync(join(content, path), "utf8"));
  return {
    path,
    toml: splitFrontMatter(keys).toml,
    fields: groups.flatMap((group) => group.fields),
  };
});

type Place = { path: TomlPath; field: FieldDefinition; siblings: readonly FieldDefinition[] };

/** Every field of the definition, for each table and entry that the file has. */
function places(file: TomlFile, fields: readonly FieldDefinition[], table: TomlPath = []): Place[] {
  return fields.flatMap((field) => {
    const path = [...table, field.key];
    const place = { path, field, siblings: fields };
    const { value: type } = field;
    if (type.type === "table") {
      return [place, ...(hasTable(file, path) ? places(file, type.fields, path) : [])];
    }
    if (type.type === "entries") {
      const entries = Array.from({ length: countEntries(file, path) }, (_, index) => index);
      return [place, ...entries.flatMap((index) => places(file, type.fields, [...path, index]))];
    }
    return [place];
  });
}

const isTable = ({ field }: Place) => ["table", "entries"].includes(field.value.type);

function parsed(toml: string): Table {
  return getStaticTOMLValue(parseTOML(toml));
}

/** The value as the parser gives it. */
function plain(value: FieldValue): unknown {
  switch (value.kind) {
    case "text":
      return value.text;
    case "list":
      return [...value.texts];
    case "placeholder":
      return { placeholder: value.example };
    case "literal":
      return value.text.includes("-") ? new Date(`${value.text}T00:00:00Z`) : Number(value.text);
  }
}

/** A copy with another value at a path. Undefined removes it. */
function withValue(table: Table, path: TomlPath, value: unknown): Table {
  const copy = structuredClone(table);
  let target: unknown = copy;
  for (const key of path.slice(0, -1)) target = (target as Table)[key];
  const last = path.at(-1) ?? "";
  if (value !== undefined) (target as Table)[last] = value;
  else if (Array.isArray(target)) target.splice(Number(last), 1);
  else delete (target as Table)[last];
  return copy;
}

const anyText = fc.string({ unit: "grapheme", maxLength: 40 });

function anyValue(type: FieldType): fc.Arbitrary<FieldValue> {
  switch (type.type) {
    case "number":
      return fc
        .integer({ min: type.min, max: type.max })
        .map((number) => ({ kind: "literal", text: String(number) }));
    case "date":
      return fc
        .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((date) => ({ kind: "literal", text: date.toISOString().slice(0, 10) }));
    case "textList":
      return fc
        .array(anyText, { minLength: 1, maxLength: 6 })
        .map((texts) => ({ kind: "list", texts }));
    default:
      return anyText.map((text) => ({ kind: "text", text }));
  }
}

describe.each(shipped)("$path", ({ toml, fields }) => {
  const file = parseToml(toml);
  if (file === null) throw new Error("not valid TOML");
  const before = parsed(toml);
  const all = places(file, fields);
  const values = all.filter((place) => !isTable(place) && place.field.value.type !== "days");

  test("setting a field changes only that field, and setting it back restores the bytes", () => {
    const anyChange = fc
      .constantFrom(...values)
      .chain((place) => anyValue(place.field.value).map((value) => ({ ...place, value })));
    fc.assert(
      fc.property(anyChange, ({ path, siblings, value }) => {
        const changed = setValue(toml, path, value, keyOrder(siblings));
        expect(parsed(changed)).toEqual(withValue(before, path, plain(value)));
        const old = valueAt(file, path);
        if (old.kind === "missing") expect(removeKey(changed, path)).toBe(toml);
        else if (old.kind !== "other") {
          expect(setValue(changed, path, old, keyOrder(siblings))).toBe(toml);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("lines are added to a list, removed and moved without changing the others", () => {
    const lists = values.filter(({ field }) => field.value.type === "textList");
    for (const { path, siblings } of lists) {
      const old = valueAt(file, path);
      if (old.kind !== "list") continue;
      const anyEdit = fc.record({
        texts: fc.subarray([...old.texts], { minLength: 1 }),
        added: anyText,
        at: fc.nat(6),
      });
      fc.assert(
        fc.property(anyEdit, ({ texts, added, at }) => {
          const next = [...texts.slice(0, at), added, ...texts.slice(at)];
          const value = { kind: "list", texts: next } as const;
          const changed = setValue(toml, path, value, keyOrder(siblings));
          expect(parsed(changed)).toEqual(withValue(before, path, next));
          expect(setValue(changed, path, old, keyOrder(siblings))).toBe(toml);
        }),
        { numRuns: 8 },
      );
    }
  });

  test("an optional key can be removed and added again", () => {
    for (const { path, siblings, field } of values.filter(({ field }) => !field.required)) {
      const old = valueAt(file, path);
      if (old.kind === "missing" || old.kind === "other") continue;
      const removed = removeKey(toml, path);
      expect(parsed(removed), field.key).toEqual(withValue(before, path, undefined));
      expect(parsed(setValue(removed, path, old, keyOrder(siblings)))).toEqual(before);
    }
  });

  test("entries are added and removed without changing the others", () => {
    for (const { path, field } of all.filter(({ field }) => field.value.type === "entries")) {
      if (field.value.type !== "entries") continue;
      const count = countEntries(file, path);
      const entry = firstValues(field.value.fields);
      const once = addEntry(toml, path, entry);
      const twice = addEntry(once, path, entry);
      const added = Object.fromEntries(entry.map(([key, value]) => [key, plain(value)]));
      const list = Array.from({ length: count }, (_, index) => index).map((index) =>
        plainAt(before, [...path, index]),
      );
      expect(parsed(once)).toEqual(withValue(before, path, [...list, added]));
      expect(parsed(twice)).toEqual(withValue(before, path, [...list, added, added]));
      expect(removeTable(twice, [...path, count + 1])).toBe(once);
      expect(removeTable(once, [...path, count])).toBe(toml);
      for (let index = 0; index < count; index += 1) {
        const rest = list.filter((_, at) => at !== index);
        expect(parsed(removeTable(toml, [...path, index]))).toEqual(
          withValue(before, path, rest.length > 0 ? rest : undefined),
        );
      }
    }
  });

  test("an optional table is added and removed without changing the others", () => {
    for (const { path, field } of all.filter(({ field }) => field.value.type === "table")) {
      if (field.value.type !== "table" || field.required) continue;
      if (hasTable(file, path)) {
        expect(parsed(removeTable(toml, path))).toEqual(withValue(before, path, undefined));
      } else {
        const first = firstValues(field.value.fields);
        const added = addTable(toml, path, first);
        const values = Object.fromEntries(first.map(([key, value]) => [key, plain(value)]));
        expect(parsed(added)).toEqual(withValue(before, path, values));
        expect(removeTable(added, path)).toBe(toml);
      }
    }
  });
});

function plainAt(table: Table, path: TomlPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Table)[key], table);
}

test("comments, order and spaces stay", () => {
  const toml = `# Top
title  =  "A"   # why
list = ["a", 'b', # c
  "d"]

# About sources
[[sources]] # first
url = "u"
`;
  expect(setValue(toml, ["title"], { kind: "text", text: 'B "b"' }, [])).toBe(
    toml.replace('"A"', '"B \\"b\\""'),
  );
  const list = { kind: "list", texts: ["a", "b", "e"] } as const;
  expect(setValue(toml, ["list"], list, [])).toBe(toml.replace('"d"', '"e"'));
  expect(removeKey(toml, ["title"])).toBe(toml.replace('\ntitle  =  "A"   # why', ""));
  const added = addEntry(toml, ["sources"], [["url", { kind: "text", text: "v" }]]);
  expect(added).toBe(`${toml}\n[[sources]]\nurl = "v"\n`);
  expect(setValue(toml, ["order"], { kind: "literal", text: "3" }, ["title", "order"])).toBe(
    toml.replace("# why\n", "# why\norder = 3\n"),
  );
});

test("tables in braces and lists of them are changed in place", () => {
  const toml = 'a = { x = "1", y = "2" }\nsources = [{ url = "u" }]\nempty = {}\n';
  const text = (value: string) => ({ kind: "text", text: value }) as const;
  expect(setValue(toml, ["a", "y"], text("3"), [])).toBe(toml.replace('"2"', '"3"'));
  expect(setValue(toml, ["a", "z"], text("3"), ["x", "y", "z"])).toBe(
    toml.replace('"2"', '"2", z = "3"'),
  );
  expect(setValue(toml, ["empty", "z"], text("3"), ["z"])).toBe(toml.replace("{}", '{ z = "3" }'));
  expect(removeKey(toml, ["a", "x"])).toBe(toml.replace('x = "1", ', ""));
  const added = addEntry(toml, ["sources"], [["url", text("v")]]);
  expect(added).toBe(toml.replace('"u" }', '"u" }, { url = "v" }'));
  expect(removeTable(added, ["sources", 1])).toBe(toml);
  expect(removeTable(toml, ["sources", 0])).toBe(toml.replace('sources = [{ url = "u" }]\n', ""));
});

test("files with Windows line ends keep them", () => {
  const toml = 'a = "1"\r\nb = "2"\r\n';
  const added = setValue(toml, ["c"], { kind: "text", text: "3" }, ["a", "c", "b"]);
  expect(added).toBe('a = "1"\r\nc = "3"\r\nb = "2"\r\n');
  expect(removeKey(added, ["c"])).toBe(toml);
  const withTable = addTable(toml, ["t"], [["d", { kind: "text", text: "4" }]]);
  expect(withTable).toBe('a = "1"\r\nb = "2"\r\n\r\n[t]\r\nd = "4"\r\n');
  expect(removeTable(withTable, ["t"])).toBe(toml);
});

test("a text that is not TOML stays as it is", () => {
  const broken = 'title = "A\n';
  expect(setValue(broken, ["title"], { kind: "text", text: "B" }, [])).toBe(broken);
  expect(removeKey(broken, ["title"])).toBe(broken);
});
