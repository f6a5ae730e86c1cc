// An order that is not saved yet. This device keeps it while other screens are open, with the order that it was made from: when the
// server has another one meanwhile, it is not used any more, so that it never undoes the order of a colleague.
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { keepDialogWords, readDialogWords } from "../drafts/dialog-words";
import type { OrderList, PositionChange } from "./order-lists";

/** The documents of a list in their order, with their numbers. */
export type Numbers = readonly (readonly [path: string, position: number | null])[];

export type UnsavedOrder = {
  /** What it was made from. */
  readonly base: Numbers;
  /** The paths. */
  readonly order: readonly string[];
};

export function numbersOf(documents: readonly DocumentSummary[]): Numbers {
  return documents.map(({ path, position }) => [path, position]);
}

/** Whether the server still has what the order was made from. */
export function isBase(base: Numbers, now: Numbers, { key }: OrderList): boolean {
  const known = new Map(base);
  const isSame = ([path, position]: Numbers[number]) => known.get(path) === position;
  // An article that was put on the home page, or taken off it, is another choice.
  if (key === "home") return base.length === now.length && now.every(isSame);
  const left = now.filter(([path]) => known.has(path));
  // Documents that were deleted, and new ones at the end, leave the order of the others as it was.
  return left.every(isSame) && now.slice(0, left.length).every(([path]) => known.has(path));
}

/** The list after these numbers were saved. */
export function withNumbers(
  documents: readonly DocumentSummary[],
  changes: readonly PositionChange[],
): DocumentSummary[] {
  return documents.map((document) => {
    const change = changes.find(({ path }) => path === document.path);
    return change ? { ...document, position: change.after } : document;
  });
}

/** How the device keeps it, like the words of a dialog: named when somebody signs out, and for each account. */
export const wordsOf = ({ base, order }: UnsavedOrder) => ({
  order: JSON.stringify({ base, order }),
});

export function keepOrder(account: string, { heading }: OrderList, unsaved: UnsavedOrder): void {
  keepDialogWords(account, heading, wordsOf(unsaved));
}

export function readOrder(account: string, { heading }: OrderList): UnsavedOrder | null {
  try {
    const words = readDialogWords(account, heading);
    const kept = JSON.parse(words?.order ?? "null") as UnsavedOrder | null;
    return kept && Array.isArray(kept.base) && Array.isArray(kept.order) ? kept : null;
  } catch {
    return null;
  }
}
