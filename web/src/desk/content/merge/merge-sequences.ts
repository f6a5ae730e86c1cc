// Merges two versions of a list that were made from the same base, item by item: paragraphs, entries, lines of a list.
// What one side changed, added or removed is taken over. What one side removed and the other changed stays.
import { diffComm, diffIndices } from "node-diff3";

export type Versions<T> = { readonly base: T; readonly mine: T; readonly theirs: T };

export type DocumentVersions = {
  /** What both were made from. Null if that is not known. */
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string;
};

/** `isClean`: nobody has to look at it, because the two sides changed different things. */
export type Merged<T> = { readonly value: T; readonly isClean: boolean };

type Rules<T> = {
  /** Items with the same key are the same item, unchanged. */
  readonly keyOf: (item: T) => string;
  /** From 0 to 1: how likely it is that one item was made from the other. */
  readonly similarity: (one: T, other: T) => number;
  /** Both sides changed this item, each in another way. */
  readonly mergeItem: (item: Versions<T>) => Merged<readonly T[]>;
  /** Both sides added something at the same place. */
  readonly addedByBoth: "clean" | "ask";
};

/** Less similar items are one that was removed and one that was added. */
const SIMILAR = 0.4;

export function mergeSequences<T>(
  { base, mine, theirs }: Versions<readonly T[]>,
  rules: Rules<T>,
): Merged<T[]> {
  const my = align(base, mine, rules);
  const their = align(base, theirs, rules);
  const value: T[] = [];
  let isClean = true;
  const add = (merged: Merged<readonly T[]>) => {
    value.push(...merged.value);
    isClean &&= merged.isClean;
  };
  const addAfter = (index: number) =>
    add(mergeAdded(my.added.get(index) ?? [], their.added.get(index) ?? [], rules));
  addAfter(-1);
  base.forEach((item, index) => {
    add(mergeItems(item, my.now[index], their.now[index], rules));
    addAfter(index);
  });
  return { value, isClean };
}

/** Everything of both lists in order, and what they have in common once. */
export function unite<T>(
  mine: readonly T[],
  theirs: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  const items = new Map([...theirs, ...mine].map((item) => [keyOf(item), item]));
  return diffComm(mine.map(keyOf), theirs.map(keyOf))
    .flatMap((part) => ("common" in part ? part.common : [...part.buffer1, ...part.buffer2]))
    .flatMap((key) => items.get(key) ?? []);
}

function mergeItems<T>(
  base: T,
  mine: T | undefined,
  theirs: T | undefined,
  { keyOf, mergeItem }: Rules<T>,
): Merged<readonly T[]> {
  const one = (item: T | undefined) => ({ value: item === undefined ? [] : [item], isClean: true });
  if (mine === undefined || theirs === undefined) {
    const stays = mine ?? theirs;
    return one(stays !== undefined && keyOf(stays) !== keyOf(base) ? stays : undefined);
  }
  if (keyOf(mine) === keyOf(theirs) || keyOf(theirs) === keyOf(base)) return one(mine);
  if (keyOf(mine) === keyOf(base)) return one(theirs);
  return mergeItem({ base, mine, theirs });
}

function mergeAdded<T>(
  mine: readonly T[],
  theirs: readonly T[],
  { keyOf, addedByBoth }: Rules<T>,
): Merged<readonly T[]> {
  const value = unite(mine, theirs, keyOf);
  const isFromOne = value.length === mine.length || value.length === theirs.length;
  return { value, isClean: isFromOne || addedByBoth === "clean" };
}

type Alignment<T> = {
  /** What each item of the base has become. */
  readonly now: readonly (T | undefined)[];
  /** What was added after each item of the base, and at the start: after -1. */
  readonly added: ReadonlyMap<number, readonly T[]>;
};

function align<T>(base: readonly T[], side: readonly T[], rules: Rules<T>): Alignment<T> {
  const now: (T | undefined)[] = [];
  const added = new Map<number, T[]>();
  let [i, j] = [0, 0];
  const keepUntil = (end: number) => {
    for (; i < end; i += 1, j += 1) now[i] = side[j];
  };
  for (const { buffer1, buffer2 } of diffIndices(base.map(rules.keyOf), side.map(rules.keyOf))) {
    const [from, length] = buffer1;
    keepUntil(from);
    const others = side.slice(buffer2[0], buffer2[0] + buffer2[1]);
    const pairs = pairUp(base.slice(from, from + length), others, rules);
    let last = from - 1;
    others.forEach((other, index) => {
      const partner = pairs.indexOf(index);
      if (partner >= 0) {
        last = from + partner;
        now[last] = other;
      } else {
        added.set(last, [...(added.get(last) ?? []), other]);
      }
    });
    i = from + length;
    j = buffer2[0] + buffer2[1];
  }
  keepUntil(base.length);
  return { now, added };
}

/** For each item the index of the one that was made from it, or -1. The order stays. */
function pairUp<T>(
  items: readonly T[],
  others: readonly T[],
  { similarity }: Rules<T>,
): readonly number[] {
  if (items.length === others.length) return items.map((_, index) => index);
  let next = 0;
  return items.map((item, index) => {
    // What follows needs places too.
    const candidates = others.map((other, at) => ({ at, score: similarity(item, other) }));
    const best = candidates
      .slice(next)
      .reduce((a, b) => (b.score > a.score ? b : a), { at: -1, score: SIMILAR });
    const isTaken = items
      .slice(index + 1)
      .some((later) => best.at >= 0 && similarity(later, others[best.at] as T) > best.score);
    if (best.at < 0 || isTaken) return -1;
    next = best.at + 1;
    return best.at;
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}]+/gu));
}

/** How many of the words of two texts are the same. */
export function sharedWords(one: string, other: string): number {
  const [words, otherWords] = [wordsOf(one), wordsOf(other)];
  const most = Math.max(words.size, otherWords.size);
  return most === 0 ? 0 : [...words].filter((word) => otherWords.has(word)).length / most;
}
