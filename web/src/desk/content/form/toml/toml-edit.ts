// Changes one value of a TOML text. All other bytes stay: comments, the order of the keys and their layout.
import type { AST } from "toml-eslint-parser";
import {
  type FieldValue,
  keysOf,
  nodeAt,
  parseToml,
  type TableNode,
  type TomlFile,
  type TomlNode,
  type TomlPath,
} from "./toml-text";

export type NamedValue = readonly [key: string, value: FieldValue];

type Edit = { readonly from: number; readonly to: number; readonly text: string };

/** `order` are the keys of the table in the order of its definition: a new key goes after the one before it. */
export function setValue(
  toml: string,
  path: TomlPath,
  value: FieldValue,
  order: readonly string[],
): string {
  const file = parseToml(toml);
  if (file === null) return toml;
  const node = nodeAt(file.root, path);
  if (node?.kind === "value") {
    const old = node.pair.value;
    if (value.kind === "list" && old.type === "TOMLArray" && old.elements.length > 0) {
      return apply(toml, listEdits(toml, old, value.texts));
    }
    return apply(toml, [replaced(old.range, encode(value))]);
  }
  const key = path.at(-1);
  if (node !== null || typeof key !== "string") return toml;
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(file.root, parentPath);
  const line = `${encodeKey(key)} = ${encode(value)}`;
  if (parent?.kind === "table") {
    const edit = newLine(toml, { file, parent, key, order }, line);
    if (edit) return apply(toml, [edit]);
  }
  return addBlock(toml, file, parentPath, `[${headerOf(parentPath)}]${eolOf(toml)}${line}`);
}

type NewLine = {
  readonly file: TomlFile;
  readonly parent: TableNode;
  readonly key: string;
  readonly order: readonly string[];
};

/** Null if lines cannot be added to the table, because it has no header of its own. */
function newLine(toml: string, { file, parent, key, order }: NewLine, line: string): Edit | null {
  const isBefore = (pair: AST.TOMLKeyValue) =>
    order.slice(0, order.indexOf(key)).includes(keysOf(pair)[0] ?? "");
  if (parent.inline) {
    const { body, range } = parent.inline;
    const before = body.filter(isBefore).at(-1);
    if (before) return inserted(before.range[1], `, ${line}`);
    const [first] = body;
    return first ? inserted(first.range[0], `${line}, `) : replaced(range, `{ ${line} }`);
  }
  const isRoot = parent === file.root;
  if (!isRoot && parent.header === null) return null;
  const pairs = isRoot ? file.topPairs : (parent.header?.body ?? []);
  const before = pairs.filter(isBefore).at(-1);
  const eol = eolOf(toml);
  if (before) return inserted(endOfLine(toml, before.range[1]), `${eol}${line}`);
  const [first] = pairs;
  if (first) return inserted(first.range[0], `${line}${eol}`);
  if (!parent.header) return inserted(0, `${line}${eol}`);
  return inserted(endOfLine(toml, parent.header.range[0]), `${eol}${line}`);
}

export function removeKey(toml: string, path: TomlPath): string {
  const file = parseToml(toml);
  if (file === null) return toml;
  const node = nodeAt(file.root, path);
  const pair = node?.kind === "value" ? node.pair : null;
  return pair ? apply(toml, [withoutPair(toml, pair)]) : toml;
}

function withoutPair(toml: string, pair: AST.TOMLKeyValue): Edit {
  const { parent } = pair;
  if (parent.type === "TOMLInlineTable") return withoutElement(toml, parent.body, pair);
  return withoutLines(toml, pair.range, false);
}

/** `[closures]` as a table, with its values. */
export function addTable(toml: string, path: TomlPath, values: readonly NamedValue[]): string {
  const file = parseToml(toml);
  if (file === null || nodeAt(file.root, path) !== null) return toml;
  return addBlock(toml, file, path, block(toml, `[${headerOf(path)}]`, values));
}

