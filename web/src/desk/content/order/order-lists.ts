// The lists whose order editors choose, and the numbers that a new order needs.
import type { DocumentKind } from "../../../generated/DocumentKind";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { titleOf } from "../document-parts";

export type OrderList = {
  readonly kind: DocumentKind;
  /** The key of the documents that has the number. */
  readonly key: "order" | "home";
  readonly heading: string;
  readonly hint: string;
};

/** By their names in addresses. */
export const orderLists = {
  services: {
    kind: "service",
    key: "order",
    heading: "Order of the services",
    hint: "The first one is at the top of the page of services.",
  },
  outreaches: {
    kind: "outreach",
    key: "order",
    heading: "Order of the outreaches",
    hint: "The first one is at the top of the page of outreaches.",
  },
  team: {
    kind: "member",
    key: "order",
    heading: "Order of the team",
    hint: "The first one is at the top of the page of the team.",
  },
  home: {
    kind: "article",
    key: "home",
    heading: "Articles on the home page",
    hint: "Without any, the newest three are there.",
  },
} as const satisfies Record<string, OrderList>;

export type OrderListName = keyof typeof orderLists;

/** One new number. Null for a document that has none. */
export type PositionChange = {
  readonly path: string;
  readonly title: string;
  readonly before: number | null;
  readonly after: number | null;
};

/** The documents of a list in the order in which the site shows them. */
export function inOrder(
  documents: readonly DocumentSummary[],
  { kind, key }: OrderList,
): DocumentSummary[] {
  return byPosition(
    documents.filter(
      (document) =>
        document.kind === kind &&
        document.state !== "deleted" &&
        (key === "order" || document.position !== null),
    ),
  );
}

/** Equal positions are in the order of the paths, as on the site. */
export function byPosition(documents: readonly DocumentSummary[]): DocumentSummary[] {
  const place = ({ position }: DocumentSummary) => position ?? Number.POSITIVE_INFINITY;
  return documents.toSorted((one, other) =>
    place(one) === place(other) ? 0 : place(one) - place(other),
  );
}

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...items.slice(from, from + 1));
}

/** As few documents as possible change: the numbers that are there are used again, if each is there once. */
export function changesFor(
  before: readonly DocumentSummary[],
  after: readonly DocumentSummary[],
): PositionChange[] {
  const known = new Set(after.flatMap(({ position }) => position ?? []));
  const numbers =
    known.size === after.length
      ? [...known].toSorted((one, other) => one - other)
      : after.map((_, index) => index + 1);
  const removed = before.filter(({ path }) => !after.some((document) => document.path === path));
  return [
    ...after.map((document, index) => changeOf(document, numbers[index] ?? null)),
    ...removed.map((document) => changeOf(document, null)),
  ].filter((change) => change.before !== change.after);
}

function changeOf(document: DocumentSummary, after: number | null): PositionChange {
  return { path: document.path, title: titleOf(document), before: document.position, after };
}
