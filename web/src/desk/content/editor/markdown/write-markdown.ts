// Writes the editor's document as Markdown. Blocks that were not changed keep their bytes. What was written is read
// again, so that a text which would come back different is refused instead of saved.
import type { Node } from "prosemirror-model";
import { listMarker, writeBlock } from "./block-markdown";
import type { BlockSource, BlockSources } from "./block-sources";
import { blockOf } from "./node-tree";
import { readBlocks, readReferences } from "./read-markdown";
import { equalBlocks, type TextBlock, tidyBlock } from "./text-tree";

export type Written =
  | { readonly kind: "written"; readonly markdown: string; readonly blocks: readonly TextBlock[] }
  | { readonly kind: "refused"; readonly message: string };

const REFUSED =
  "A block of plain Markdown changes how the text after it is read. Close or remove what it opens, such as ``` or <!--.";

export function writeMarkdown(doc: Node, sources: BlockSources): Written {
  const parts = doc.children.flatMap((node) => partOf(node, sources));
  // Unchanged bytes can mean something else beside new neighbours. Then all blocks are written again.
  for (const isKept of [true, false]) {
    const { markdown, blocks } = write(parts, sources, isKept);
    const references = readReferences(markdown);
    const expected = blocks.flatMap((block) =>
      block.type === "source" ? readBlocks(block.markdown, references) : [block],
    );
    if (equalBlocks(readBlocks(markdown), expected)) return { kind: "written", markdown, blocks };
  }
  return { kind: "refused", message: REFUSED };
}

type Part = {
  readonly block: TextBlock;
  readonly origin: number | null;
  /** Null if the block is new or was changed. */
  readonly unchanged: BlockSource | null;
};

/** An empty paragraph has no part. */
function partOf(node: Node, sources: BlockSources): Part[] {
  const origin = node.attrs.origin as number | null;
  const source = sources.get(origin);
  const block = blockOf(node);
  if (source && equalBlocks([block], [source.block])) return [{ block, origin, unchanged: source }];
  const tidy = tidyBlock(block);
  const isEmpty = tidy === null || (tidy.type === "source" && tidy.markdown.trim() === "");
  return isEmpty ? [] : [{ block: tidy, origin, unchanged: null }];
}

function write(
  parts: readonly Part[],
  sources: BlockSources,
  isKept: boolean,
): { markdown: string; blocks: TextBlock[] } {
  let markdown = "";
  let before: { part: Part; markdown: string } | null = null;
  const blocks: TextBlock[] = [];
  for (const part of parts) {
    const { block, unchanged } = part;
    const marker: string | null =
      before && block.type === "list" ? listMarker(before.markdown) : null;
    const isKeptHere =
      block.type === "source" ||
      (isKept && (marker === null || marker !== listMarker(unchanged?.markdown ?? "")));
    const kept = isKeptHere ? unchanged : null;
    const shown = kept ? block : tidyBlock(block);
    if (shown === null) continue;
    const written: string = kept ? kept.markdown : writeBlock(shown, marker);
    markdown += gapBetween(before?.part ?? null, part, sources) + written;
    blocks.push(shown);
    before = { part, markdown: written };
  }
  return { markdown: markdown + gapAtEnd(before?.part ?? null, sources), blocks };
}

/** The blank lines of the opened text where its blocks are still neighbours. */
function gapBetween(before: Part | null, part: Part, sources: BlockSources): string {
  const source = sources.get(part.origin);
  const areNeighbours =
    source !== null &&
    (before === null
      ? source.previous === null
      : before.origin !== null && source.previous === before.origin);
  if (areNeighbours && isSafeGap(source.gapBefore, before, part)) return source.gapBefore;
  return before === null ? "" : "\n\n";
}

function gapAtEnd(last: Part | null, sources: BlockSources): string {
  if (last === null) return "";
  const gap = sources.get(last.origin)?.gapAfter ?? null;
  return gap === null || (gap === "" && !last.unchanged) ? "\n" : gap;
}

/** Without a blank line between them, a changed block could become one with its neighbour. */
function isSafeGap(gap: string, before: Part | null, part: Part): boolean {
  if (before === null || (before.unchanged && part.unchanged)) return true;
  const hasBlankLine = gap.replace(/\r\n?/g, "\n").split("\n").length > 2;
  return hasBlankLine || before.block.type === "heading" || before.block.type === "rule";
}
