// Compares the desk's text editor with the server: both must read the same blocks from the same Markdown. The server
// publishes random documents that the editor wrote, and the documents that the site is delivered with.
import { randomInt } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { BlockSources } from "../src/desk/content/editor/markdown/block-sources";
import { documentNode } from "../src/desk/content/editor/markdown/document-arbitrary";
import { readBlocks } from "../src/desk/content/editor/markdown/read-markdown";
import {
  lineBreak,
  mergeRuns,
  type Run,
  type TextBlock,
} from "../src/desk/content/editor/markdown/text-tree";
import { writeMarkdown } from "../src/desk/content/editor/markdown/write-markdown";
import { schema } from "../src/desk/content/editor/schema";
import type { Block } from "../src/generated/Block";
import type { Inline } from "../src/generated/Inline";
import { startTestServer } from "./test-server";

/** `make test-browser` tries the same documents in every run. */
const SEED = Number(process.env.PROPERTY_SEED ?? randomInt(1_000_000));
const DOCUMENTS = Number(process.env.PROPERTY_RUNS ?? 200);
const shipped = join(import.meta.dirname, "../../content");

test("the server reads what the editor writes as the same blocks", async () => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), "clinic-e2e-content-"));
  await cp(shipped, folder, { recursive: true });
  const expected = new Map<string, readonly TextBlock[]>();
  const samples = fc.sample(documentNode.map(acceptedByServer), { numRuns: DOCUMENTS, seed: SEED });
  for (const [index, doc] of samples.entries()) {
    const written = writeMarkdown(doc, new BlockSources());
    if (written.kind === "refused") throw new Error(written.message);
    const slug = `random-${index}`;
    expected.set(slug, written.blocks);
    await writeFile(join(folder, `articles/${slug}.md`), article(slug) + written.markdown);
  }
  const server = await startTestServer("--content", folder);
  try {
    for (const [slug, blocks] of expected) {
      const text = await readFile(join(folder, `articles/${slug}.md`), "utf8");
      const shown = await publishedBlocks(server.address, slug);
      expect(shown, `PROPERTY_SEED=${SEED}\n${text}`).toEqual(blocks);
    }
    for (const file of await readdir(join(shipped, "articles"))) {
      const text = await readFile(join(shipped, "articles", file), "utf8");
      const body = text.slice(text.indexOf("\n+++\n") + 5);
      const blocks = await publishedBlocks(server.address, file.replace(".md", ""));
      expect(blocks, file).toEqual(readBlocks(body));
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});

function article(slug: string): string {
  return `+++
title = "Article ${slug}"
summary = "A random text."
published = 2026-11-15
picture = "mark.svg"

[[sources]]
publisher = "WHO"
title = "Eyes"
url = "https://who.int/"
+++
`;
}

/** The document with what `clinic check` refuses replaced: unknown links, pictures and variables, unclear headings. */
function acceptedByServer(doc: Node): Node {
  let headings = 0;
  const acceptMark = (mark: Mark): Mark =>
    mark.type.name === "link"
      ? mark.type.create({
          href: `https://who.int/${String(mark.attrs.href).replaceAll("{", "(")}`,
        })
      : mark;
  const accept = (node: Node): Node => {
    if (node.isText) {
      const marks = node.marks.map(acceptMark);
      return schema.text((node.text ?? "").replaceAll("{", "("), marks);
    }
    if (node.type.name === "image") {
      const alt = `Picture ${String(node.attrs.alt).replaceAll("{", "(")}`;
      return node.type.create({ src: "mark.svg", alt });
    }
    const children = node.children.map(accept);
    if (node.type.name !== "heading") return node.copy(Fragment.from(children));
    headings += 1;
    return node.copy(Fragment.from([schema.text(`Heading ${headings} `), ...children]));
  };
  const first = schema.nodes.heading.create({ level: 2 }, schema.text("First"));
  return doc.copy(Fragment.from([first, ...doc.children.map(accept)]));
}

async function publishedBlocks(address: string, slug: string): Promise<TextBlock[]> {
  const response = await fetch(`${address}/data/articles/${slug}.json`);
  expect(response.status, slug).toBe(200);
  const data = (await response.json()) as { page: { article: { body: Block[] } } };
  return data.page.article.body.map(fromServer);
}

function fromServer(block: Block): TextBlock {
  switch (block.type) {
    case "heading":
      return { type: "heading", level: block.level, content: runs(block.content) };
    case "paragraph":
      return { type: "paragraph", content: runs(block.content) };
    case "list": {
      const items = block.items.map((item) => item.map(fromServer));
      return { type: "list", ordered: block.ordered, items };
    }
    case "quote":
      return { type: "quote", blocks: block.blocks.map(fromServer) };
    case "image": {
      const name = decodeURIComponent(block.picture.src.replace("/pictures/", ""));
      return { type: "image", src: name.replace(/\.[^.]+(?=\.[^.]+$)/, ""), alt: block.alt };
    }
    case "table":
      return {
        type: "table",
        header: block.header.map(runs),
        rows: block.rows.map((row) => row.map(runs)),
      };
    case "rule":
      return { type: "rule" };
  }
}

function runs(content: readonly Inline[]): Run[] {
  const plain: Run = { text: "", strong: false, emphasis: false, href: null };
  const flatten = (inlines: readonly Inline[], format: Run): Run[] =>
    inlines.flatMap((inline) => {
      switch (inline.type) {
        case "text":
          return [{ ...format, text: inline.text }];
        case "break":
          return [lineBreak];
        case "strong":
          return flatten(inline.content, { ...format, strong: true });
        case "emphasis":
          return flatten(inline.content, { ...format, emphasis: true });
        case "link":
          return flatten(inline.content, { ...format, href: inline.href });
      }
      return [];
    });
  return mergeRuns(flatten(content, plain));
}