/** Adds an entry to the end of a list. */
export function addEntry(toml: string, path: TomlPath, values: readonly NamedValue[]): string {
  const file = parseToml(toml);
  if (file === null) return toml;
  const node = nodeAt(file.root, path);
  const last = node?.kind === "entries" ? node.array?.elements.at(-1) : undefined;
  if (last) {
    const pairs = values.map(([key, value]) => `${encodeKey(key)} = ${encode(value)}`);
    return apply(toml, [inserted(last.range[1], `, { ${pairs.join(", ")} }`)]);
  }
  // `sources = []` would define the key twice.
  const cleared = node?.kind === "value" ? removeKey(toml, path) : toml;
  const clearedFile = parseToml(cleared);
  if (clearedFile === null) return toml;
  return addBlock(cleared, clearedFile, path, block(cleared, `[[${headerOf(path)}]]`, values));
}

function block(toml: string, header: string, values: readonly NamedValue[]): string {
  const lines = values.map(([key, value]) => `${encodeKey(key)} = ${encode(value)}`);
  return [header, ...lines].join(eolOf(toml));
}

/** Removes a table or an entry of a list, with everything in it. */
export function removeTable(toml: string, path: TomlPath): string {
  const file = parseToml(toml);
  const node = file && nodeAt(file.root, path);
  if (node?.kind !== "table") return toml;
  if (node.pair) return apply(toml, [withoutPair(toml, node.pair)]);
  if (node.inline) {
    const { parent } = node.inline;
    if (parent.type !== "TOMLArray") return toml;
    const isOnly = parent.elements.length === 1;
    if (isOnly && parent.parent.type === "TOMLKeyValue") {
      return apply(toml, [withoutPair(toml, parent.parent)]);
    }
    return apply(toml, [withoutElement(toml, parent.elements, node.inline)]);
  }
  return apply(
    toml,
    headersIn(node).map(({ range }) => withoutLines(toml, range, true)),
  );
}

function headersIn(node: TomlNode): AST.TOMLTable[] {
  switch (node.kind) {
    case "value":
      return [];
    case "entries":
      return node.items.flatMap(headersIn);
    case "table": {
      const inner = [...node.children.values()].flatMap(headersIn);
      return node.header ? [node.header, ...inner] : inner;
    }
  }
}

/** After what the file already has of the same list or table, otherwise at the end of the file. */
function addBlock(toml: string, file: TomlFile, path: TomlPath, text: string): string {
  const eol = eolOf(toml);
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(file.root, path.slice(0, length));
    const ends = node ? headersIn(node).map(({ range }) => range[1]) : [];
    if (ends.length > 0) {
      const end = endOfLine(toml, Math.max(...ends));
      return apply(toml, [inserted(end, `${eol}${eol}${text}`)]);
    }
  }
  const end = toml.trimEnd().length;
  return apply(toml, [inserted(end, end === 0 ? `${text}${eol}` : `${eol}${eol}${text}`)]);
}

