// Finds entries by the words of a query. Near spellings count too, because names of diseases are hard to spell.
import type { SearchEntry } from "../../generated/SearchEntry";

/** How much a word in each part of an entry is worth. */
const WEIGHTS = { title: 4, words: 3, summary: 1 } as const;

const EXACT = 1;
const BEGINNING = 0.8;
const NEAR = 0.5;

/** They are in nearly every text. */
const COMMON = new Set(
  "a an and are at for from how i in is it my of on or the to what when with your".split(" "),
);

export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The best entries first. An entry must match every word; if none does, one word is enough. */
export function search(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const all = wordsOf(query);
  const telling = all.filter((word) => !COMMON.has(word));
  const words = telling.length > 0 ? telling : all;
  if (words.length === 0) return [];
  const scored = entries.map((entry) => {
    const scores = words.map((word) => score(entry, word));
    return { entry, matchesAll: scores.every(Boolean), total: scores.reduce((a, b) => a + b, 0) };
  });
  const matchingAll = scored.filter(({ matchesAll }) => matchesAll);
  const found = matchingAll.length > 0 ? matchingAll : scored.filter(({ total }) => total > 0);
  return found.sort((a, b) => b.total - a.total).map(({ entry }) => entry);
}

function score(entry: SearchEntry, word: string): number {
  const best = (part: keyof typeof WEIGHTS) =>
    WEIGHTS[part] * Math.max(0, ...wordsOf(entry[part]).map((other) => similarity(word, other)));
  return best("title") + best("words") + best("summary");
}

function similarity(typed: string, word: string): number {
  if (typed === word) return EXACT;
  if (word.startsWith(typed)) return BEGINNING;
  const allowed = typed.length >= 7 ? 2 : typed.length >= 4 ? 1 : 0;
  // The visitor may still be typing, so the beginning of a longer word counts.
  const beginnings = [word, word.slice(0, typed.length), word.slice(0, typed.length + 1)];
  return allowed > 0 && beginnings.some((other) => distance(typed, other) <= allowed) ? NEAR : 0;
}

/** How many letters must be changed, added, removed or swapped with the next to get the other word. */
export function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
