// The drawing of a question. Decoration: the question says the same in words.
import type { ReactNode } from "react";
import { COLOURS, defaultDrawing, drawings } from "./drawings";
import styles from "./Urgent.module.css";

export function Drawing({ id }: { id: string }): ReactNode {
  const parts = drawings[id] ?? defaultDrawing;
  return (
    <svg className={styles.drawing} viewBox="0 0 96 72" aria-hidden="true">
      <path fill="#084752" d="M6 0h84q6 0 6 6v60q0 6-6 6H6q-6 0-6-6V6q0-6 6-6z" />
      <path fill="#0e5e69" d="M2 30a34 34 0 1 0 68 0a34 34 0 1 0-68 0z" opacity=".8" />
      {parts.map(({ colour, path, line }) =>
        line ? (
          <path
            key={path}
            d={path}
            fill="none"
            stroke={COLOURS[colour]}
            strokeWidth={line}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : (
          <path key={path} d={path} fill={COLOURS[colour]} />
        ),
      )}
    </svg>
  );
}
