// What is read aloud of a part of a page: its sentences, each with its place in the page.

interface Passage {
  text: string;
  range: Range;
}

/** Not read: controls, pictures, what is hidden, and lists of sources. */
const LEFT_OUT =
  "button,input,select,textarea,label,nav,svg,script,style,noscript,summary,[hidden],[aria-hidden=true],.visually-hidden,[data-unread]";

/** These are parts of a sentence. Everything else begins a new one. */
const INLINE = new Set(["A", "ABBR", "B", "CODE", "EM", "I", "SPAN", "STRONG", "TIME"]);

/** A full stop behind these does not end a sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:Dr|Mr|Mrs|Prof|St|No|e\.g|i\.e)\.$/;

/** Of a voice that Chromium stops after about 15 seconds, with a margin for slow reading. */
const MAX_CHARACTERS = 160;

export function passagesOf(root: HTMLElement): Passage[] {
  return textBlocks(root).flatMap((nodes) => {
    const text = nodes.map(({ data }) => data).join("");
    return sentencesOf(text).map(({ start, end }) => ({
      text: text.slice(start, end).replaceAll(/\s+/g, " "),
      range: rangeOf(nodes, start, end),
    }));
  });
}

/** Where the sentences are. Long ones are divided between their parts. */
export function sentencesOf(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const add = (from: number, to: number) => {
    const start = from + text.slice(from, to).search(/\S|$/);
    const end = start + text.slice(start, to).trimEnd().length;
    if (end - start > MAX_CHARACTERS) {
      const breaks = [...text.slice(start, end).matchAll(/[,;:)]\s|\s[–(]/g)];
      const middle = (end - start) / 2;
      const nearest = breaks.sort(
        (a, b) => Math.abs(a.index - middle) - Math.abs(b.index - middle),
      );
      const place = nearest[0] ? start + nearest[0].index + 1 : undefined;
      if (place !== undefined) {
        add(start, place);
        add(place, end);
        return;
      }
    }
    // Only signs, such as the dot between two facts.
    if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) found.push({ start, end });
  };
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/[.!?…]+["'”’)]*(?=\s)/g)) {
    const end = index + mark.length;
    if (ABBREVIATION.test(text.slice(start, end))) continue;
    add(start, end);
    start = end;
  }
  add(start, text.length);
  return found;
}

/** The text nodes of each block. */
function textBlocks(root: HTMLElement): Text[][] {
  const blocks: Text[][] = [];
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
    acceptNode: (node) =>
      node instanceof Element && (node.matches(LEFT_OUT) || isClosed(node))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  });
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      const parent = blockAround(node);
      if (parent !== block) blocks.push([]);
      block = parent;
      blocks.at(-1)?.push(node);
    } else if (!INLINE.has(node.nodeName)) {
      // Also a line break.
      block = null;
    }
  }
  return blocks;
}

function isClosed(element: Element): boolean {
  return element.nodeName === "DETAILS" && !element.hasAttribute("open");
}

function blockAround(node: Node): Element | null {
  let parent = node.parentElement;
  while (parent && INLINE.has(parent.nodeName)) parent = parent.parentElement;
  return parent;
}

function rangeOf(nodes: readonly Text[], start: number, end: number): Range {
  const range = document.createRange();
  let before = 0;
  for (const node of nodes) {
    const after = before + node.length;
    if (start >= before && start < after) range.setStart(node, start - before);
    if (end > before && end <= after) range.setEnd(node, end - before);
    before = after;
  }
  return range;
}
