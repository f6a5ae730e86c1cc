import { expect, test } from "vitest";
import { createEditorState } from "../editor-state";
import { blockAtLine } from "./block-at-line";
import { BlockSources } from "./block-sources";

const text = `First.

## Heading
Second
on two lines.

- One
- Two

![A lens](lens.webp)
`;

test("a line leads to the block that it belongs to", () => {
  const sources = new BlockSources();
  const { doc } = createEditorState({ markdown: text, document: null }, sources, {
    openLink: () => {},
    focusToolbar: () => {},
  });
  const typeAt = (line: number) => {
    const node = doc.nodeAt(blockAtLine(doc, sources, line));
    return `${node?.type.name} ${node?.textContent}`.trim();
  };
  expect([1, 3, 4, 5].map(typeAt)).toEqual([
    "paragraph First.",
    "heading Heading",
    "paragraph Second on two lines.",
    "paragraph Second on two lines.",
  ]);
  expect([7, 8, 10, 99].map(typeAt)).toEqual([
    "bullet_list OneTwo",
    "bullet_list OneTwo",
    "image",
    "image",
  ]);
});
