// Merges thousands of made-up documents. `merge-documents.test.ts` has the examples.
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeDocuments } from "./merge-documents";
import { splitToml } from "./toml-blocks";

const word = fc.stringMatching(/^[a-d]{1,2}$/);
const value = fc.oneof(
  word.map((text) => `"${text}"`),
  fc.array(word, { maxLength: 3 }).map((list) => `[${list.map((text) => `"${text}"`).join(", ")}]`),
);
const pairs = fc
  .uniqueArray(fc.tuple(fc.constantFrom("k", "l", "m"), value), { selector: ([key]) => key })
  .map((list) => list.map(([key, text]) => `${key} = ${text}\n`).join(""));
const commented = fc
  .tuple(fc.option(word), pairs)
  .map(([note, text]) => (note ? `# ${note}\n${text}` : text));
const toml = fc
  .tuple(
    commented,
    fc.option(commented),
    fc.array(fc.tuple(pairs, fc.array(pairs, { maxLength: 2 })), { maxLength: 3 }),
  )
  .map(
    ([top, table, entries]) =>
      top +
      (table === null ? "" : `[table]\n${table}`) +
      entries
        .map(
          ([entry, inner]) => `[[e]]\n${entry}${inner.map((text) => `[[e.i]]\n${text}`).join("")}`,
        )
        .join(""),
  );
const blocks = fc
  .array(fc.oneof(word, fc.constant("- one\n- two"), fc.constant("```\nx\n\ny\n```")), {
    maxLength: 5,
  })
  .map((list) => list.map((block) => `${block}\n`).join("\n"));
const document = fc.oneof(
  fc.tuple(toml, toml, toml),
  fc
    .tuple(toml, blocks, toml, blocks, toml, blocks)
    .map(
      ([a, b, c, d, e, f]) =>
        [`+++\n${a}+++\n${b}`, `+++\n${c}+++\n${d}`, `+++\n${e}+++\n${f}`] as [
          string,
          string,
          string,
        ],
    ),
);
const wordsOf = (text: string) => text.match(/\w+/g) ?? [];

test("merging any two versions loses no word that a side added", () => {
  fc.assert(
    fc.property(document, fc.boolean(), ([base, mine, theirs], isKnown) => {
      const merged = mergeDocuments({ base: isKnown ? base : null, mine, theirs });
      const kept = new Set([...(isKnown ? wordsOf(base) : []), ...wordsOf(merged.value)]);
      const lost = [...wordsOf(mine), ...wordsOf(theirs)].filter((added) => !kept.has(added));
      expect(lost).toEqual([]);
      if (!base.startsWith("+++")) expect(splitToml(merged.value)).not.toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test("merging any two versions keeps the same words and asks the same, whoever saves first", () => {
  fc.assert(
    fc.property(document, ([base, mine, theirs]) => {
      const one = mergeDocuments({ base, mine, theirs });
      const other = mergeDocuments({ base, mine: theirs, theirs: mine });
      expect(other.isClean).toBe(one.isClean);
      expect(new Set(wordsOf(other.value))).toEqual(new Set(wordsOf(one.value)));
    }),
    { numRuns: 1000 },
  );
});
