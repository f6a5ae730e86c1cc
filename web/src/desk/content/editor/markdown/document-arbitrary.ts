// Random documents of the editor's schema, for property tests.
import fc from "fast-check";
import type { Mark, Node } from "prosemirror-model";
import { schema } from "../schema";

const { nodes, marks } = schema;

/** Pieces of text that are also Markdown, or that parsers treat in special ways. */
const awkward = fc.constantFrom(
  ...["*", "**", "_", "__", "`", "```", "~~~", "[", "]", "](", "!", "![", "<", "<b>", "<!--", ">"],
  ...[
    "#",
    "## ",
    "- ",
    "+ ",
    "* ",
    "1. ",
    "1) ",
    "---",
    "===",
    "| a |",
    "|",
    "\\|",
    "|---|",
    "\\",
    "&",
    "&amp;",
  ],
  ...["&#32;", "{percent}", "https://who.int", "<https://who.int>", "[a]: /b", "(", ")", '"', "'"],
  ...[
    " ",
    "  ",
    "\t",
    "\u00a0",
    "\u2028",
    "\u0085",
    "\u200b",
    "é",
    "ṣ",
    "“",
    "”",
    "…",
    "€",
    "👁",
    "😀",
  ],
  ...[":", ".", ",", "word", "Words of a sentence", "5%", "snake_case", "\ufeff", "\0"],
);

const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: "grapheme", maxLength: 4 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(""))
  .filter((value) => value !== "");

const href = fc.oneof(
  fc.constantFrom(
    "/home",
    "/services#eye-exams",
    "https://who.int/a_(b)?c=1&amp;d=*e*",
    "tel:+234",
    "",
  ),
  text,
);

const markSet = fc
  .record({ strong: fc.boolean(), emphasis: fc.boolean(), link: fc.option(href, { freq: 4 }) })
  .map(({ strong, emphasis, link }): Mark[] => [
    ...(link === null ? [] : [marks.link.create({ href: link })]),
    ...(strong ? [marks.strong.create()] : []),
    ...(emphasis ? [marks.emphasis.create()] : []),
  ]);

const textNode = fc.tuple(text, markSet).map(([value, set]) => schema.text(value, set));
const breakNode = markSet.map((set) => nodes.hard_break.create(null, null, set));
const inline = fc.array(
  fc.oneof({ weight: 6, arbitrary: textNode }, { weight: 1, arbitrary: breakNode }),
  {
    maxLength: 6,
  },
);

const paragraph = inline.map((content) => nodes.paragraph.create(null, content));
const heading = fc
  .tuple(fc.constantFrom(2, 3), fc.array(textNode, { maxLength: 4 }))
  .map(([level, content]) => nodes.heading.create({ level }, content));
const image = fc
  .record({ src: fc.oneof(fc.constant("a.svg"), text), alt: text })
  .map((attrs) => nodes.image.create(attrs));
const rule = fc.constant(null).map(() => nodes.rule.create());

const { block } = fc.letrec<{ block: Node; itemBlock: Node; list: Node; quote: Node }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom(nodes.bullet_list, nodes.ordered_list),
      fc.array(
        fc
          .array(tie("itemBlock"), { minLength: 1, maxLength: 3 })
          .map((content) => nodes.list_item.create(null, content)),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([type, items]) => type.create(null, items)),
  quote: fc
    .array(tie("block"), { minLength: 1, maxLength: 3 })
    .map((content) => nodes.quote.create(null, content)),
  itemBlock: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 4, arbitrary: paragraph },
    heading,
    rule,
    { weight: 2, arbitrary: tie("list") },
    tie("quote"),
  ),
  block: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 4, arbitrary: paragraph },
    heading,
    image,
    rule,
    { weight: 2, arbitrary: tie("list") },
    tie("quote"),
  ),
}));

const table = fc
  .tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }))
  .chain(([columns, rows]) =>
    fc.tuple(
      ...Array.from({ length: rows + 1 }, (_, row) =>
        fc
          .array(fc.array(textNode, { maxLength: 3 }), {
            minLength: columns + 1,
            maxLength: columns + 1,
          })
          .map((cells) =>
            nodes.table_row.create(
              null,
              cells.map((content) =>
                (row === 0 ? nodes.table_header : nodes.table_cell).create(
                  null,
                  nodes.cell_text.create(null, content),
                ),
              ),
            ),
          ),
      ),
    ),
  )
  .map((rows) => nodes.table.create(null, rows));

export const blockNode: fc.Arbitrary<Node> = fc.oneof(
  { weight: 5, arbitrary: block },
  { weight: 1, arbitrary: table },
);

export const documentNode: fc.Arbitrary<Node> = fc
  .array(blockNode, { minLength: 1, maxLength: 5 })
  .map((content) => nodes.doc.create(null, content));
