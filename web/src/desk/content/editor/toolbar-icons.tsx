// The symbols of the editor's toolbar. Not part of ui/icon: the public pages would load them too.
import type { ReactNode } from "react";
import styles from "./TextEditor.module.css";

const paths = {
  bulletList: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
  orderedList:
    "M10 6h11M10 12h11M10 18h11M4 4v4M3 8h2.5M3 14.5c0-2 2.5-2 2.5-.5 0 1-2.5 2-2.5 3.5h2.7",
  quote: "M10 7H5v5h5V7v6c0 2-1 4-4 4M20 7h-5v5h5V7v6c0 2-1 4-4 4",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.7 1.7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.7-1.7",
  picture: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15 9h.01",
  table: "M3 5h18v14H3zM3 10h18M3 14.5h18M12 10v9",
  rowAbove: "M3 13h18v7H3zM12 13v7M12 3v6M9 6h6",
  rowBelow: "M3 4h18v7H3zM12 4v7M12 15v6M9 18h6",
  removeRow: "M3 4h18v7H3zM12 4v7M9 18h6",
  columnLeft: "M13 3h7v18h-7zM13 12h7M3 12h6M6 9v6",
  columnRight: "M4 3h7v18H4zM4 12h7M15 12h6M18 9v6",
  removeColumn: "M4 3h7v18H4zM4 12h7M15 12h6",
  removeTable: "M3 5h18v14H3zM9 9l6 6M15 9l-6 6",
  rule: "M3 12h18",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H9",
  redo: "m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h5",
};

type ToolbarIconName = keyof typeof paths;

export function ToolbarIcon({ name }: { name: ToolbarIconName }): ReactNode {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
