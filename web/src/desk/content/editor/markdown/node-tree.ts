// The tree of a node of the editor's document.
import type { Node } from "prosemirror-model";
import { lineBreak, mergeRuns, type Run, type TextBlock } from "./text-tree";

export function blockOf(node: Node): TextBlock {
  switch (node.type.name) {
    case "heading":
      return { type: "heading", level: node.attrs.level as number, content: runsOf(node) };
    case "bullet_list":
    case "ordered_list":
      return {
        type: "list",
        ordered: node.type.name === "ordered_list",
        items: node.children.map((item) => blocksIn(item)),
      };
    case "quote":
      return { type: "quote", blocks: blocksIn(node) };
    case "image":
      return { type: "image", src: node.attrs.src as string, alt: node.attrs.alt as string };
    case "table": {
      const [header = [], ...rows] = node.children.map((row) =>
        row.children.map((cell) => runsOf(cell.child(0))),
      );
      return { type: "table", header, rows };
    }
    case "rule":
      return { type: "rule" };
    case "source":
      return { type: "source", markdown: node.textContent };
    default:
      return { type: "paragraph", content: runsOf(node) };
  }
}

/** Without the empty paragraphs that the schema needs in an empty quote or item. */
function blocksIn(node: Node): TextBlock[] {
  return node.children
    .map(blockOf)
    .filter((block) => block.type !== "paragraph" || block.content.length > 0);
}

function runsOf(node: Node): Run[] {
  return mergeRuns(
    node.children.map(({ type, text, marks }): Run => {
      if (type.name === "hard_break") return lineBreak;
      const link = marks.find((mark) => mark.type.name === "link");
      return {
        text: (text ?? "").replaceAll("\n", " "),
        strong: marks.some((mark) => mark.type.name === "strong"),
        emphasis: marks.some((mark) => mark.type.name === "emphasis"),
        href: link ? (link.attrs.href as string) : null,
      };
    }),
  );
}
