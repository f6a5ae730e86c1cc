// Splits a TOML text into its tables and keys, each with its own bytes and the comments above it.
import { type AST, parseTOML } from "toml-eslint-parser";

export type TomlBlocks = { readonly blocks: readonly TomlBlock[]; readonly tail: string };

/** A table with its keys. The keys above the first table are a block without a header. */
export type TomlBlock = {
  /** The name in the header: the same for all entries of a list. */
  readonly path: readonly string[];
  readonly isEntry: boolean;
  /** The lines above it: comments and empty lines. */
  readonly lead: string;
  readonly header: string;
  readonly pairs: readonly TomlPair[];
  /** The tables that belong to an entry. */
  readonly inner: readonly TomlBlock[];
};

export type TomlPair = {
  readonly key: string;
  readonly lead: string;
  /** The whole line or lines. */
  readonly text: string;
  /** Where the value is in `text`. */
  readonly value: readonly [number, number];
  /** The elements of a list. Null for another value, and for a list with comments in it. */
  readonly elements: readonly string[] | null;
};

/** Null if the text is not valid TOML. */
export function splitToml(text: string): TomlBlocks | null {
  const toml = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(toml, { tomlVersion: "1.0" });
  } catch {
    return null;
  }
  let end = 0;
  /** The lines of a node, and what is above them. */
  const take = (from: number, to: number) => {
    const start = toml.lastIndexOf("\n", from) + 1;
    const lead = toml.slice(end, start);
    end = toml.indexOf("\n", to) + 1;
    return { lead, start, text: toml.slice(start, end) };
  };
  const takePair = (pair: AST.TOMLKeyValue): TomlPair => {
    const { lead, start, text } = take(...pair.range);
    const [from, to] = pair.value.range;
    const hasComments = program.comments.some(({ range }) => range[0] >= from && range[1] <= to);
    const elements =
      pair.value.type === "TOMLArray" && !hasComments
        ? pair.value.elements.map(({ range }) => toml.slice(...range))
        : null;
    return { key: keyOf(pair.key), lead, text, value: [from - start, to - start], elements };
  };
  const [{ body }] = program.body;
  const top = body.filter((item) => item.type === "TOMLKeyValue").map(takePair);
  // Always the first block, so that no key of it can get into a table.
  const blocks: MutableBlock[] = [
    { path: [], isEntry: false, lead: "", header: "", pairs: top, inner: [] },
  ];
  for (const table of body.filter((item) => item.type === "TOMLTable")) {
    const { lead, text: header } = take(table.range[0], table.key.range[1]);
    const path = table.resolvedKey.filter((key) => typeof key === "string");
    const pairs = table.body.map(takePair);
    add(blocks, { path, isEntry: table.kind === "array", lead, header, pairs, inner: [] });
  }
  return { blocks, tail: toml.slice(end) };
}

type MutableBlock = Omit<TomlBlock, "inner"> & { readonly inner: MutableBlock[] };

/** A table below an entry belongs to the last entry before it. */
function add(blocks: MutableBlock[], block: MutableBlock): void {
  const owner = blocks.findLast(
    ({ isEntry, path }) =>
      isEntry &&
      path.length < block.path.length &&
      path.every((key, index) => key === block.path[index]),
  );
  if (owner) add(owner.inner, block);
  else blocks.push(block);
}

function keyOf({ keys }: AST.TOMLKey): string {
  return JSON.stringify(keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value)));
}

export function joinToml({ blocks, tail }: TomlBlocks): string {
  return blocks.map(textOf).join("") + tail;
}

export function textOf({ lead, header, pairs, inner }: TomlBlock): string {
  const lines = pairs.map((pair) => pair.lead + pair.text).join("");
  return lead + header + lines + inner.map(textOf).join("");
}
