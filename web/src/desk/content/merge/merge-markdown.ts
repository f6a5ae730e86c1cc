// Merges two versions of a Markdown text block by block. A block that both changed is there twice.
import { type Merged, mergeSequences, sharedWords, unite, type Versions } from "./merge-sequences";

/** `gap` is what is between it and the next one: the end of its last line, and blank lines. */
type Block = { readonly text: string; readonly gap: string };

export function mergeMarkdown({ base, mine, theirs }: Versions<string>): Merged<string> {
  const [before, my, their] = [blocksOf(base), blocksOf(mine), blocksOf(theirs)];
  const merged = mergeSequences<Block>(
    { base: before.blocks, mine: my.blocks, theirs: their.blocks },
    {
      keyOf,
      similarity: (one, other) => sharedWords(one.text, other.text),
      mergeItem: (item) => ({ value: [item.mine, item.theirs], isClean: false }),
      // It may be the same paragraph, begun by one and finished by the other.
      addedByBoth: "ask",
    },
  );
  return { value: join(my.lead, merged.value), isClean: merged.isClean };
}

/** All blocks of both. */
export function uniteMarkdown(mine: string, theirs: string): string {
  const my = blocksOf(mine);
  return join(my.lead, unite(my.blocks, blocksOf(theirs).blocks, keyOf));
}

function keyOf({ text }: Block): string {
  return text;
}

function join(lead: string, blocks: readonly Block[]): string {
  const written = blocks.map(({ text, gap }, index) => {
    const isLast = index === blocks.length - 1;
    return text + (isLast ? "\n" : gap);
  });
  return lead + written.join("");
}

/** Separated by blank lines, except inside a code block or an HTML comment. */
function blocksOf(markdown: string): { lead: string; blocks: Block[] } {
  const text = markdown.replace(/^(?:[ \t]*\n)+/, "");
  const lead = markdown.slice(0, markdown.length - text.length);
  const blocks: Block[] = [];
  let lines: string[] = [];
  let gap: string[] = [];
  let fence: string | null = null;
  let isComment = false;
  const end = () => {
    if (lines.length > 0) blocks.push({ text: lines.join("\n"), gap: `\n${gap.join("\n")}\n` });
    lines = [];
    gap = [];
  };
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const isInside = fence !== null || isComment;
    if (line.trim() === "" && !isInside) {
      gap.push(line);
      continue;
    }
    if (gap.length > 0) end();
    lines.push(line);
    fence = fenceAfter(line, fence);
    if (fence === null) isComment = isCommentAfter(line, isComment);
  }
  end();
  return { lead, blocks };
}

/** The characters that opened a code block which is still open after a line. */
function fenceAfter(line: string, open: string | null): string | null {
  const [, marks, rest = ""] = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)/.exec(line) ?? [];
  if (marks === undefined) return open;
  if (open === null) return marks[0] === "`" && rest.includes("`") ? null : marks;
  return marks.includes(open) && rest.trim() === "" ? null : open;
}

function isCommentAfter(line: string, isComment: boolean): boolean {
  const [start, end] = [line.lastIndexOf("<!--"), line.lastIndexOf("-->")];
  return start === end ? isComment : start > end;
}
