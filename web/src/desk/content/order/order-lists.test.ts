import fc from "fast-check";
import { expect, test } from "vitest";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { changesFor, inOrder, moved, orderLists } from "./order-lists";

const service = (name: string, position: number | null): DocumentSummary => ({
  path: `services/${name}.md`,
  kind: "service",
  title: name,
  state: "published",
  appearsOn: null,
  position,
  savedBy: null,
  savedAt: null,
});

const numbers = (before: DocumentSummary[], after: DocumentSummary[]) =>
  Object.fromEntries(changesFor(before, after).map(({ title, after: number }) => [title, number]));

test("documents are in the order of the site, without those that will be deleted", () => {
  const deleted = { ...service("gone", 1), state: "deleted" as const };
  const documents = [
    service("a", 3),
    service("b", null),
    service("c", 1),
    service("d", 1),
    deleted,
  ];
  expect(inOrder(documents, orderLists.services).map(({ title }) => title)).toEqual([
    "c",
    "d",
    "a",
    "b",
  ]);
});

test("a move changes only the numbers between the two places, also where they have gaps", () => {
  const list = [service("a", 10), service("b", 20), service("c", 30), service("d", 40)];
  expect(numbers(list, moved(list, 2, 1))).toEqual({ c: 20, b: 30 });
  expect(numbers(list, list)).toEqual({});
});

test("equal and missing numbers are replaced, and what left the list has none", () => {
  const [a, b, c] = [service("a", 2), service("b", 2), service("c", null)];
  expect(numbers([a, b, c], [b, a, c])).toEqual({ b: 1, c: 3 });
  expect(numbers([a, b], [b])).toEqual({ a: null });
});

test("the numbers of any new order bring it back", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 7 }),
      fc.nat(),
      fc.nat(),
      (positions, one, other) => {
        const before = inOrder(
          positions.map((position, index) => service(`s${index}`, position)),
          orderLists.services,
        );
        const after = moved(before, one % before.length, other % before.length);
        const changed = new Map(
          changesFor(before, after).map((change) => [change.path, change.after]),
        );
        const saved = before.map((document) => ({
          ...document,
          position: changed.has(document.path)
            ? (changed.get(document.path) ?? null)
            : document.position,
        }));
        const paths = (documents: DocumentSummary[]) => documents.map(({ path }) => path);
        // An order that was not changed may keep equal numbers, which are in the order of the paths.
        if (changed.size === 0) expect(paths(after)).toEqual(paths(before));
        else expect(paths(inOrder(saved, orderLists.services))).toEqual(paths(after));
      },
    ),
  );
});
