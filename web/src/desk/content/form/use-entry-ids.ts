// Which entry of a list is which while entries are added and removed, also by a colleague: the file has only their positions. An entry
// that changed its identity would lose the half of a date that is typed in it.
import { useState } from "react";
import { contentAt, countEntries, type TomlFile, type TomlPath } from "./toml/toml-text";

type Known = {
  /** In the order of the file. */
  readonly ids: readonly number[];
  readonly contents: readonly string[];
  /** The ids in the order of the screen. */
  readonly shown: readonly number[];
  /** The id of the next entry that is added. */
  readonly next: number;
};

type ShownEntry = { readonly id: number; readonly index: number };

type Entries = {
  /** In the order of the screen: an entry never moves while it is there, and new ones are at the end. */
  readonly entries: readonly ShownEntry[];
  readonly nextId: number;
  /** Call when an entry is removed here: others may have the same content. */
  readonly forget: (id: number) => void;
};

/** `sort` gives the positions in the order in which they are shown at first. */
export function useEntryIds(
  file: TomlFile,
  path: TomlPath,
  sort: (count: number) => readonly number[],
): Entries {
  const count = countEntries(file, path);
  const contents = Array.from({ length: count }, (_, index) => contentAt(file, [...path, index]));
  const [known, setKnown] = useState<Known>(() => ({
    ids: contents.map((_, index) => index),
    contents,
    shown: sort(count),
    next: count,
  }));
  const isSame =
    contents.length === known.contents.length &&
    contents.every((content, index) => content === known.contents[index]);
  const current = isSame ? known : recognise(known, contents);
  if (current !== known) setKnown(current);
  return {
    entries: current.shown.map((id) => ({ id, index: current.ids.indexOf(id) })),
    nextId: current.next,
    forget: (id) => setKnown((latest) => without(latest, id)),
  };
}

/** An entry is the one with the same content, at its position if possible. One that has changed is still between the same others: what
 * a colleague added elsewhere is new, and must not get the half of a date of one that is gone. */
function recognise(known: Known, contents: readonly string[]): Known {
  const ids: (number | null)[] = contents.map(() => null);
  const rest = new Set(known.ids.keys());
  const take = (matches: (before: number, now: number) => boolean) => {
    for (const now of ids.keys()) {
      const before = ids[now] === null ? [...rest].find((index) => matches(index, now)) : undefined;
      if (before === undefined) continue;
      ids[now] = known.ids[before] ?? null;
      rest.delete(before);
    }
  };
  const isEqual = (before: number, now: number) => known.contents[before] === contents[now];
  take((before, now) => before === now && isEqual(before, now));
  take(isEqual);
  const before = known.ids.map((id, index) => (rest.has(index) ? null : id));
  const now = [...ids];
  take((from, to) => placeIn(before, from) === placeIn(now, to));
  let next = known.next;
  const all = ids.map((id) => id ?? next++);
  const kept = known.shown.filter((id) => all.includes(id));
  return {
    ids: all,
    contents,
    shown: [...kept, ...all.filter((id) => !kept.includes(id))],
    next,
  };
}

/** The entries that are known on both sides of it. */
function placeIn(ids: readonly (number | null)[], index: number): string {
  const isKnown = (id: number | null) => id !== null;
  return `${ids.slice(0, index).findLast(isKnown)} ${ids.slice(index + 1).find(isKnown)}`;
}

function without(known: Known, id: number): Known {
  const isOther = (_: unknown, index: number) => known.ids[index] !== id;
  return {
    ...known,
    ids: known.ids.filter(isOther),
    contents: known.contents.filter(isOther),
    shown: known.shown.filter((other) => other !== id),
  };
}
