// The toolbar of the text editor. It takes one Tab stop; the arrow keys move between its buttons, Escape returns to the
// text.
import type { EditorState } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from "react";
import {
  canHaveLink,
  type Formatting,
  type FormattingName,
  formattings,
  linkAtSelection,
  selectedPicture,
} from "./commands/formatting";
import { type TableAction, type TableActionName, tableActions } from "./commands/tables";
import styles from "./TextEditor.module.css";
import { ToolbarIcon } from "./toolbar-icons";

export type ActionName = FormattingName | TableActionName;
type ButtonName = ActionName | "link" | "picture";

interface ToolbarProps {
  state: EditorState;
  /** The id of the text that the toolbar changes. */
  controls: string;
  /** Whether tables can be inserted. */
  hasTables: boolean;
  onFormat: (name: ActionName) => void;
  onLink: () => void;
  onPicture: () => void;
  onEscape: () => void;
  ref: Ref<HTMLDivElement>;
}

const order: readonly ButtonName[] = [
  "heading",
  "subheading",
  "strong",
  "emphasis",
  "bulletList",
  "orderedList",
  "quote",
  "link",
  "picture",
  "table",
  "rule",
  "undo",
  "redo",
];

const tableButtons = Object.keys(tableActions) as TableActionName[];

const faces: Record<ButtonName, ReactNode> = {
  heading: "H",
  subheading: <small>H</small>,
  strong: <strong>B</strong>,
  emphasis: <em>I</em>,
  bulletList: <ToolbarIcon name="bulletList" />,
  orderedList: <ToolbarIcon name="orderedList" />,
  quote: <ToolbarIcon name="quote" />,
  link: <ToolbarIcon name="link" />,
  picture: <ToolbarIcon name="picture" />,
  table: <ToolbarIcon name="table" />,
  rule: <ToolbarIcon name="rule" />,
  undo: <ToolbarIcon name="undo" />,
  redo: <ToolbarIcon name="redo" />,
  ...(Object.fromEntries(
    tableButtons.map((name) => [name, <ToolbarIcon key={name} name={name} />]),
  ) as Record<TableActionName, ReactNode>),
};

export function Toolbar(props: ToolbarProps): ReactNode {
  const { state, controls, hasTables, onFormat, onLink, onPicture, onEscape, ref } = props;
  const names = [
    ...order.filter((name) => hasTables || name !== "table"),
    ...(isInTable(state) ? tableButtons : []),
  ];
  const [focused, setCurrent] = useState(0);
  const current = Math.min(focused, names.length - 1);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  function move(event: KeyboardEvent): void {
    if (event.key === "Escape") onEscape();
    const targets: Record<string, number> = {
      ArrowRight: (current + 1) % names.length,
      ArrowLeft: (current + names.length - 1) % names.length,
      Home: 0,
      End: names.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    buttons.current[target]?.focus();
  }

  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={move}
    >
      {names.map((name, index) => {
        const { label, key, isActive, isEnabled } = describeButton(name, state);
        const title = key ? `${label} (${readableKey(key)})` : label;
        return (
          <button
            key={name}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            className={styles.tool}
            tabIndex={index === current ? 0 : -1}
            aria-label={label}
            aria-pressed={isActive}
            aria-disabled={!isEnabled || undefined}
            title={title}
            onFocus={() => setCurrent(index)}
            // The text keeps its selection, and phones keep their keyboard open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!isEnabled) return;
              if (name === "link") onLink();
              else if (name === "picture") onPicture();
              else onFormat(name);
            }}
          >
            {faces[name]}
          </button>
        );
      })}
    </div>
  );
}

type Description = {
  label: string;
  key?: string;
  isActive?: boolean | undefined;
  isEnabled: boolean;
};

function describeButton(name: ButtonName, state: EditorState): Description {
  switch (name) {
    case "link":
      return {
        label: "Link",
        key: "Mod-k",
        isActive: linkAtSelection(state) !== null,
        isEnabled: canHaveLink(state),
      };
    case "picture":
      return { label: "Picture", isActive: selectedPicture(state) !== null, isEnabled: true };
    default: {
      const { label, key, command, isActive } = { ...formattings, ...tableActions }[
        name
      ] as Partial<Formatting> & TableAction;
      return { label, isActive: isActive?.(state), isEnabled: command(state), ...(key && { key }) };
    }
  }
}

/** "Mod-Shift-8" becomes "Ctrl+Shift+8". */
export function readableKey(key: string): string {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
  return key
    .split("-")
    .map((part) => (part === "Mod" ? (isMac ? "Cmd" : "Ctrl") : part))
    .map((part) => (part.length === 1 ? part.toUpperCase() : part))
    .join("+");
}
