// The toolbar of the text editor. It takes one Tab stop; the arrow keys move between its buttons, Escape returns to the
// text.
import type { EditorState } from "prosemirror-state";
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { type FormattingName, formattings, linkAtSelection, selectedPicture } from "./formatting";
import styles from "./TextEditor.module.css";
import { ToolbarIcon } from "./toolbar-icons";

type ButtonName = FormattingName | "link" | "picture";

interface ToolbarProps {
  state: EditorState;
  /** The id of the text that the toolbar changes. */
  controls: string;
  onFormat: (name: FormattingName) => void;
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
  "rule",
  "undo",
  "redo",
];

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
  rule: <ToolbarIcon name="rule" />,
  undo: <ToolbarIcon name="undo" />,
  redo: <ToolbarIcon name="redo" />,
};

export function Toolbar(props: ToolbarProps): ReactNode {
  const { state, controls, onFormat, onLink, onPicture, onEscape, ref } = props;
  const [current, setCurrent] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  function move(event: KeyboardEvent): void {
    if (event.key === "Escape") onEscape();
    const targets: Record<string, number> = {
      ArrowRight: (current + 1) % order.length,
      ArrowLeft: (current + order.length - 1) % order.length,
      Home: 0,
      End: order.length - 1,
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
      {order.map((name, index) => {
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
  const isSource = state.selection.$from.parent.type.name === "source";
  switch (name) {
    case "link":
      return {
        label: "Link",
        key: "Mod-k",
        isActive: linkAtSelection(state) !== null,
        isEnabled: !isSource && state.selection.$from.parent.isTextblock,
      };
    case "picture":
      return { label: "Picture", isActive: selectedPicture(state) !== null, isEnabled: true };
    default: {
      const { label, key, command, isActive } = formattings[name] as (typeof formattings)["strong"];
      return { label, key, isActive: isActive?.(state), isEnabled: command(state) };
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
