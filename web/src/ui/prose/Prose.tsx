// Draws the tree that the server made of a Markdown text as elements. The tree knows no raw HTML, so nothing
// here ever sets markup from a string.
import { Fragment, type ReactNode } from "react";
import type { Block } from "../../generated/Block";
import type { Inline } from "../../generated/Inline";
import { Link } from "../link/Link";
import { Picture } from "../picture/Picture";
import styles from "./Prose.module.css";

export function Prose({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return blocks.length > 0 && <div className={styles.prose}>{keyed(blocks, drawBlock)}</div>;
}

/** A text never changes order while it is on screen, so a part's place is its key. */
function keyed<T>(parts: readonly T[], draw: (part: T) => ReactNode): ReactNode {
  return parts.map((part, place) => {
    const key = place;
    return <Fragment key={key}>{draw(part)}</Fragment>;
  });
}

function drawBlock(block: Block): ReactNode {
  switch (block.type) {
    case "heading":
      return block.level === 2 ? (
        <h2 id={block.id}>{keyed(block.content, drawInline)}</h2>
      ) : (
        <h3 id={block.id}>{keyed(block.content, drawInline)}</h3>
      );
    case "paragraph":
      return <p>{keyed(block.content, drawInline)}</p>;
    case "list": {
      const items = keyed(block.items, (item) => <li>{keyed(item, drawBlock)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "quote":
      return <blockquote>{keyed(block.blocks, drawBlock)}</blockquote>;
    case "image":
      return <Picture picture={block.picture} alt={block.alt} />;
    case "rule":
      return <hr />;
  }
}

function drawInline(inline: Inline): ReactNode {
  switch (inline.type) {
    case "text":
      return inline.text;
    case "strong":
      return <strong>{keyed(inline.content, drawInline)}</strong>;
    case "emphasis":
      return <em>{keyed(inline.content, drawInline)}</em>;
    case "link":
      return <Link href={inline.href}>{keyed(inline.content, drawInline)}</Link>;
    case "break":
      return <br />;
  }
}
