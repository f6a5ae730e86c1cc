// Keeps the place in a list whose rows disappear when they are done: the focus goes to the next row. Otherwise it would be lost,
// and the keyboard would begin at the top of the page.
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** A list also has an item with the result of the last press. An empty list has it without an item. */
const ROWS = "li:not([data-result])";

/**
 * Returns the ref of the section with the list. Its heading gets the focus when no row is left, so it needs `tabIndex={-1}`. `rows` selects
 * what counts as a row.
 */
export function useRowFocus(rows = ROWS): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const last = useRef<{ control: Element; row: number } | null>(null);

  useEffect(() => {
    const remember = ({ target }: Event) => {
      // A click as well: in WebKit it does not focus a button.
      const control = (target as Element | null)?.closest("a, button, input") ?? null;
      const items = [...(section.current?.querySelectorAll(rows) ?? [])];
      const result = control?.closest("[data-result]");
      // What is pressed beside a result brings a row back there.
      const row =
        result && section.current?.contains(result)
          ? items.filter((item) => isBefore(item, result)).length
          : items.findIndex((item) => item.contains(control));
      last.current = control && row >= 0 ? { control, row } : null;
    };
    addEventListener("focusin", remember);
    addEventListener("click", remember, true);
    return () => {
      removeEventListener("focusin", remember);
      removeEventListener("click", remember, true);
    };
  }, [rows]);

  useLayoutEffect(() => {
    const isLost = last.current !== null && !last.current.control.isConnected;
    if (!isLost || last.current === null) return;
    const { row } = last.current;
    last.current = null;
    // Somebody who is elsewhere by now stays there.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const items = section.current?.querySelectorAll(rows) ?? [];
    const next = (items[row] ?? items[items.length - 1])?.querySelector<HTMLElement>("button, a");
    const heading = section.current?.querySelector<HTMLElement>("h2");
    if (next ?? heading) return (next ?? heading)?.focus();
    // A section that scrolls can have the focus itself. Another one may disappear with its last row.
    if (section.current?.tabIndex === 0) section.current.focus({ preventScroll: true });
    else document.querySelector<HTMLElement>("h1")?.focus();
  });
  return section;
}

const isBefore = (node: Node, other: Node) =>
  (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
