// A table in a text. A file of its own, because few pages have one. It scrolls within itself where it is wider than the screen.
import type { ReactNode } from "react";
import type { Block } from "../../generated/Block";
import type { Inline } from "../../generated/Inline";
import { keyed, renderInline } from "./Prose";
import styles from "./ProseTable.module.css";

type Table = Extract<Block, { type: "table" }>;

export function ProseTable({ header, rows }: Table): ReactNode {
  const name = `Table: ${header.map(plainText).filter(Boolean).join(", ")}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
    <section className={styles.table} aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {keyed(header, (cell) => (
              <th scope="col">{keyed(cell, renderInline)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, (row) => (
            <tr>
              {keyed(row, (cell) => (
                <td>{keyed(cell, renderInline)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === "break") return " ";
      return inline.type === "text" ? inline.text : plainText(inline.content);
    })
    .join("");
}
