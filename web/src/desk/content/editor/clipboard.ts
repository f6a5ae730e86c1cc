// Cleans what is pasted from Word and from web pages. The schema drops what it cannot hold; this prepares what Word
// writes in a way of its own.
//
// ProseMirror parses pasted HTML in a document without a window, where nothing is loaded and no script runs. For that it
// creates the Trusted Types policy "ProseMirrorClipboard", which the desk's content security policy allows.
import { DOMParser, type ParseOptions, type Slice } from "prosemirror-model";
import { PASTED_STYLE, schema } from "./schema";

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
  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if ("querySelectorAll" in dom) rebuildWordLists(dom as HTMLElement);
    return super.parseSlice(dom, options);
  }
}

export const clipboardParser = new ClipboardParser(schema, DOMParser.fromSchema(schema).rules);

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
