// What is seldom needed, below what is needed daily: loaded when it is opened.
import { type ReactNode, useState } from "react";
import desk from "./desk.module.css";

export function FoldedSection({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={desk.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <div className={desk.section}>{children}</div>}
    </details>
  );
}
