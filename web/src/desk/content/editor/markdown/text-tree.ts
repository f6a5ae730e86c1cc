// The text of a document as a tree of blocks with flat runs of formatted text. The editor, the Markdown writer and the
// server's parser are compared in this form: unlike nested formatting, it has one shape for one appearance.

import type { TextBlock } from "../../../../generated/TextBlock";
import type { TextRun as Run } from "../../../../generated/TextRun";

export type { Run, TextBlock };

/** It has no formatting: bold and plain line breaks look the same. */
export const lineBreak: Run = { text: "\n", strong: false, emphasis: false, href: null };

/** Joins neighbours with the same formatting. */
export function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && run.text !== "\n" && last.text !== "\n" && sameFormat(last, run)) {
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    } else if (run.text !== "") {
      merged.push(run);
    }
  }
  return merged;
}

function sameFormat(a: Run, b: Run): boolean {
  return a.strong === b.strong && a.emphasis === b.emphasis && a.href === b.href;
}

export function equalBlocks(a: readonly TextBlock[], b: readonly TextBlock[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The block in the form that Markdown can hold, or null if nothing is left of it. What is lost is invisible: space at
 * the edges of a text or of formatting, and empty paragraphs, quotes, list items and tables. */
export function tidyBlock(block: TextBlock): TextBlock | null {
  switch (block.type) {
    case "heading":
      return { type: "heading", level: block.level, content: tidyRuns(block.content, false) };
    case "paragraph": {
      const content = tidyRuns(block.content, true);
      return content.length > 0 ? { type: "paragraph", content } : null;
    }
    case "list": {
      const items = block.items.map(tidyBlocks).filter((blocks) => blocks.length > 0);
      return items.length > 0 ? { type: "list", ordered: block.ordered, items } : null;
    }
    case "quote": {
      const blocks = tidyBlocks(block.blocks);
      return blocks.length > 0 ? { type: "quote", blocks } : null;
    }
    case "image":
      return {
        type: "image",
        src: tidyHref(block.src),
        alt: cleanCharacters(block.alt).replaceAll("\n", " ").trim(),
      };
    case "table": {
      const rows = [block.header, ...block.rows];
      const width = Math.max(...rows.map((row) => row.length));
      const [header = [], ...others] = rows.map((row) =>
        Array.from({ length: width }, (_, column) => tidyRuns(row[column] ?? [], false)),
      );
      const isEmpty = [header, ...others].flat(2).length === 0;
      return isEmpty ? null : { type: "table", header, rows: others };
    }
    case "rule":
    case "source":
      return block;
  }
}

function tidyBlocks(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.map(tidyBlock).filter((block) => block !== null);
}

type Letter = {
  readonly character: string;
  strong: boolean;
  emphasis: boolean;
  href: string | null;
};

const SPACE = /^\s$/u;

function tidyRuns(runs: readonly Run[], allowsBreaks: boolean): Run[] {
  const letters = withoutSpaceAtLineEdges(
    runs.flatMap(({ text, ...format }) => {
      const href = format.href === null ? null : tidyHref(format.href);
      const clean = cleanCharacters(text);
      return Array.from(allowsBreaks ? clean : clean.replaceAll("\n", " "), (character) => ({
        ...format,
        href,
        character,
      }));
    }),
  );
  for (const [mark, none] of [
    ["strong", false],
    ["emphasis", false],
    ["href", null],
  ] as const) {
    removeMarkFromSpaceAtEdges(letters, mark, none);
  }
  return mergeRuns(letters.map(({ character, ...format }) => ({ text: character, ...format })));
}

function withoutSpaceAtLineEdges(letters: readonly Letter[]): Letter[] {
  const kept: Letter[] = [];
  for (const letter of letters) {
    if (letter.character === "\n") dropTrailingSpace(kept);
    const isAtLineStart = kept.length === 0 || kept.at(-1)?.character === "\n";
    const isDropped =
      letter.character === "\n" ? kept.length === 0 : isAtLineStart && SPACE.test(letter.character);
    if (!isDropped) kept.push(letter);
  }
  while (SPACE.test(kept.at(-1)?.character ?? "")) kept.pop();
  return kept;
}

function dropTrailingSpace(letters: Letter[]): void {
  for (;;) {
    const last = letters.at(-1)?.character ?? "";
    if (last === "\n" || !SPACE.test(last)) return;
    letters.pop();
  }
}

/** Markdown cannot start or end formatting at a space: `**bold **` shows the asterisks. */
function removeMarkFromSpaceAtEdges<K extends "strong" | "emphasis" | "href">(
  letters: Letter[],
  mark: K,
  none: Letter[K],
): void {
  const clear = (ordered: readonly Letter[]) => {
    let before: Letter[K] = none;
    for (const letter of ordered) {
      if (letter[mark] !== before && SPACE.test(letter.character)) letter[mark] = none;
      before = letter[mark];
    }
  };
  clear(letters);
  clear(letters.toReversed());
}

/** Without characters that Markdown, entities or UTF-8 cannot hold. None of them can be seen. */
function cleanCharacters(text: string): string {
  return (
    text
      .replace(/[\t\v\f\r\u0085]/g, " ")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}/gu, "")
      .replace(/\p{Surrogate}/gu, "\uFFFD")
  );
}

function tidyHref(href: string): string {
  return cleanCharacters(href.replaceAll("\n", " ")).trim();
}