/** Elements that stay keep their bytes and the comments between them. */
function listEdits(toml: string, array: AST.TOMLArray, texts: readonly string[]): Edit[] {
  const { elements } = array;
  const old = elements.map((element) =>
    element.type === "TOMLValue" && element.kind === "string" ? element.value : null,
  );
  if (texts.length === 0) return [replaced(array.range, "[]")];
  let start = 0;
  while (start < Math.min(old.length, texts.length) && old[start] === texts[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, texts.length) - start;
  while (end < most && old.at(-1 - end) === texts.at(-1 - end)) end += 1;
  const oldMiddle = elements.slice(start, elements.length - end);
  const newMiddle = texts.slice(start, texts.length - end);
  const both = Math.min(oldMiddle.length, newMiddle.length);
  const edits = oldMiddle
    .slice(0, both)
    .map((element, index) => replaced(element.range, quote(newMiddle[index] ?? "")));
  const added = newMiddle.slice(both).map(quote);
  const separator = separatorOf(toml, array);
  const before = elements[start + both - 1];
  const after = elements[start + both];
  if (added.length > 0) {
    edits.push(
      before
        ? inserted(before.range[1], added.map((text) => separator + text).join(""))
        : inserted(after?.range[0] ?? 0, added.map((text) => text + separator).join("")),
    );
  }
  const removed = oldMiddle.slice(both);
  const last = removed.at(-1);
  if (last) {
    const next = elements[elements.indexOf(last) + 1];
    edits.push(
      before
        ? { from: before.range[1], to: last.range[1], text: "" }
        : { from: removed[0]?.range[0] ?? 0, to: next?.range[0] ?? last.range[1], text: "" },
    );
  }
  return edits;
}

/** What is between two elements of a list: a list that begins on a line of its own has each element on one. */
function separatorOf(toml: string, { elements: [first], range }: AST.TOMLArray): string {
  const indent = first ? toml.slice(range[0] + 1, first.range[0]) : "";
  return /^\s*\n\s*$/.test(indent) ? `,${indent}` : ", ";
}

function withoutElement<T extends AST.TOMLKeyValue | AST.TOMLContentNode>(
  toml: string,
  elements: readonly T[],
  element: T,
): Edit {
  const index = elements.indexOf(element);
  const previous = elements[index - 1];
  const next = elements[index + 1];
  if (previous) return { from: previous.range[1], to: element.range[1], text: "" };
  if (next) return { from: element.range[0], to: next.range[0], text: "" };
  // The only one: without the spaces inside the brackets.
  const from = toml.slice(0, element.range[0]).trimEnd().length;
  const rest = toml.slice(element.range[1]);
  return { from, to: toml.length - rest.trimStart().length, text: "" };
}

/** Without the line break before it, and an empty line above a table. */
function withoutLines(
  toml: string,
  [start, end]: readonly [number, number],
  isTable: boolean,
): Edit {
  const to = endOfLine(toml, end);
  let from = toml.lastIndexOf("\n", start - 1) + 1;
  if (from === 0 || start === 0) {
    const next = /^(?:\r?\n)+/.exec(toml.slice(to))?.[0].length ?? 0;
    return { from: 0, to: to + (isTable ? next : Math.min(next, eolOf(toml).length)), text: "" };
  }
  from = beforeLineBreak(toml, from);
  if (isTable && toml[from - 1] === "\n") from = beforeLineBreak(toml, from);
  return { from, to, text: "" };
}

function beforeLineBreak(toml: string, index: number): number {
  return toml[index - 2] === "\r" ? index - 2 : index - 1;
}

function endOfLine(toml: string, index: number): number {
  const end = toml.indexOf("\n", index);
  if (end < 0) return toml.length;
  return toml[end - 1] === "\r" ? end - 1 : end;
}

function eolOf(toml: string): string {
  return toml.includes("\r\n") ? "\r\n" : "\n";
}

function inserted(at: number, text: string): Edit {
  return { from: at, to: at, text };
}

function replaced([from, to]: readonly [number, number], text: string): Edit {
  return { from, to, text };
}

function apply(toml: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce(
      (text, { from, to, text: added }) => text.slice(0, from) + added + text.slice(to),
      toml,
    );
}

function headerOf(path: TomlPath): string {
  return path
    .filter((key) => typeof key === "string")
    .map(encodeKey)
    .join(".");
}

function encodeKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : quote(key);
}

function encode(value: FieldValue): string {
  switch (value.kind) {
    case "text":
      return quote(value.text);
    case "literal":
      return value.text;
    case "placeholder":
      return `{ placeholder = ${quote(value.example)} }`;
    case "list":
      return value.texts.length === 0
        ? "[]"
        : `[\n${value.texts.map((text) => `  ${quote(text)},\n`).join("")}]`;
  }
}

/** JSON's escapes are a part of TOML's. TOML allows no single surrogates and no U+007F. */
function quote(text: string): string {
  const wellFormed = text.replace(/\p{Surrogate}/gu, "\uFFFD");
  return JSON.stringify(wellFormed).replaceAll("\u007F", "\\u007F");
}
