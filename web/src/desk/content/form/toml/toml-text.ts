// Reads the values of a TOML text with the place of each, so that toml-edit.ts can change one and leave all other bytes.
import { type AST, parseTOML } from "toml-eslint-parser";

/** The keys from the top of the file, and the positions in lists of entries. */
export type TomlPath = readonly (string | number)[];

/** What a form can show and write. */
export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  /** A number or a date, as it is written. */
  | { readonly kind: "literal"; readonly text: string }
  /** What the clinic still has to fill in, with an example. */
  | { readonly kind: "placeholder"; readonly example: string }
  | { readonly kind: "list"; readonly texts: readonly string[] };

/** `other` is a value that a form cannot show. */
export type FoundValue = FieldValue | { readonly kind: "missing" } | { readonly kind: "other" };

export type TomlNode = ValueNode | TableNode | EntriesNode;

type ValueNode = { readonly kind: "value"; readonly pair: AST.TOMLKeyValue };

export type TableNode = {
  readonly kind: "table";
  readonly children: Map<string, TomlNode>;
  /** The table that starts with a line such as `[hours]`. */
  header: AST.TOMLTable | null;
  /** The table in braces. */
  inline: AST.TOMLInlineTable | null;
  /** The line of a table in braces. Null for one in a list. */
  pair: AST.TOMLKeyValue | null;
};

type EntriesNode = {
  readonly kind: "entries";
  readonly items: TableNode[];
  /** The list in square brackets. Null for entries that each start with a line such as `[[sources]]`. */
  readonly array: AST.TOMLArray | null;
  readonly pair: AST.TOMLKeyValue | null;
};

export type TomlFile = {
  readonly root: TableNode;
  /** The keys above the first table. */
  readonly topPairs: readonly AST.TOMLKeyValue[];
};

/** Null if the text is not valid TOML. */
export function parseToml(toml: string): TomlFile | null {
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(toml, { tomlVersion: "1.0" });
  } catch {
    return null;
  }
  const [{ body }] = program.body;
  const root = newTable();
  for (const item of body) {
    if (item.type === "TOMLKeyValue") {
      addPair(root, item);
    } else {
      const table = tableFor(root, item.resolvedKey);
      table.header = item;
      for (const pair of item.body) addPair(table, pair);
    }
  }
  return { root, topPairs: body.filter((item) => item.type === "TOMLKeyValue") };
}

function newTable(): TableNode {
  return { kind: "table", children: new Map(), header: null, inline: null, pair: null };
}

function tableFor(root: TableNode, path: TomlPath): TableNode {
  let table = root;
  for (const [index, key] of path.entries()) {
    if (typeof key === "number") continue;
    const position = path[index + 1];
    const child = table.children.get(key);
    if (typeof position === "number") {
      const entries: EntriesNode =
        child?.kind === "entries" ? child : { kind: "entries", items: [], array: null, pair: null };
      table.children.set(key, entries);
      const item = entries.items[position] ?? newTable();
      entries.items[position] = item;
      table = item;
    } else {
      const inner = child?.kind === "table" ? child : newTable();
      table.children.set(key, inner);
      table = inner;
    }
  }
  return table;
}

function addPair(table: TableNode, pair: AST.TOMLKeyValue): void {
  const keys = keysOf(pair);
  const last = keys.at(-1) ?? "";
  tableFor(table, keys.slice(0, -1)).children.set(last, nodeOf(pair, pair.value));
}

export function keysOf(pair: AST.TOMLKeyValue): string[] {
  return pair.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value));
}

function nodeOf(pair: AST.TOMLKeyValue, value: AST.TOMLContentNode): TomlNode {
  if (value.type === "TOMLInlineTable" && placeholderOf(value) === null) {
    return inlineTable(value, pair);
  }
  if (value.type === "TOMLArray" && value.elements.length > 0) {
    const tables = value.elements.filter((element) => element.type === "TOMLInlineTable");
    if (tables.length === value.elements.length) {
      const items = tables.map((element) => inlineTable(element, null));
      return { kind: "entries", items, array: value, pair };
    }
  }
  return { kind: "value", pair };
}

