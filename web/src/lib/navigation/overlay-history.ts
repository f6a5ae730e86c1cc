// Gives an open overlay (the contact popup or the phone menu) a history entry of its own, so that Back closes the overlay
// instead of leaving the page.

type EntryState = { overlay?: boolean } | null;

/** True while the current history entry belongs to an overlay. A navigation replaces such an entry. */
export function isOverlayEntry(): boolean {
  return (history.state as EntryState)?.overlay === true;
}

/** Call when an overlay opens; Back calls `close`. Call the returned function when the overlay has closed. */
export function pushOverlayEntry(close: () => void): () => void {
  // The rest of the state stays: it identifies the page's scroll position.
  history.pushState({ ...history.state, overlay: true }, "");
  addEventListener("popstate", close, { once: true });
  return () => {
    removeEventListener("popstate", close);
    if (isOverlayEntry()) history.back();
  };
}

/** Back closes this popover when it is open, and closing returns the focus to its button. Returns a function that stops
 * this. */
export function closePopoverOnBack(popover: HTMLElement): () => void {
  let closed = () => {};
  const follow = (isOpen: boolean) => {
    closed();
    closed = isOpen ? pushOverlayEntry(() => popover.hidePopover()) : () => {};
  };
  const onToggle = (event: Event) => {
    const isOpen = (event as ToggleEvent).newState === "open";
    follow(isOpen);
    // Browsers return the focus to what had it before, but in WebKit a click does not focus a button.
    const isFocusLost = !isOpen && document.activeElement === document.body;
    const button = document.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`);
    if (isFocusLost) button?.focus({ preventScroll: true });
  };
  popover.addEventListener("toggle", onToggle);
  // It can have been opened before this script ran.
  if ("popover" in popover && popover.matches(":popover-open")) follow(true);
  return () => popover.removeEventListener("toggle", onToggle);
}
