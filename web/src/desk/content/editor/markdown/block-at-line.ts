// Finds the block of the editor's document that comes from a line of the opened text.
import type { Node } from "prosemirror-model";
import type { BlockSources } from "./block-sources";

/** The position of the block, or of the last one when the text has fewer lines. `line` counts from 1. */
export function blockAtLine(doc: Node, sources: BlockSources, line: number): number {
  let found = 0;
  let next = 1;
  doc.forEach((block, position) => {
    const source = sources.get(block.attrs.origin);
    if (!source) return;
    const first = next + lineBreaks(source.gapBefore);
    if (first <= line) found = position;
    next = first + lineBreaks(source.markdown);
  });
  return found;
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
