// Cleans what is pasted from Word, spreadsheets and web pages. The schema drops what it cannot hold; this prepares what Word
// writes in a way of its own, and tables.
//
// ProseMirror parses pasted HTML in a document without a window, where nothing is loaded and no script runs. For that it
// creates the Trusted Types policy "ProseMirrorClipboard", which the desk's content security policy allows.
import { DOMParser, type ParseOptions, type Slice } from "prosemirror-model";
import { PASTED_STYLE, schema } from "../schema";

/** The content security policy applies to pasted HTML too, and reports each style. So styles become data, which the
 * schema reads. Event handlers never run there; they are renamed for the same reason. */
export function renameStyles(html: string): string {
  return html
    .replace(/<style[\s\S]*?<\/style>/gi, "")
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag
        .replace(/([\s"'])style\s*=/gi, `$1${PASTED_STYLE}=`)
        .replace(/([\s"'])on(\w+)\s*=/gi, "$1data-on$2="),
    );
}

class ClipboardParser extends DOMParser {
  readonly hasTables: boolean;

  constructor(hasTables: boolean) {
    super(schema, DOMParser.fromSchema(schema).rules);
    this.hasTables = hasTables;
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if ("querySelectorAll" in dom) {
      rebuildWordLists(dom as HTMLElement);
      removeFrames(dom as HTMLElement);
      prepareTables(dom as HTMLElement);
      if (!this.hasTables) listTables(dom as HTMLElement);
    }
    return super.parseSlice(dom, options);
  }
}

export const clipboardParser = new ClipboardParser(true);

export const clipboardParserWithoutTables = new ClipboardParser(false);

/** Emails and old web pages put their text into tables of one cell. */
function removeFrames(dom: HTMLElement): void {
  for (const table of dom.querySelectorAll("table")) {
    const cells = [...table.querySelectorAll("td,th")].filter(
      (cell) => cell.closest("table") === table,
    );
    const [cell] = cells;
    if (cell && cells.length === 1) table.replaceWith(...cell.childNodes);
  }
}

/** A list instead of a table, with an item for each row. */
function listTables(dom: HTMLElement): void {
  for (const table of dom.querySelectorAll("table")) {
    const list = table.ownerDocument.createElement("ul");
    for (const row of table.querySelectorAll("tr")) {
      const cells = [...row.querySelectorAll("td,th")].filter(({ textContent }) =>
        textContent.trim(),
      );
      const item = table.ownerDocument.createElement("li");
      item.append(
        ...cells.flatMap((cell, index) => [...(index > 0 ? [", "] : []), ...cell.childNodes]),
      );
      if (cells.length > 0) list.append(item);
    }
    table.replaceWith(list);
  }
}

/** What makes a second line in a cell. */
const BLOCKS =
  "p,div,br,hr,h1,h2,h3,h4,h5,h6,ul,ol,li,blockquote,pre,caption,table,thead,tbody,tfoot,tr,td,th";
/** More cells than a spreadsheet's merged title covers. */
const MAX_SPAN = 100;

/** A cell has one line and is not merged with others, because Markdown has nothing else. */
function prepareTables(dom: HTMLElement): void {
  const isOutermost = (element: Element) => !element.parentElement?.closest("td,th");
  const all = (selector: string) => [...dom.querySelectorAll(selector)].filter(isOutermost);
  for (const cell of all("td,th")) {
    for (const block of cell.querySelectorAll(BLOCKS))
      block.replaceWith(" ", ...block.childNodes, " ");
  }
  for (const table of all("table")) {
    for (const caption of table.querySelectorAll("caption")) {
      const paragraph = table.ownerDocument.createElement("p");
      paragraph.append(...caption.childNodes);
      caption.remove();
      table.before(paragraph);
    }
    divideMergedCells(table);
  }
}

/** Puts empty cells where a merged cell covers other columns or rows. */
function divideMergedCells(table: Element): void {
  /** For each column, how many rows a cell above still covers. */
  const covered: number[] = [];
  const emptyCell = () => table.ownerDocument.createElement("td");
  for (const row of table.querySelectorAll("tr")) {
    let column = 0;
    const isCovered = () => {
      const rows = covered[column] ?? 0;
      covered[column] = Math.max(0, rows - 1);
      return rows > 0;
    };
    for (const cell of row.querySelectorAll("td,th")) {
      for (; isCovered(); column += 1) cell.before(emptyCell());
      const [columns, rows] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
      for (let offset = 0; offset < columns; offset += 1) {
        covered[column + offset] = rows - 1;
        if (offset > 0) cell.after(emptyCell());
      }
      column += columns;
    }
    for (; column < covered.length; column += 1) if (isCovered()) row.append(emptyCell());
  }
}

function spanOf(cell: Element, attribute: "colspan" | "rowspan"): number {
  const span = Number.parseInt(cell.getAttribute(attribute) ?? "1", 10);
  return Math.min(Math.max(span || 1, 1), MAX_SPAN);
}

/** Word writes list items as paragraphs with a style such as "mso-list: l0 level1 lfo1" and the bullet as text. */
function rebuildWordLists(dom: HTMLElement): void {
  const items = dom.querySelectorAll<HTMLElement>(`p[${PASTED_STYLE}*='mso-list']`);
  for (const paragraph of items) {
    const marker = [...paragraph.querySelectorAll(`span[${PASTED_STYLE}]`)].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute(PASTED_STYLE) ?? ""),
    );
    if (!marker) continue;
    const tag = /\d|^\s*[a-z][.)]/i.test(marker.textContent) ? "ol" : "ul";
    marker.remove();
    const item = paragraph.ownerDocument.createElement("li");
    item.append(...paragraph.childNodes);
    const before = paragraph.previousElementSibling;
    if (before?.localName === tag && before.hasAttribute("data-word-list")) {
      before.append(item);
      paragraph.remove();
    } else {
      const list = paragraph.ownerDocument.createElement(tag);
      list.setAttribute("data-word-list", "");
      list.append(item);
      paragraph.replaceWith(list);
    }
  }
}
