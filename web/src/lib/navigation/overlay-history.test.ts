// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { closePopoverOnBack, isOverlayEntry, pushOverlayEntry } from "./overlay-history";

afterEach(() => {
  history.replaceState(null, "");
  vi.restoreAllMocks();
});

test("an overlay has an entry of its own that keeps the rest of the state", () => {
  history.replaceState({ key: "a" }, "");
  pushOverlayEntry(() => {});
  expect(history.state).toEqual({ key: "a", overlay: true });
  expect(isOverlayEntry()).toBe(true);
});

test("Back closes the overlay, once", () => {
  const close = vi.fn();
  pushOverlayEntry(close);
  history.replaceState(null, "");
  dispatchEvent(new PopStateEvent("popstate"));
  dispatchEvent(new PopStateEvent("popstate"));
  expect(close).toHaveBeenCalledOnce();
});

test("an overlay that closes by itself removes its entry", () => {
  const back = vi.spyOn(history, "back").mockImplementation(() => {});
  pushOverlayEntry(() => {})();
  expect(back).toHaveBeenCalledOnce();
});

test("an overlay that closes because of a navigation leaves the new entry alone", () => {
  const back = vi.spyOn(history, "back").mockImplementation(() => {});
  const closed = pushOverlayEntry(() => {});
  history.replaceState({ key: "b" }, "");
  closed();
  expect(back).not.toHaveBeenCalled();
});

function toggle(popover: HTMLElement, newState: "open" | "closed") {
  popover.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
}

function createMenu() {
  document.body.innerHTML = '<button popovertarget="menu">Menu</button><div id="menu"></div>';
  const menu = document.getElementById("menu") as HTMLElement;
  const hidePopover = vi.fn();
  Object.assign(menu, { hidePopover });
  return { menu, hidePopover, button: document.querySelector("button") };
}

test("Back hides an open popover", () => {
  const { menu, hidePopover } = createMenu();
  closePopoverOnBack(menu);
  toggle(menu, "open");
  expect(isOverlayEntry()).toBe(true);
  dispatchEvent(new PopStateEvent("popstate"));
  expect(hidePopover).toHaveBeenCalledOnce();
});

test("closing a popover focuses its button if the click that opened it did not", () => {
  vi.spyOn(history, "back").mockImplementation(() => {});
  const { menu, button } = createMenu();
  closePopoverOnBack(menu);
  toggle(menu, "open");
  toggle(menu, "closed");
  expect(document.activeElement).toBe(button);
});
