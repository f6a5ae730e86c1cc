// Writes formatted text as Markdown that is read back as exactly the same runs.
//
// Strong text is written with **. Emphasis is written with *, or with _ where it meets strong text: a run of three or
// four asterisks can be read in several ways. Whether a delimiter opens or closes depends on the characters beside it
// ("flanking" in CommonMark). Where they would prevent it, such a character is written as a numeric entity.
import type { Run } from "./text-tree";

type Mark = "href" | "strong" | "emphasis";

type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: Mark; readonly href: string; readonly children: readonly Inline[] };

type Unit =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "syntax"; readonly text: string }
  | { readonly kind: "open" | "close"; readonly text: string };

/** The lines of a paragraph. */
export function writeLines(runs: readonly Run[]): string[] {
  return writeInline(runs).split("\n").map(escapeLineStart);
}

export function writeHeading(runs: readonly Run[]): string {
  // Number signs at the end would be read as the closing sequence of a heading.
  return writeInline(runs).replace(/#+$/, "\\$&");
}

/** The text of a cell in a table, where "|" ends a cell. After a backslash, parsers disagree about "\\|". */
export function writeCell(runs: readonly Run[]): string {
  return writeInline(runs).replace(/(\\?)\|/g, (_, backslash) => (backslash ? "\\&#124;" : "\\|"));
}

export function writeImage(src: string, alt: string): string {
  const content = writeUnits(charactersOf(alt));
  return `![${content}](${writeDestination(src)})`;
}

function writeInline(runs: readonly Run[]): string {
  return writeUnits(unitsOf(nest(runs), false));
}

/** The nested form, with the longest formatting outside. Links are not split, because each part would be a link. */
function nest(runs: readonly Run[], done: readonly Mark[] = []): Inline[] {
  const nested: Inline[] = [];
  let start = 0;
  while (start < runs.length) {
    const run = runs[start] as Run;
    const open = (["href", "strong", "emphasis"] as const).filter(
      (mark) => !done.includes(mark) && has(run, mark),
    );
    const ends = open.map((mark) => endOf(runs, start, mark));
    const end = Math.max(...ends);
    const outermost = open[ends.indexOf(end)];
    if (outermost === undefined) {
      nested.push({ kind: "text", text: run.text });
      start += 1;
    } else {
      const children = nest(runs.slice(start, end), [...done, outermost]);
      nested.push({ kind: outermost, href: run.href ?? "", children });
      start = end;
    }
  }
  return nested;
}

function has(run: Run, mark: Mark): boolean {
  return mark === "href" ? run.href !== null : run[mark];
}

/** Where the mark at `start` ends, or before that the first link that it would split. */
function endOf(runs: readonly Run[], start: number, mark: Mark): number {
  const end = extent(runs, start, mark);
  if (mark === "href" || (runs[end - 1] as Run).href === null) return end;
  if (extent(runs, end - 1, "href") === end) return end;
  let cut = end - 1;
  while (cut > start && extent(runs, cut - 1, "href") > cut) cut -= 1;
  while (cut > start && isBreak(runs[cut - 1])) cut -= 1;
  return cut > start ? cut : end;
}

/** A line break has no formatting, but formatting can continue after it. */
function extent(runs: readonly Run[], start: number, mark: Mark): number {
  const value = runs[start]?.[mark];
  let end = start + 1;
  for (let next = end; next < runs.length; next += 1) {
    if (isBreak(runs[next])) continue;
    if (runs[next]?.[mark] !== value) break;
    end = next + 1;
  }
  return end;
}

function isBreak(run: Run | undefined): boolean {
  return run?.text === "\n";
}

function unitsOf(nodes: readonly Inline[], insideStrong: boolean): Unit[] {
  return nodes.flatMap((node, index): Unit[] => {
    switch (node.kind) {
      case "text":
        return node.text === "\n" ? [{ kind: "syntax", text: "\\\n" }] : charactersOf(node.text);
      case "href":
        return [
          { kind: "syntax", text: "[" },
          ...unitsOf(node.children, insideStrong),
          { kind: "syntax", text: `](${writeDestination(node.href)})` },
        ];
      case "strong":
        return delimited("**", unitsOf(node.children, true));
      case "emphasis": {
        const meetsStrong =
          insideStrong ||
          [nodes[index - 1], ...node.children, nodes[index + 1]].some(containsStrong);
        return delimited(meetsStrong ? "_" : "*", unitsOf(node.children, insideStrong));
      }
    }
    return [];
  });
}

function containsStrong(node: Inline | undefined): boolean {
  if (!node || node.kind === "text") return false;
  return node.kind === "strong" || node.children.some(containsStrong);
}

function charactersOf(text: string): Unit[] {
  return Array.from(text, (character) => ({ kind: "character", character }));
}

function delimited(text: string, units: readonly Unit[]): Unit[] {
  return [{ kind: "open", text }, ...units, { kind: "close", text }];
}

function writeUnits(units: readonly Unit[]): string {
  const entities = new Set<number>();
  const write = (index: number) => writeUnit(units, index, entities);
  for (;;) {
    const blocking = units.flatMap((unit, index) => {
      if (unit.kind !== "open" && unit.kind !== "close") return [];
      const [outside, inside] =
        unit.kind === "open" ? [index - 1, index + 1] : [index + 1, index - 1];
      const outer = write(outside).at(unit.kind === "open" ? -1 : 0);
      const inner = writtenCharacter(write(inside), unit.kind === "open");
      const isFlanking =
        outer === undefined ||
        /^[ \n\u00a0!-/:-@[-`{-~]$/.test(outer) ||
        (unit.text !== "_" && /^[\p{L}\p{N}]$/u.test(inner));
      const hasSpaceInside = units[inside]?.kind === "character" && /^\s$/u.test(inner);
      return [...(isFlanking ? [] : [outside]), ...(hasSpaceInside ? [inside] : [])];
    });
    if (blocking.length === 0) break;
    for (const index of blocking) entities.add(index);
  }
  return units.map((_, index) => write(index)).join("");
}

/** The first or last character, which may take two UTF-16 units. */
function writtenCharacter(written: string, isFirst: boolean): string {
  return Array.from(written).at(isFirst ? 0 : -1) ?? "";
}

function writeUnit(units: readonly Unit[], index: number, entities: ReadonlySet<number>): string {
  const unit = units[index];
  if (!unit) return "";
  if (unit.kind !== "character") return unit.text;
  const { character } = unit;
  if (entities.has(index)) return `&#${character.codePointAt(0)};`;
  const neighbour = (at: number): string => {
    const other = units[at];
    return other?.kind === "character" && !entities.has(at) ? other.character : "";
  };
  const [before, after] = [neighbour(index - 1), neighbour(index + 1)];
  return needsEscape(character, before, after, units[index + 1]) ? `\\${character}` : character;
}

function needsEscape(
  character: string,
  before: string,
  after: string,
  next: Unit | undefined,
): boolean {
  switch (character) {
    case "\\":
    case "`":
    case "*":
    case "[":
    case "]":
      return true;
    case "_":
      return !(/^[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]$/u.test(after));
    case "<":
      return /^[A-Za-z/!?]$/.test(after);
    case "&":
      return /^[A-Za-z#]$/.test(after);
    case "!":
      return next?.kind === "syntax" && next.text === "[";
    default:
      return false;
  }
}

function writeDestination(href: string): string {
  const escaped = href.replace(/&(?=#?\w+;)/g, "\\&");
  if (/^[^\s<>()\\]*$/.test(href)) return escaped;
  return `<${href.replace(/[\\<>]|&(?=#?\w+;)/g, "\\$&")}>`;
}

/** At the start of a line, these characters would start a heading, a quote, a list, a rule or a fence. */
function escapeLineStart(line: string): string {
  if (/^(#|>|[-+](?=[- ]|$)|=+ *$|~~~)/.test(line)) return `\\${line}`;
  // The second line of a table.
  if (/^[|: -]*-[|: -]*$/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?= |$)/, "$1\\$2");
}
