// Reads Markdown into the editor's document. Blocks that the schema cannot hold become blocks of plain Markdown.
import MarkdownIt, { type Options as MarkdownItOptions, type Token } from "markdown-it";
import { MarkdownParser } from "prosemirror-markdown";
import type { Node } from "prosemirror-model";
import { schema } from "../schema";
import type { BlockSources } from "./block-sources";
import { blockOf } from "./node-tree";
import type { TextBlock } from "./text-tree";

/** What link reference definitions such as `[name]: /path` define. */
export type References = Record<string, unknown>;

/** Deeper nesting is not shown by the site either. */
const MAX_DEPTH = 24;

// markdown-it drops what is nested deeper than its limit. A limit above ours makes such a block plain Markdown instead.
const tokenizer = new MarkdownIt("commonmark").enable("table");
tokenizer.set({ maxNesting: 4 * MAX_DEPTH } as MarkdownItOptions);
// The server neither rewrites nor drops addresses: it reports the ones that it does not accept.
tokenizer.normalizeLink = (url) => url;
tokenizer.normalizeLinkText = (text) => text;
tokenizer.validateLink = () => true;

// As the server does: the second line of a table has a "|" and no tab, and a table directly below a line of text begins with "|".
const [readTable] = tokenizer.block.ruler.getRules("");
tokenizer.block.ruler.at(
  "table",
  (state, start, end, isBelowText) => {
    const lineAt = (line: number) => state.src.slice(state.bMarks[line], state.eMarks[line]);
    const rule = start + 1 < end ? lineAt(start + 1) : "";
    if (!rule.includes("|") || rule.includes("\t")) return false;
    if (isBelowText && !lineAt(start).trimStart().startsWith("|")) return false;
    return readTable?.(state, start, end, isBelowText) ?? false;
  },
  { alt: ["paragraph", "reference"] },
);

/** Takes tokens that are already read instead of a text. */
const fromTokens = { parse: (_text: string, env: { tokens: Token[] }) => env.tokens };

const parser = new MarkdownParser(schema, fromTokens as unknown as MarkdownIt, {
  paragraph: { block: "paragraph" },
  heading: { block: "heading", getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  blockquote: { block: "quote" },
  bullet_list: { block: "bullet_list" },
  ordered_list: { block: "ordered_list" },
  list_item: { block: "list_item" },
  hr: { node: "rule" },
  table: { block: "table" },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: "table_row" },
  th: { block: "table_header" },
  td: { block: "table_cell" },
  cell_text: { block: "cell_text" },
  picture: {
    node: "image",
    getAttrs: (token) => ({ src: token.attrGet("src"), alt: plainText(token.children ?? []) }),
  },
  hardbreak: { node: "hard_break" },
  em: { mark: "emphasis" },
  strong: { mark: "strong" },
  link: { mark: "link", getAttrs: (token) => ({ href: token.attrGet("href") }) },
});

/** The top-level blocks of a text. Each node refers to its source in `sources`. */
export function readMarkdown(text: string, sources: BlockSources): Node[] {
  const env: { references?: References } = {};
  const groups = topLevelGroups(tokenizer.parse(text, env));
  const definesReferences = Object.keys(env.references ?? {}).length > 0;
  const pieces = piecesOf(text, groups);
  let previous: number | null = null;
  return pieces.map((piece, index) => {
    const { tokens, markdown, gapBefore } = piece;
    const hidesDefinition = definesReferences && tokens !== null && definesReference(markdown);
    const node = (hidesDefinition ? null : nodeOf(piece)) ?? sourceNode(markdown);
    const isLast = index === pieces.length - 1;
    const origin = sources.add({
      markdown,
      block: blockOf(node),
      previous,
      gapBefore,
      gapAfter: isLast ? piece.gapAfter : null,
    });
    previous = origin;
    return node.type.create({ ...node.attrs, origin }, node.content);
  });
}

/** The blocks of a text without the editor. `references` are definitions elsewhere in the document. */
export function readBlocks(text: string, references: References = {}): TextBlock[] {
  const tokens = tokenizer.parse(text, { references: { ...references } });
  return piecesOf(text, topLevelGroups(tokens)).map((piece) =>
    blockOf(nodeOf(piece) ?? sourceNode(piece.markdown)),
  );
}

export function readReferences(text: string): References {
  const env: { references?: References } = {};
  tokenizer.parse(text, env);
  return env.references ?? {};
}

function definesReference(markdown: string): boolean {
  return Object.keys(readReferences(markdown)).length > 0;
}

function sourceNode(markdown: string): Node {
  const content = markdown.replace(/\r\n?/g, "\n");
  return schema.nodes.source.create(null, content === "" ? null : schema.text(content));
}

type Group = {
  readonly tokens: readonly Token[];
  readonly start: number;
  readonly end: number;
};

/** The tokens of each top-level block, and its lines. */
function topLevelGroups(tokens: readonly Token[]): Group[] {
  const groups: Group[] = [];
  let first = 0;
  tokens.forEach((token, index) => {
    if (token.level !== 0 || token.nesting > 0) return;
    const group = tokens.slice(first, index + 1);
    // An inline token has the level of its paragraph's content, so it never ends a group.
    const [start, end] = group[0]?.map ?? [0, 0];
    groups.push({ tokens: group, start, end });
    first = index + 1;
  });
  return groups;
}

