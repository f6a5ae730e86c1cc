// Renders the blocks that the server parsed from Markdown. Blocks contain no raw HTML, so no markup is set from a
// string.
import { Fragment, type ReactNode } from "react";
import type { Block } from "../../generated/Block";
import type { Inline } from "../../generated/Inline";
import { Link } from "../link/Link";
import { Picture } from "../picture/Picture";
import styles from "./Prose.module.css";

type Table = Extract<Block, { type: "table" }>;

interface ProseProps {
  blocks: readonly Block[];
  /** Articles and added pages have tables. The others do without the code that shows them. */
  renderTable?: (table: Table) => ReactNode;
}

export function Prose({ blocks, renderTable }: ProseProps): ReactNode {
  const render = (block: Block) =>
    block.type === "table" ? renderTable?.(block) : renderBlock(block);
  return blocks.length > 0 && <div className={styles.prose}>{keyed(blocks, render)}</div>;
}

/** The index is a safe key: a text does not change while it is on screen. */
export function keyed<T>(parts: readonly T[], render: (part: T) => ReactNode): ReactNode {
  return parts.map((part, index) => {
    const key = index;
    return <Fragment key={key}>{render(part)}</Fragment>;
  });
}

function renderBlock(block: Block): ReactNode {
  switch (block.type) {
    case "heading":
      return block.level === 2 ? (
        <h2 id={block.id}>{keyed(block.content, renderInline)}</h2>
      ) : (
        <h3 id={block.id}>{keyed(block.content, renderInline)}</h3>
      );
    case "paragraph":
      return <p>{keyed(block.content, renderInline)}</p>;
    case "list": {
      const items = keyed(block.items, (item) => <li>{keyed(item, renderBlock)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "quote":
      return <blockquote>{keyed(block.blocks, renderBlock)}</blockquote>;
    case "image":
      return <Picture picture={block.picture} alt={block.alt} />;
    case "rule":
      return <hr />;
    case "table":
      return null;
  }
}

export function renderInline(inline: Inline): ReactNode {
  switch (inline.type) {
    case "text":
      return inline.text;
    case "strong":
      return <strong>{keyed(inline.content, renderInline)}</strong>;
    case "emphasis":
      return <em>{keyed(inline.content, renderInline)}</em>;
    case "link":
      return <Link href={inline.href}>{keyed(inline.content, renderInline)}</Link>;
    case "break":
      return <br />;
  }
}
