// What the text editor can hold: exactly the blocks and formatting that the site can show, and blocks of plain Markdown
// for everything else.
import { type Attrs, type NodeSpec, Schema } from "prosemirror-model";

/** The number of the block in the opened text that a top-level block comes from (see block-sources.ts). */
const origin: NodeSpec["attrs"] = { origin: { default: null } };

/** What prosemirror-tables reads. Markdown has no merged cells and no widths, so they never change. */
const cellAttributes: NodeSpec["attrs"] = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null },
};

/** Where clipboard.ts puts the style attribute of pasted elements. */
export const PASTED_STYLE = "data-style";
const BOLD = /(^|;)\s*font-weight:\s*(bold|[6-9]\d\d)/i;
const ITALIC = /(^|;)\s*font-style:\s*italic/i;

export const schema = new Schema({
  nodes: {
    doc: { content: "(block | table)+" },
    paragraph: {
      content: "inline*",
      group: "block itemBlock",
      attrs: origin,
      parseDOM: [{ tag: "p" }],
      toDOM: () => ["p", 0],
    },
    heading: {
      content: "text*",
      group: "block itemBlock",
      defining: true,
      attrs: { ...origin, level: { default: 2 } },
      // A page has one heading of the first level, which is not part of its text.
      parseDOM: [
        { tag: "h1", attrs: { level: 2 } },
        { tag: "h2", attrs: { level: 2 } },
        ...["h3", "h4", "h5", "h6"].map((tag) => ({ tag, attrs: { level: 3 } })),
      ],
      toDOM: ({ attrs }) => [attrs.level === 2 ? "h2" : "h3", 0],
    },
    bullet_list: {
      content: "list_item+",
      group: "block itemBlock",
      attrs: origin,
      parseDOM: [{ tag: "ul" }],
      toDOM: () => ["ul", 0],
    },
    ordered_list: {
      content: "list_item+",
      group: "block itemBlock",
      attrs: origin,
      parseDOM: [{ tag: "ol" }],
      toDOM: () => ["ol", 0],
    },
    list_item: {
      // No pictures: in a list without blank lines the server would take one for a part of the sentence.
      content: "itemBlock+",
      defining: true,
      parseDOM: [{ tag: "li" }],
      toDOM: () => ["li", 0],
    },
    quote: {
      content: "block+",
      group: "block itemBlock",
      defining: true,
      attrs: origin,
      parseDOM: [{ tag: "blockquote" }],
      toDOM: () => ["blockquote", 0],
    },
    image: {
      group: "block",
      draggable: true,
      attrs: { ...origin, src: { default: "" }, alt: { default: "" } },
      // Only our own: a picture of another site would have to be uploaded first.
      parseDOM: [{ tag: "img[data-picture]", getAttrs: readPicture }],
      toDOM: ({ attrs }) => ["img", { "data-picture": attrs.src, alt: attrs.alt }],
    },
    rule: {
      group: "block itemBlock",
      attrs: origin,
      parseDOM: [{ tag: "hr" }],
      toDOM: () => ["hr"],
    },
    /** Markdown that the editor has no formatting for, shown as it is written. */
    source: {
      content: "text*",
      marks: "",
      group: "block",
      code: true,
      defining: true,
      attrs: origin,
      parseDOM: [{ tag: "pre[data-markdown]", preserveWhitespace: "full" }],
      toDOM: () => ["pre", { "data-markdown": "" }, ["code", 0]],
    },
    /** The first row is the header. Only articles have tables, and never in a list or a quote: the site refuses others. */
    table: {
      content: "table_row+",
      tableRole: "table",
      isolating: true,
      attrs: origin,
      parseDOM: [{ tag: "table" }],
      // A wide table scrolls within its own element.
      toDOM: () => ["div", { "data-table": "" }, ["table", ["tbody", 0]]],
    },
    table_row: {
      content: "(table_cell | table_header)*",
      tableRole: "row",
      parseDOM: [{ tag: "tr" }],
      toDOM: () => ["tr", 0],
    },
    table_cell: {
      content: "cell_text",
      tableRole: "cell",
      isolating: true,
      attrs: cellAttributes,
      parseDOM: [{ tag: "td" }, { tag: "th" }],
      toDOM: () => ["td", 0],
    },
    table_header: {
      content: "cell_text",
      tableRole: "header_cell",
      isolating: true,
      attrs: cellAttributes,
      toDOM: () => ["th", { scope: "col" }, 0],
    },
    /** One line: Markdown has no line breaks in tables. */
    cell_text: { content: "text*", toDOM: () => ["div", 0] },
    text: { group: "inline" },
    hard_break: {
      inline: true,
      group: "inline",
      selectable: false,
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: "a[href]", getAttrs: readLink }],
      toDOM: ({ attrs }) => ["a", isSafeLink(attrs.href) ? { href: attrs.href } : {}, 0],
    },
    strong: {
      parseDOM: [
        { tag: "strong" },
        // Google Docs wraps everything in <b style="font-weight: normal">.
        {
          tag: "b",
          getAttrs: (element) => !hasStyle(element, /(^|;)\s*font-weight:\s*(normal|400)/i) && null,
        },
        { tag: `[${PASTED_STYLE}]`, consuming: false, getAttrs: readStyle(BOLD) },
      ],
      toDOM: () => ["strong", 0],
    },
    emphasis: {
      parseDOM: [
        { tag: "em" },
        {
          tag: "i",
          getAttrs: (element) => !hasStyle(element, /(^|;)\s*font-style:\s*normal/i) && null,
        },
        { tag: `[${PASTED_STYLE}]`, consuming: false, getAttrs: readStyle(ITALIC) },
      ],
      toDOM: () => ["em", 0],
    },
  },
});

function hasStyle(element: HTMLElement, style: RegExp): boolean {
  return style.test(element.getAttribute(PASTED_STYLE) ?? "");
}

/** Headings are bold anyway. */
function readStyle(style: RegExp): (element: HTMLElement) => null | false {
  return (element) => (!/^h\d$/.test(element.localName) && hasStyle(element, style) ? null : false);
}

/** The links that the server accepts. */
export function isSafeLink(href: string): boolean {
  return /^(https:\/\/|tel:|mailto:|\/(?!\/))/.test(href);
}

function readLink(element: HTMLElement): Attrs | false {
  const href = element.getAttribute("href") ?? "";
  return isSafeLink(href) ? { href } : false;
}

function readPicture(element: HTMLElement): Attrs {
  return {
    src: element.getAttribute("data-picture") ?? "",
    alt: element.getAttribute("alt") ?? "",
  };
}
