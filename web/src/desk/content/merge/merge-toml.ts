// Merges two versions of a TOML text key by key. Of a key that both changed, mine is the value and theirs is a comment
// below it, because a key may be there only once.
import { diffComm } from "node-diff3";
import {
  type DocumentVersions,
  type Merged,
  mergeSequences,
  sharedWords,
  unite,
  type Versions,
} from "./merge-sequences";
import {
  joinToml,
  splitToml,
  type TomlBlock,
  type TomlBlocks,
  type TomlPair,
  textOf,
} from "./toml-blocks";

const NOTHING: TomlBlocks = { blocks: [], tail: "" };

/** Without a base, every key that differs was changed by both. */
export function mergeToml({ base, mine, theirs }: DocumentVersions): Merged<string> {
  if (mine === theirs || base === theirs) return { value: mine, isClean: true };
  if (base === mine) return { value: theirs, isClean: true };
  const [my, their] = [splitToml(mine), splitToml(theirs)];
  const before = base === null ? null : splitToml(base);
  if (my === null || their === null) return withOtherLines(mine, theirs);
  const old = before ?? NOTHING;
  const blocks = mergeBlocks({ base: old.blocks, mine: my.blocks, theirs: their.blocks });
  const tail = mergeLines({ base: old.tail, mine: my.tail, theirs: their.tail });
  const merged = joinToml({ blocks: blocks.value, tail: tail.value });
  const value = merged + lostComments({ base: base ?? "", mine, theirs }, merged);
  // For example a key that one side made a table of.
  if (splitToml(value) === null) return withOtherLines(mine, theirs);
  return { value, isClean: blocks.isClean && tail.isClean && before !== null };
}

/** Comments that one side wrote above something that the other side removed. */
function lostComments({ base, mine, theirs }: Versions<string>, merged: string): string {
  const known = new Set([...base.split("\n"), ...merged.split("\n")]);
  const comments = [...mine.split("\n"), ...theirs.split("\n")].filter((line) =>
    /^\s*#/.test(line),
  );
  return [...new Set(comments)]
    .filter((line) => !known.has(line) && !known.has(otherVersion(line)))
    .map((line) => `${line}\n`)
    .join("");
}

/** Mine, with what differs in the other version as comments at its end. Somebody has to look at it. */
function withOtherLines(mine: string, theirs: string): Merged<string> {
  const others = diffComm(mine.split("\n"), theirs.split("\n")).flatMap((part) =>
    "common" in part ? [] : part.buffer2,
  );
  const start = mine === "" || mine.endsWith("\n") ? mine : `${mine}\n`;
  const lines = others.filter((line) => line !== "");
  return { value: start + lines.map(comment).join(""), isClean: false };
}

function comment(line: string): string {
  return `${otherVersion(line)}\n`;
}

function otherVersion(line: string): string {
  return `# Other version: ${line}`;
}

/** One table, or all entries of one list. */
type Slot = {
  readonly isEntries: boolean;
  readonly blocks: readonly [TomlBlock, ...TomlBlock[]];
};

function mergeBlocks(versions: Versions<readonly TomlBlock[]>): Merged<TomlBlock[]> {
  return mergeByName(mapVersions(versions, slotsOf), (slot) => {
    const { base, mine, theirs } = slot;
    if (!mine || !theirs) {
      const stays = mine ?? theirs;
      return { value: stays ? changedBlocks(base, stays) : [], isClean: true };
    }
    if (mine.isEntries !== theirs.isEntries) {
      return { value: [...mine.blocks, ...theirs.blocks], isClean: false };
    }
    if (mine.isEntries) {
      const entries = { base: base?.blocks ?? [], mine: mine.blocks, theirs: theirs.blocks };
      return mergeEntries(entries);
    }
    return mergeTables(base?.blocks[0], mine.blocks[0], theirs.blocks[0]);
  });
}

function slotsOf(blocks: readonly TomlBlock[]): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const block of blocks) {
    const name = JSON.stringify(block.path);
    const before = slots.get(name);
    const blocks: Slot["blocks"] = before ? [...before.blocks, block] : [block];
    slots.set(name, { isEntries: block.isEntry, blocks });
  }
  return slots;
}

/** What one side removed goes, unless the other side has changed it. */
function changedBlocks(base: Slot | undefined, stays: Slot): TomlBlock[] {
  const known = new Set(base?.blocks.map(contentOf));
  return stays.blocks.filter((block) => !known.has(contentOf(block)));
}

/** Without the comments above it. */
function contentOf(block: TomlBlock): string {
  return textOf(block).slice(block.lead.length);
}

function mergeEntries(entries: Versions<readonly TomlBlock[]>): Merged<TomlBlock[]> {
  return mergeSequences(entries, {
    keyOf: contentOf,
    similarity: (one, other) => {
      const values = new Set(other.pairs.map(({ text }) => text));
      const same = one.pairs.filter(({ text }) => values.has(text)).length;
      return same > 0 ? 1 : sharedWords(contentOf(one), contentOf(other));
    },
    mergeItem: ({ base, mine, theirs }) => mergeTables(base, mine, theirs),
    addedByBoth: "clean",
  });
}

