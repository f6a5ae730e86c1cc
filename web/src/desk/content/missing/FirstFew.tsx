// A long list begins with its first entries, and the others are one press away.
import type { ReactNode } from "react";
import desk from "../../components/desk.module.css";

const SHOWN_AT_FIRST = 5;

interface FirstFewProps {
  /** The words of what unfolds the others, such as "9 more facts". */
  more: (count: number) => string;
  children: readonly ReactNode[];
}

export function FirstFew({ more, children }: FirstFewProps): ReactNode {
  const others = children.slice(SHOWN_AT_FIRST);
  // Unfolding a single one would save nothing.
  if (others.length <= 1) return children;
  return (
    <>
      {children.slice(0, SHOWN_AT_FIRST)}
      <details className={desk.folded}>
        <summary>{more(others.length)}</summary>
        <div className={desk.section}>{others}</div>
      </details>
    </>
  );
}
