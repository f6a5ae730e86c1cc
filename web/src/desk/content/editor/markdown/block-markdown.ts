// Writes blocks as Markdown that is read back as exactly the same blocks.
import { writeCell, writeHeading, writeImage, writeLines } from "./inline-markdown";
import type { Run, TextBlock } from "./text-tree";

type List = Extract<TextBlock, { type: "list" }>;

/** `otherMarker` is what a list must not use: two lists with the same marker in a row would be read as one. */
export function writeBlock(block: TextBlock, otherMarker: string | null = null): string {
  return blockLines(block, otherMarker, false).join("\n");
}

/** The bullet of a list, or the character after its numbers. Null if the Markdown is not a list. */
export function listMarker(markdown: string): string | null {
  return /^ {0,3}(?:([-+*])|\d+([.)]))(?:\s|$)/.exec(markdown)?.slice(1).find(Boolean) ?? null;
}

function blockLines(block: TextBlock, otherMarker: string | null, isInItem: boolean): string[] {
  switch (block.type) {
    case "heading":
      return [`${"#".repeat(block.level)} ${writeHeading(block.content)}`.trimEnd()];
    case "paragraph":
      return writeLines(block.content);
    case "image":
      return [writeImage(block.src, block.alt)];
    case "table":
      return [
        rowLine(block.header),
        `|${" --- |".repeat(block.header.length)}`,
        ...block.rows.map(rowLine),
      ];
    case "rule":
      // After a bullet, "---" would be read as one long rule.
      return [isInItem ? "___" : "---"];
    case "source":
      return block.markdown.split("\n");
    case "quote":
      return joinBlocks(block.blocks, false, false).map((line) => `> ${line}`.trimEnd());
    case "list":
      return listLines(block, otherMarker);
  }
}

function rowLine(cells: readonly Run[][]): string {
  return `| ${cells.map(writeCell).join(" | ")} |`;
}

function listLines({ ordered, items }: List, otherMarker: string | null): string[] {
  const [usual, other] = ordered ? [".", ")"] : ["-", "*"];
  const marker = usual === otherMarker ? other : usual;
  const isTight = items.every(isSimpleItem);
  return items.flatMap((blocks, index) => {
    const first = ordered ? `${index + 1}${marker} ` : `${marker} `;
    const indent = " ".repeat(first.length);
    const lines = joinBlocks(blocks, isTight, true).map((line, number) =>
      ((number === 0 ? first : indent) + line).trimEnd(),
    );
    return index > 0 && !isTight ? ["", ...lines] : lines;
  });
}

/** Items like this need no blank lines. In a list without them, the server reads text up to the next list only. */
function isSimpleItem(blocks: readonly TextBlock[]): boolean {
  return blocks.every(({ type }, index) => type === (index === 0 ? "paragraph" : "list"));
}

function joinBlocks(blocks: readonly TextBlock[], isTight: boolean, isInItem: boolean): string[] {
  let marker: string | null = null;
  return blocks.flatMap((block, index) => {
    const lines = blockLines(block, marker, isInItem);
    marker = block.type === "list" ? listMarker(lines[0] ?? "") : null;
    return index > 0 && !isTight ? ["", ...lines] : lines;
  });
}
