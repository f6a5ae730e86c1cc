// Puts two versions of a document into one text that contains every block of both. The person then deletes what is not
// needed.
import { splitDocument } from "../split-document";

interface Versions {
  /** What both versions were made from. */
  base: string;
  mine: string;
  theirs: string;
}

export function combineTexts({ base, mine, theirs }: Versions): string {
  const [before, my, their] = [base, mine, theirs].map(splitDocument) as [Parts, Parts, Parts];
  const keys =
    my.keys === before.keys ? their.keys : withComments(my.keys, their.keys, before.keys);
  const paragraphs = union(blocksOf(my.body), blocksOf(their.body));
  const body = paragraphs.length > 0 ? `${paragraphs.join("\n\n")}\n` : "";
  return keys + body;
}

type Parts = ReturnType<typeof splitDocument>;

/** Separated by blank lines, so that a block of Markdown is never cut. */
function blocksOf(body: string): string[] {
  return body
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n+/)
    .map((block) => block.replace(/^\n+|\s+$/g, ""))
    .filter((block) => block !== "");
}

/** The other person's keys as comments above the closing fence: a key may be there only once. */
function withComments(mine: string, theirs: string, base: string): string {
  const known = new Set([...mine.split("\n"), ...base.split("\n")]);
  const added = theirs.split("\n").filter((line) => !known.has(line));
  if (added.length === 0) return mine;
  const comments = added.map((line) => `# Other version: ${line}\n`).join("");
  return mine.replace(/\+\+\+[ \t]*\r?\n?$/, (fence) => comments + fence);
}

/** All blocks of both lists in order, the ones they have in common once. */
function union(mine: readonly string[], theirs: readonly string[]): string[] {
  const lengths = commonLengths(mine, theirs);
  const result: string[] = [];
  let [i, j] = [0, 0];
  while (i < mine.length || j < theirs.length) {
    if (i < mine.length && j < theirs.length && mine[i] === theirs[j]) {
      result.push(mine[i] as string);
      i += 1;
      j += 1;
    } else if (
      i < mine.length &&
      (j >= theirs.length || at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      result.push(mine[i] as string);
      i += 1;
    } else {
      result.push(theirs[j] as string);
      j += 1;
    }
  }
  return result;
}

function at(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

/** For each pair of positions, how many blocks the rests of both lists have in common, in order. */
function commonLengths(mine: readonly string[], theirs: readonly string[]): number[][] {
  const lengths = Array.from({ length: mine.length + 1 }, () =>
    new Array<number>(theirs.length + 1).fill(0),
  );
  for (let i = mine.length - 1; i >= 0; i -= 1) {
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as number[];
      row[j] =
        mine[i] === theirs[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}
