// A text with Markdown as people read it, without its signs. For comparing only: nothing is ever made of it again.

/** The address of a link is shown: it can be all that has changed. */
export function readableText(markdown: string): string {
  return markdown
    .split("\n")
    .filter((line) => !/^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/.test(line))
    .map(readableLine)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function readableLine(line: string): string {
  const isRow = /^\s*\|.*\|\s*$/.test(line);
  const cells = isRow
    ? line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
    : [line];
  return cells.map((cell) => readableWords(isRow ? cell.trim() : cell)).join(" · ");
}

/** A sign after a backslash is meant as it is, so it is put aside until the others are gone. */
const ASIDE = 0xe000;

function readableWords(line: string): string {
  return line
    .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
      String.fromCharCode(ASIDE + sign.charCodeAt(0)),
    )
    .replace(/^(?:\s*>\s?)+/, "")
    .replace(/^\s{0,3}#{1,6}\s+/, "")
    .replace(/^(\s*)[-*+]\s+/, "$1• ")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "Picture: $1")
    .replace(/\[([^\]]*)\]\(<?([^)>\s]*)>?[^)]*\)/g, "$1 ($2)")
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])/g, "$2")
    .replace(/\\$/, "")
    .replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ASIDE));
}