type Piece = {
  /** Null for lines that belong to no block: link reference definitions. */
  readonly tokens: readonly Token[] | null;
  readonly markdown: string;
  readonly gapBefore: string;
  readonly gapAfter: string;
};

/** Splits a text into blocks and the blank lines between them, without losing a character. */
function piecesOf(text: string, groups: readonly Group[]): Piece[] {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const isBlank = (line: number) => (lines[line] ?? "").trim() === "";
  const spans: { tokens: readonly Token[] | null; start: number; end: number }[] = [];
  const addSpan = (tokens: readonly Token[] | null, from: number, to: number) => {
    let [start, end] = [from, to];
    while (start < end && isBlank(start)) start += 1;
    while (end > start && isBlank(end - 1)) end -= 1;
    if (start < end) spans.push({ tokens, start, end });
  };
  let line = 0;
  for (const { tokens, start, end } of groups) {
    addSpan(null, line, start);
    addSpan(tokens, start, end);
    line = end;
  }
  addSpan(null, line, lines.length);

  const textOf = (start: number, end: number) => lines.slice(start, end).join("");
  let gap = textOf(0, spans[0]?.start ?? 0);
  return spans.map(({ tokens, start, end }, index) => {
    const written = textOf(start, end);
    const markdown = written.replace(/[\r\n]+$/, "");
    const gapBefore = gap;
    const next = spans[index + 1]?.start ?? lines.length;
    gap = written.slice(markdown.length) + textOf(end, next);
    return { tokens, markdown, gapBefore, gapAfter: gap };
  });
}

/** Null if the schema cannot hold the block. */
function nodeOf({ tokens, markdown }: Piece): Node | null {
  if (tokens?.[0]?.type === "table_open" && hasExtraCells(markdown)) return null;
  const adapted = tokens && adapt(tokens);
  return adapted && (parser.parse("", { tokens: adapted }) as Node).child(0);
}

/** Markdown drops the cells of a row that its header does not have. */
function hasExtraCells(table: string): boolean {
  const [header = 0, ...rows] = table.split(/\r\n?|\n/).map(
    (line) =>
      line
        .trim()
        .replace(/^\|/, "")
        .replace(/(?<!\\)\|$/, "")
        .split(/(?<!\\)\|/).length,
  );
  return rows.some((cells) => cells > header);
}

/** Adapts the tokens of a block to the schema. Null if it has a part that the schema cannot hold. */
function adapt(tokens: readonly Token[]): Token[] | null {
  const adapted: Token[] = [];
  let listDepth: number[] = [];
  for (const token of tokens) {
    if (token.level > MAX_DEPTH) return null;
    switch (token.type) {
      case "heading_open":
        if (token.tag !== "h2" && token.tag !== "h3") return null;
        break;
      case "list_item_open":
        listDepth = [...listDepth, 0];
        break;
      case "blockquote_open":
        listDepth = [...listDepth, 1];
        break;
      case "list_item_close":
      case "blockquote_close":
        listDepth = listDepth.slice(0, -1);
        break;
      case "table_open":
        // In a list or a quote the site has none.
        if (token.level > 0) return null;
        break;
      case "inline": {
        const children = adaptInline(token.children ?? []);
        if (children === null) return null;
        const before = adapted.at(-1)?.type;
        if (before === "td_open" || before === "th_open") {
          if (children.some(({ type }) => type === "image")) return null;
          token.children = children;
          adapted.push(cellText(token, 1), token, cellText(token, -1));
          continue;
        }
        const isHeading = adapted.at(-1)?.type === "heading_open";
        if (isHeading && children.some(({ type }) => type === "hardbreak")) return null;
        const [picture] = children;
        if (picture?.type === "image") {
          const isInItem = listDepth.at(-1) === 0;
          if (children.length > 1 || isHeading || isInItem || picture.attrGet("title")) return null;
          picture.type = "picture";
          adapted[adapted.length - 1] = picture;
          continue;
        }
        if (children.some(({ type }) => type === "image")) return null;
        token.children = children;
        break;
      }
      case "html_block":
      case "code_block":
      case "fence":
        return null;
    }
    const closesPicture = token.type === "paragraph_close" && adapted.at(-1)?.type === "picture";
    if (!closesPicture) adapted.push(token);
  }
  return adapted;
}

/** The beginning or the end of what the schema has inside a cell. */
function cellText(inline: Token, nesting: 1 | -1): Token {
  const type = nesting === 1 ? "cell_text_open" : "cell_text_close";
  return Object.assign(Object.create(inline) as Token, { type, nesting });
}

function adaptInline(tokens: readonly Token[]): Token[] | null {
  const adapted: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "html_inline" || token.level > MAX_DEPTH) return null;
    // The site shows code as ordinary text.
    if (token.type === "code_inline") token.type = "text";
    if (token.type === "link_open") {
      const isEmail = token.markup === "autolink" && token.attrGet("href")?.startsWith("mailto:");
      if (token.attrGet("title") || isEmail || tokens[index + 1]?.type === "link_close")
        return null;
    }
    adapted.push(token);
  }
  return adapted;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === "softbreak" || type === "hardbreak") return " ";
      return type === "image" ? plainText(children ?? []) : content;
    })
    .join("");
}