function inlineTable(inline: AST.TOMLInlineTable, pair: AST.TOMLKeyValue | null): TableNode {
  const table: TableNode = { ...newTable(), inline, pair };
  for (const inner of inline.body) addPair(table, inner);
  return table;
}

function placeholderOf(table: AST.TOMLInlineTable): string | null {
  const [pair, ...others] = table.body;
  const isPlaceholder =
    pair !== undefined && others.length === 0 && keysOf(pair).join(".") === "placeholder";
  return isPlaceholder && pair.value.type === "TOMLValue" && pair.value.kind === "string"
    ? pair.value.value
    : null;
}

export function nodeAt(root: TableNode, path: TomlPath): TomlNode | null {
  let node: TomlNode | undefined = root;
  for (const key of path) {
    if (typeof key === "number") node = node?.kind === "entries" ? node.items[key] : undefined;
    else node = node?.kind === "table" ? node.children.get(key) : undefined;
  }
  return node ?? null;
}

export function valueAt(file: TomlFile, path: TomlPath): FoundValue {
  const node = nodeAt(file.root, path);
  if (node === null) return { kind: "missing" };
  return node.kind === "value" ? scalarOf(node.pair.value) : { kind: "other" };
}

function scalarOf(value: AST.TOMLContentNode): FoundValue {
  switch (value.type) {
    case "TOMLInlineTable": {
      const example = placeholderOf(value);
      return example === null ? { kind: "other" } : { kind: "placeholder", example };
    }
    case "TOMLArray": {
      const texts = value.elements.flatMap((element) =>
        element.type === "TOMLValue" && element.kind === "string" ? [element.value] : [],
      );
      return texts.length === value.elements.length ? { kind: "list", texts } : { kind: "other" };
    }
    case "TOMLValue":
      switch (value.kind) {
        case "string":
          return { kind: "text", text: value.value };
        case "integer":
          return { kind: "literal", text: String(value.bigint) };
        case "local-date":
          return { kind: "literal", text: value.datetime };
        default:
          return { kind: "other" };
      }
  }
}

export function hasTable(file: TomlFile, path: TomlPath): boolean {
  return nodeAt(file.root, path)?.kind === "table";
}

export function countEntries(file: TomlFile, path: TomlPath): number {
  const node = nodeAt(file.root, path);
  return node?.kind === "entries" ? node.items.length : 0;
}

/** All that is at a path. The same text for the same values. */
export function contentAt(file: TomlFile, path: TomlPath): string {
  const contentOf = (node: TomlNode): unknown => {
    switch (node.kind) {
      case "value":
        return scalarOf(node.pair.value);
      case "table":
        return [...node.children].map(([key, child]) => [key, contentOf(child)]);
      case "entries":
        return node.items.map(contentOf);
    }
  };
  const node = nodeAt(file.root, path);
  return JSON.stringify(node && contentOf(node));
}

/** The value or the table that is written on a line, counted from 1. Null for other lines. */
export function pathAtLine(file: TomlFile, line: number): TomlPath | null {
  let found: TomlPath | null = null;
  const look = (node: TomlNode, path: TomlPath): void => {
    const lines = linesOf(file, path);
    if (path.length > 0 && lines && lines[0] <= line && line <= lines[1]) found = path;
    if (node.kind === "table") {
      for (const [key, child] of node.children) look(child, [...path, key]);
    } else if (node.kind === "entries") {
      for (const [index, item] of node.items.entries()) look(item, [...path, index]);
    }
  };
  look(file.root, []);
  return found;
}

/** The first and the last line of the value or the table at a path, counted from 1. */
export function linesOf(file: TomlFile, path: TomlPath): readonly [number, number] | null {
  const node = nodeAt(file.root, path);
  const source =
    node?.kind === "value" ? node.pair : node?.kind === "table" ? (node.header ?? node.pair) : null;
  return source ? [source.loc.start.line, source.loc.end.line] : null;
}
