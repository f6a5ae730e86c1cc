// Marks the passage that is being read, and brings it into view. It changes nothing in the elements of React, except for an
// attribute in browsers that cannot mark a range.

const NAME = "read-aloud";
const ATTRIBUTE = "data-read-aloud";

export function showPassage(range: Range | undefined): void {
  clearPassage();
  if (!range) return;
  if (canMarkRanges()) CSS.highlights.set(NAME, new Highlight(range));
  else blockOf(range)?.setAttribute(ATTRIBUTE, "");
  scrollTo(range);
}

export function clearPassage(): void {
  if (canMarkRanges()) CSS.highlights.delete(NAME);
  for (const block of document.querySelectorAll(`[${ATTRIBUTE}]`)) block.removeAttribute(ATTRIBUTE);
}

function canMarkRanges(): boolean {
  return typeof Highlight === "function" && "highlights" in CSS;
}

function blockOf(range: Range): Element | null {
  const { startContainer } = range;
  return startContainer instanceof Element ? startContainer : startContainer.parentElement;
}

/** Only when the passage is not in the middle part of the screen, so that a page that fits does not move. */
function scrollTo(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= innerHeight * 0.1 && bottom <= innerHeight * 0.7) return;
  const wantsNoMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollBy({ top: top - innerHeight * 0.25, behavior: wantsNoMotion ? "instant" : "smooth" });
}
