import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { EditorState } from "prosemirror-state";
import { describe, expect, test, vi } from "vitest";
import { schema } from "../schema";
import { BlockSources } from "./block-sources";
import { blockNode, documentNode } from "./document-arbitrary";
import { blockOf } from "./node-tree";
import { readBlocks, readMarkdown } from "./read-markdown";
import { tidyBlock } from "./text-tree";
import { writeMarkdown } from "./write-markdown";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);
vi.setConfig({ testTimeout: 240_000 + 100 * RUNS });

/** The Markdown below the front matter of every document that the site is delivered with. */
function shippedTexts(): [string, string][] {
  const content = join(import.meta.dirname, "../../../../../../content");
  return readdirSync(content, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file): [string, string] => {
      const text = readFileSync(join(content, file), "utf8");
      return [file, text.slice(text.indexOf("\n+++\n") + "\n+++\n".length)];
    });
}

function open(text: string) {
  const sources = new BlockSources();
  const blocks = readMarkdown(text, sources);
  const doc = schema.nodes.doc.create(
    null,
    blocks.length > 0 ? blocks : schema.nodes.paragraph.create(),
  );
  doc.check();
  return { doc, sources };
}

function save(doc: ReturnType<typeof open>["doc"], sources: BlockSources): string {
  const written = writeMarkdown(doc, sources);
  if (written.kind === "refused") throw new Error(written.message);
  return written.markdown;
}

