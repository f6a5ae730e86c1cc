// The order on the screen: the one of the server, or one that is not saved yet, which is kept on this device and shown again.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { Content } from "../../api/queries";
import { registerLosses } from "../../layout/leaving/losses";
import { useMe } from "../../sign-in/SessionProvider";
import { forgetDialogWords, isKept } from "../drafts/dialog-words";
import { changesFor, inOrder, type OrderList, type PositionChange } from "./order-lists";
import {
  isBase,
  keepOrder,
  type Numbers,
  numbersOf,
  readOrder,
  type UnsavedOrder,
  withNumbers,
  wordsOf,
} from "./unsaved-order";

type Chosen = UnsavedOrder & {
  /** What the server has taken of it, while the list is still the one from before. */
  readonly taken?: { readonly content: Content; readonly changes: readonly PositionChange[] };
};

const LOSS =
  "The order is not saved, also not on this device. If you leave this screen, only this tab has it, until it is closed.";

/** `isFresh` if the list is what the server has now: with an earlier answer nobody knows whether a colleague has changed the order. */
export function useUnsavedOrder(list: OrderList, content: Content, isFresh: boolean) {
  const { name: account } = useMe();
  const [found] = useState(() => readOrder(account, list));
  const [chosen, setChosen] = useState<Chosen | null>(found);
  /** The paths of an order that is not used any more. */
  const [dropped, setDropped] = useState<readonly string[] | null>(null);

  const documents =
    chosen?.taken?.content === content
      ? withNumbers(content.documents, chosen.taken.changes)
      : content.documents;
  const saved = inOrder(documents, list);
  const now = numbersOf(saved);
  const isOutdated = chosen !== null && !isBase(chosen.base, now, list);
  const drop = () => {
    if (chosen && isAnother(chosen.order, chosen.base) && isAnother(chosen.order, now)) {
      setDropped(chosen.order);
    }
  };
  if (isOutdated && isFresh) {
    setChosen(null);
    drop();
  }
  const items = shownItems(documents, saved, list, isOutdated ? null : (chosen?.order ?? null));
  const changes = changesFor(saved, items);
  const unsaved = changes.length > 0 && !isOutdated ? chosen : null;
  const isUnkept = useCopy(account, list, { unsaved, found, isDecided: !isOutdated });

  return {
    saved,
    items,
    changes,
    dropped,
    isUnkept,
    choose(order: readonly string[]): void {
      if (isOutdated) drop();
      setChosen({ ...chosen, base: now, order });
    },
    /** Shows the order of the server. */
    discard: () => setChosen(null),
    noteSaved(more: readonly PositionChange[]): void {
      const base = numbersOf(inOrder(withNumbers(documents, more), list));
      const earlier = chosen?.taken?.content === content ? chosen.taken.changes : [];
      const taken = { content, changes: [...earlier, ...more] };
      setChosen((current) => current && { ...current, base, taken });
      setDropped(null);
    },
  };
}

function isAnother(order: readonly string[], numbers: Numbers): boolean {
  return order.length !== numbers.length || numbers.some(([path], index) => path !== order[index]);
}

interface Copy {
  unsaved: UnsavedOrder | null;
  /** What the device had when the screen was opened. */
  found: UnsavedOrder | null;
  /** False while it is not known whether the order can still be used. */
  isDecided: boolean;
}

/** Returns whether the device does not have it: there is no room, or another tab has put its own order there. */
function useCopy(account: string, list: OrderList, { unsaved, found, isDecided }: Copy): boolean {
  const kept = useRef(found);
  const [isUnkept, setIsUnkept] = useState(false);
  useLayoutEffect(() => {
    if (!isDecided) return;
    if (unsaved) keepOrder(account, list, unsaved);
    else if (kept.current) forgetDialogWords(account, list.heading, wordsOf(kept.current));
    kept.current = unsaved;
    const check = () =>
      setIsUnkept(unsaved !== null && !isKept(account, list.heading, wordsOf(unsaved)));
    check();
    // The browser tells a tab what the others have stored.
    window.addEventListener("storage", check);
    return () => window.removeEventListener("storage", check);
  }, [account, list, unsaved, isDecided]);
  useEffect(() => (isUnkept ? registerLosses(() => [LOSS]) : undefined), [isUnkept]);
  return isUnkept;
}

/** The documents on the screen. One that appeared meanwhile is at the end. */
function shownItems(
  documents: readonly DocumentSummary[],
  saved: readonly DocumentSummary[],
  { key }: OrderList,
  chosen: readonly string[] | null,
): readonly DocumentSummary[] {
  if (chosen === null) return saved;
  const found = chosen.flatMap(
    (path) =>
      documents.find((document) => document.path === path && document.state !== "deleted") ?? [],
  );
  const added = key === "order" ? saved.filter(({ path }) => !chosen.includes(path)) : [];
  return [...found, ...added];
}