function mergeTables(
  base: TomlBlock | undefined,
  mine: TomlBlock,
  theirs: TomlBlock,
): Merged<TomlBlock[]> {
  const lead = mergeLines({ base: base?.lead ?? "", mine: mine.lead, theirs: theirs.lead });
  const pairs = mergePairs({ base: base?.pairs ?? [], mine: mine.pairs, theirs: theirs.pairs });
  const inner = mergeBlocks({ base: base?.inner ?? [], mine: mine.inner, theirs: theirs.inner });
  const header = mine.header === base?.header ? theirs.header : mine.header;
  // Both wrote a comment on the line of the header.
  const isLost = header !== theirs.header && theirs.header !== base?.header;
  const merged = {
    ...mine,
    header,
    lead: lead.value + (isLost ? comment(theirs.header.trim()) : ""),
    pairs: pairs.value,
    inner: inner.value,
  };
  return { value: [merged], isClean: lead.isClean && pairs.isClean && inner.isClean && !isLost };
}

function mergePairs(versions: Versions<readonly TomlPair[]>): Merged<TomlPair[]> {
  const named = mapVersions(versions, (pairs) => new Map(pairs.map((pair) => [pair.key, pair])));
  return mergeByName(named, ({ base, mine, theirs }) => {
    if (mine && theirs) return mergePair(base, mine, theirs);
    const stays = mine ?? theirs;
    const isRemoved = !stays || base?.text === stays.text;
    return { value: isRemoved ? [] : [stays], isClean: true };
  });
}

function mergePair(
  base: TomlPair | undefined,
  mine: TomlPair,
  theirs: TomlPair,
): Merged<TomlPair[]> {
  const lead = mergeLines({ base: base?.lead ?? "", mine: mine.lead, theirs: theirs.lead });
  const pair = mergeValues(base, mine, theirs);
  const value = [{ ...pair.value, lead: lead.value }];
  return { value, isClean: lead.isClean && pair.isClean };
}

function mergeValues(
  base: TomlPair | undefined,
  mine: TomlPair,
  theirs: TomlPair,
): Merged<TomlPair> {
  if (mine.text === theirs.text || theirs.text === base?.text)
    return { value: mine, isClean: true };
  if (mine.text === base?.text) return { value: theirs, isClean: true };
  const isList = base === undefined || base.elements !== null;
  if (isList && mine.elements && theirs.elements && isPlain(mine) && isPlain(theirs)) {
    const lists = {
      base: base?.elements ?? [],
      mine: mine.elements,
      theirs: theirs.elements,
    };
    return mergeElements(lists, mine, theirs);
  }
  const lines = theirs.text.replace(/\n$/, "").split("\n");
  const text = mine.text + lines.map(comment).join("");
  return { value: { ...mine, text }, isClean: false };
}

/** Nothing is on its lines besides the key and the value. */
function isPlain({ text, value }: TomlPair): boolean {
  return text.slice(value[1]).trim() === "";
}

function mergeElements(
  lists: Versions<readonly string[]>,
  mine: TomlPair,
  theirs: TomlPair,
): Merged<TomlPair> {
  const merged = mergeSequences(lists, {
    keyOf: (element) => element,
    similarity: sharedWords,
    mergeItem: (item) => ({ value: [item.mine, item.theirs], isClean: false }),
    addedByBoth: "clean",
  });
  const [from, to] = mine.value;
  const isLong = [mine, theirs].some(({ text, value }) => text.slice(...value).includes("\n"));
  const list =
    isLong && merged.value.length > 0
      ? `[\n${merged.value.map((element) => `  ${element},\n`).join("")}]`
      : `[${merged.value.join(", ")}]`;
  const text = mine.text.slice(0, from) + list + mine.text.slice(to);
  const value: TomlPair = {
    ...mine,
    text,
    value: [from, from + list.length],
    elements: merged.value,
  };
  return { value, isClean: merged.isClean };
}

/** Comments and empty lines. */
function mergeLines(versions: Versions<string>): Merged<string> {
  const merged = mergeSequences(
    mapVersions(versions, (text) => text.split(/(?<=\n)/).filter((line) => line !== "")),
    {
      keyOf: (line) => line,
      similarity: sharedWords,
      mergeItem: ({ mine, theirs }) => ({ value: [mine, theirs], isClean: false }),
      addedByBoth: "clean",
    },
  );
  return { value: merged.value.join(""), isClean: merged.isClean };
}

/** In the order of mine. What only theirs has follows what is before it there. */
function mergeByName<T, R>(
  { base, mine, theirs }: Versions<ReadonlyMap<string, T>>,
  merge: (item: Versions<T | undefined>) => Merged<readonly R[]>,
): Merged<R[]> {
  const names = [...mine.keys()];
  let before = -1;
  for (const name of theirs.keys()) {
    const known = names.indexOf(name);
    before = known >= 0 ? known : before + 1;
    if (known < 0) names.splice(before, 0, name);
  }
  const merged = names.map((name) =>
    merge({ base: base.get(name), mine: mine.get(name), theirs: theirs.get(name) }),
  );
  return {
    value: merged.flatMap(({ value }) => value),
    isClean: merged.every(({ isClean }) => isClean),
  };
}

function mapVersions<T, R>({ base, mine, theirs }: Versions<T>, map: (value: T) => R): Versions<R> {
  return { base: map(base), mine: map(mine), theirs: map(theirs) };
}

/** Lines of both, for a text that is neither TOML nor Markdown with keys. */
export function uniteLines(mine: string, theirs: string): string {
  const lines = (text: string) => text.replace(/\n$/, "").split("\n");
  return `${unite(lines(mine), lines(theirs), (line) => line).join("\n")}\n`;
}