describe("a document of the schema", () => {
  test("is read back as the same blocks after it was written", () => {
    fc.assert(
      fc.property(documentNode, (doc) => {
        doc.check();
        const markdown = save(doc, new BlockSources());
        const expected = doc.children.map(blockOf).map(tidyBlock).filter(Boolean);
        expect(readBlocks(markdown)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  test("is written the same way again", () => {
    fc.assert(
      fc.property(documentNode, (doc) => {
        const markdown = save(doc, new BlockSources());
        const again = open(markdown);
        expect(save(again.doc, again.sources)).toBe(markdown);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("the shipped documents", () => {
  test.each(shippedTexts())("%s keeps its bytes when it is opened and saved", (_, text) => {
    const { doc, sources } = open(text);
    expect(doc.children.filter(({ type }) => type.name === "source")).toEqual([]);
    expect(save(doc, sources)).toBe(text);
  });

  test.each(shippedTexts())("%s keeps its bytes when every block is written again", (_, text) => {
    const { doc } = open(text);
    const withoutOrigins = doc.children.map((node) =>
      node.type.create({ ...node.attrs, origin: null }, node.content),
    );
    expect(save(schema.nodes.doc.create(null, withoutOrigins), new BlockSources())).toBe(text);
  });

  test("a change in one block changes only the bytes of that block", () => {
    for (const [file, text] of shippedTexts()) {
      const { doc, sources } = open(text);
      doc.forEach((node, offset, index) => {
        if (!node.isTextblock) return;
        const state = EditorState.create({ doc });
        const changed = state.apply(state.tr.insertText("Zebra ", offset + 1)).doc;
        const saved = save(changed, sources);
        const source = sources.get(node.attrs.origin)?.markdown ?? "";
        const before = doc.children
          .slice(0, index)
          .map((child) => sources.get(child.attrs.origin))
          .map((child) => `${child?.gapBefore}${child?.markdown}`)
          .join("");
        const start = before.length + (sources.get(node.attrs.origin)?.gapBefore.length ?? 0);
        expect(saved.slice(0, start), file).toBe(text.slice(0, start));
        const rest = text.slice(start + source.length);
        expect(saved.slice(saved.length - rest.length), file).toBe(rest);
        expect(saved.slice(start, saved.length - rest.length)).toContain("Zebra");
      });
    }
  });
});

describe("opening and saving", () => {
  const awkward = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "\n",
          "\n\n",
          "\r\n",
          " ",
          "    ",
          "\t",
          "- ",
          "* ",
          "1. ",
          "> ",
          "# ",
          "## ",
          "### ",
        ),
        fc.constantFrom(
          "**a**",
          "*a*",
          "_a_",
          "`a`",
          "```\n",
          "<b>",
          "<!--",
          "-->",
          "[a](/b)",
          "[a](/b 'c')",
        ),
        fc.constantFrom(
          "[a]",
          "[a]: /b\n",
          "![a](b.svg)",
          "---",
          "===",
          "\\",
          "&amp;",
          "<a@b.cc>",
          "word",
        ),
        fc.constantFrom(
          "| a | b |\n",
          "| --- | --- |\n",
          "|---|\n",
          "| a \\| b |\n",
          "|",
          "--|--\n",
        ),
        fc.string({ unit: "grapheme", maxLength: 3 }),
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(""));

  test("keep every byte of any text", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const { doc, sources } = open(text);
        if (doc.textContent === "" && text.trim() === "") return;
        expect(save(doc, sources)).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  test("with a block added in the middle of any text change no other block, or are refused", () => {
    fc.assert(
      fc.property(awkward, blockNode, fc.nat(), (text, added, where) => {
        const { doc, sources } = open(text);
        const children = doc.children.toSpliced(where % (doc.childCount + 1), 0, added);
        const written = writeMarkdown(schema.nodes.doc.create(null, children), sources);
        if (written.kind === "refused") {
          // An unclosed fence or comment in the text would swallow the new block.
          expect(doc.children.some(({ type }) => type.name === "source")).toBe(true);
        } else {
          const expected = children.map(blockOf).map(tidyBlock).filter(Boolean);
          expect(written.blocks.map(tidyBlock).filter(Boolean)).toEqual(expected);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("what the schema cannot hold", () => {
  test.each([
    ["HTML", "Text.\n\n<div>\nhello\n</div>\n\nMore.\n"],
    ["inline HTML", "Text with <b>bold</b> words.\n"],
    ["a code block", "```\nlet a = 1;\n```\n"],
    ["an indented code block", "Text.\n\n    code\n\nMore.\n"],
    ["a heading of the first level", "# Title\n"],
    ["a heading of the fourth level", "#### Small\n"],
    ["a picture in a sentence", "See ![A lens](a.svg) here.\n"],
    ["a picture in a list", "- One\n\n- ![A lens](a.svg)\n"],
    ["a link with a title", 'A [link](/home "Title").\n'],
    ["a link without text", "A [](/home) link.\n"],
    ["an email autolink", "Write to <a@example.org>.\n"],
    ["a link definition", "A [link].\n\n[link]: /home\n"],
    ["a link definition in a quote", "A [link].\n\n> [link]: /home\n>\n> Text.\n"],
    ["a table in a quote", "> | a |\n> | --- |\n"],
    ["a table in a list", "- | a |\n  | --- |\n"],
    ["a table with a cell that its header does not have", "| a |\n| --- |\n| b | c |\n"],
    ["a table with a picture", "| a |\n| --- |\n| ![A lens](a.svg) |\n"],
    ["a table with HTML", "| a |\n| --- |\n| one<br>two |\n"],
    ["nesting beyond the limit", `${"> ".repeat(40)}deep\n`],
    ["nesting beyond the limit of the parser", `${"> ".repeat(400)}deep\n`],
  ])("%s is shown as plain Markdown and kept", (_, text) => {
    const { doc, sources } = open(text);
    expect(doc.children.some(({ type }) => type.name === "source")).toBe(true);
    expect(save(doc, sources)).toBe(text);
    const withText = doc.children.concat(schema.nodes.paragraph.create(null, schema.text("New.")));
    expect(save(schema.nodes.doc.create(null, withText), sources)).toBe(
      `${text.trimEnd()}\n\nNew.\n`,
    );
  });

  test("plain Markdown that would swallow the rest of the text is refused", () => {
    const source = schema.nodes.source.create(null, schema.text("```\nopen"));
    const after = schema.nodes.paragraph.create(null, schema.text("After."));
    const written = writeMarkdown(
      schema.nodes.doc.create(null, [source, after]),
      new BlockSources(),
    );
    expect(written).toMatchObject({ kind: "refused" });
  });
});

describe("the Markdown that is written", () => {
  const paragraph = (...content: ReturnType<typeof schema.text>[]) =>
    schema.nodes.paragraph.create(null, content);
  const strong = [schema.marks.strong.create()];
  const emphasis = [schema.marks.emphasis.create()];
  const write = (...blocks: ReturnType<typeof paragraph>[]) =>
    save(schema.nodes.doc.create(null, blocks), new BlockSources());

  test.each([
    [
      "bold with a space at its end",
      [schema.text("Now ", strong), schema.text("go")],
      "**Now** go\n",
    ],
    ["bold inside a word", [schema.text("un"), schema.text("real", strong)], "un**real**\n"],
    ["bold beside emphasis", [schema.text("a", strong), schema.text("b", emphasis)], "**a**_b_\n"],
    ["a name with an underscore", [schema.text("snake_case")], "snake_case\n"],
    ["a sentence that starts with a number", [schema.text("2001. A year")], "2001\\. A year\n"],
    ["a price and a percentage", [schema.text("5% off & more (AS)")], "5% off & more (AS)\n"],
  ])("%s is short and readable", (_, content, markdown) => {
    expect(write(paragraph(...content))).toBe(markdown);
  });

  test("a table has a line for each row, and what would end a cell is escaped", () => {
    const cell = (...content: ReturnType<typeof schema.text>[]) =>
      schema.nodes.table_cell.create(null, schema.nodes.cell_text.create(null, content));
    const link = [schema.marks.link.create({ href: "/book?a|b" })];
    const rows = [
      [cell(schema.text("Day")), cell()],
      [cell(schema.text("Mon | Tue")), cell(schema.text("8", strong), schema.text(" \\| 9"))],
      [cell(), cell(schema.text("book", link))],
    ].map((cells) => schema.nodes.table_row.create(null, cells));
    expect(write(schema.nodes.table.create(null, rows), paragraph(schema.text("After.")))).toBe(
      `| Day |  |
| --- | --- |
| Mon \\| Tue | **8** \\\\&#124; 9 |
|  | [book](/book?a\\|b) |

After.
`,
    );
  });

  test("two lists in a row stay two lists", () => {
    const list = (word: string) =>
      schema.nodes.bullet_list.create(
        null,
        schema.nodes.list_item.create(null, paragraph(schema.text(word))),
      );
    expect(write(list("one"), list("two"))).toBe("- one\n\n* two\n");
  });
});
