// Brings back some fields of an earlier text, such as the opening hours, and leaves all others as they are.
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import { changedFields, type FieldChange, readDocument } from "../comparison/document-fields";
import { contentAt, parseToml } from "../form/toml/toml-text";
import { joinToml, splitToml, type TomlBlock, type TomlPair } from "../merge/toml-blocks";

/** A field of the form that has another value in the two texts. */
export type EarlierField = {
  readonly key: string;
  readonly label: string;
  readonly changes: readonly FieldChange[];
};

/** Null if one of the texts has a mistake, or differs in something that is no field. */
export function earlierFields(
  path: string,
  definition: DocumentDefinition | null,
  current: string,
  earlier: string,
  nameOf: (path: string) => string,
): EarlierField[] | null {
  const [now, then] = [parseToml(current), parseToml(earlier)];
  if (now === null || then === null || definition === null) return null;
  const fields = definition.groups.flatMap((group) => group.fields);
  const keys = new Set([...now.root.children.keys(), ...then.root.children.keys()]);
  const differs = (key: string) => contentAt(now, [key]) !== contentAt(then, [key]);
  if ([...keys].some((key) => differs(key) && !fields.some((field) => field.key === key))) {
    return null;
  }
  const read = (text: string) => readDocument(path, text, definition, nameOf);
  const changes = changedFields(read(current), read(earlier));
  return fields
    .filter(({ key }) => differs(key))
    .map(({ key, label }) => ({
      key,
      label,
      changes: changes.filter((it) => it.label === label || it.label.startsWith(`${label}: `)),
    }));
}

/** Null if that makes no text that can be read. */
export function withFields(
  current: string,
  earlier: string,
  keys: readonly string[],
): string | null {
  const [now, then] = [splitToml(current), splitToml(earlier)];
  if (now === null || then === null) return null;
  const [top, ...blocks] = now.blocks;
  const [earlierTop, ...earlierBlocks] = then.blocks;
  if (!top || !earlierTop) return null;
  const isChosenPair = ({ key }: TomlPair) => keys.includes(JSON.parse(key)[0]);
  const isChosenBlock = ({ path }: TomlBlock) => keys.includes(path[0] ?? "");
  const pairs = replace(top.pairs, earlierTop.pairs, isChosenPair, ({ key }) => JSON.parse(key)[0]);
  const text = joinToml({
    blocks: [
      { ...top, pairs },
      ...replace(blocks, earlierBlocks, isChosenBlock, ({ path }) => path[0] ?? ""),
    ],
    tail: now.tail,
  });
  return hasFields(text, current, earlier, keys) ? text : null;
}

/** The chosen ones are where their first one was, or at the end. */
function replace<T>(
  now: readonly T[],
  then: readonly T[],
  isChosen: (item: T) => boolean,
  nameOf: (item: T) => string,
): T[] {
  const placed = new Set<string>();
  const result = now.flatMap((item) => {
    if (!isChosen(item)) return [item];
    if (placed.has(nameOf(item))) return [];
    placed.add(nameOf(item));
    return then.filter((other) => nameOf(other) === nameOf(item));
  });
  return [...result, ...then.filter((item) => isChosen(item) && !placed.has(nameOf(item)))];
}

function hasFields(
  text: string,
  current: string,
  earlier: string,
  keys: readonly string[],
): boolean {
  const [made, now, then] = [text, current, earlier].map(parseToml);
  if (!made || !now || !then) return false;
  const all = new Set([now, then, made].flatMap(({ root }) => [...root.children.keys()]));
  return [...all].every(
    (key) => contentAt(made, [key]) === contentAt(keys.includes(key) ? then : now, [key]),
  );
}
