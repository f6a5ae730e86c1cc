// The formatting that the toolbar and the keyboard offer: one command each, and whether it applies to the selection.
import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { MarkType, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, NodeSelection, TextSelection } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import { schema } from "../schema";
import { insertTable } from "./tables";

const { nodes, marks } = schema;

export type Formatting = {
  readonly label: string;
  /** In ProseMirror's notation: Mod is Cmd on a Mac and Ctrl elsewhere. */
  readonly key: string;
  readonly command: Command;
  /** Absent for actions that are not switched on and off. */
  readonly isActive?: (state: EditorState) => boolean;
};

/** Everything that needs no dialog. */
export const formattings = {
  heading: headingFormatting("Heading", 2),
  subheading: headingFormatting("Smaller heading", 3),
  strong: markFormatting("Bold", "Mod-b", marks.strong),
  emphasis: markFormatting("Italic", "Mod-i", marks.emphasis),
  bulletList: listFormatting("Bullet list", "Mod-Shift-8", nodes.bullet_list),
  orderedList: listFormatting("Numbered list", "Mod-Shift-7", nodes.ordered_list),
  quote: {
    label: "Quote",
    key: "Mod-Shift-9",
    command: (state, dispatch, view) =>
      isInside(state, nodes.quote)
        ? lift(state, dispatch, view)
        : wrapIn(nodes.quote)(state, dispatch, view),
    isActive: (state) => isInside(state, nodes.quote),
  },
  rule: {
    label: "Dividing line",
    key: "Mod-Alt-r",
    command: (state, dispatch) => {
      if (isInTable(state)) return false;
      dispatch?.(state.tr.replaceSelectionWith(nodes.rule.create()).scrollIntoView());
      return true;
    },
  },
  table: { label: "Table", key: "Mod-Alt-t", command: insertTable },
  undo: { label: "Undo", key: "Mod-z", command: undo },
  redo: { label: "Redo", key: "Mod-Shift-z", command: redo },
} as const satisfies Record<string, Formatting>;

export type FormattingName = keyof typeof formattings;

function headingFormatting(label: string, level: number): Formatting {
  const isActive = (state: EditorState) => {
    const { parent } = state.selection.$from;
    return parent.type === nodes.heading && parent.attrs.level === level;
  };
  return {
    label,
    key: `Mod-Alt-${level}`,
    command: (state, dispatch, view) =>
      isActive(state)
        ? setBlockType(nodes.paragraph)(state, dispatch, view)
        : setBlockType(nodes.heading, { level })(state, dispatch, view),
    isActive,
  };
}

function markFormatting(label: string, key: string, type: MarkType): Formatting {
  return {
    label,
    key,
    command: toggleMark(type, null, { removeWhenPresent: false }),
    isActive: (state) => isMarked(state, type),
  };
}

function listFormatting(label: string, key: string, type: NodeType): Formatting {
  const other = type === nodes.bullet_list ? nodes.ordered_list : nodes.bullet_list;
  return {
    label,
    key,
    command: (state, dispatch, view) => {
      const list = innermostList(state);
      if (list?.type === type) return liftItems(state, dispatch, list);
      if (list?.type !== other) return wrapInList(type)(state, dispatch, view);
      dispatch?.(state.tr.setNodeMarkup(list.start, type));
      return true;
    },
    isActive: (state) => innermostList(state)?.type === type,
  };
}

type List = { readonly type: NodeType; readonly start: number; readonly end: number };

/** Takes the selected items out of the list. A selection that goes on after the list is cut there. */
function liftItems(state: EditorState, dispatch: Parameters<Command>[1], list: List): boolean {
  const { $from, to } = state.selection;
  const end = state.doc.resolve(Math.min(to, list.end - 2));
  const inList = state.apply(state.tr.setSelection(TextSelection.between($from, end, -1)));
  return liftListItem(nodes.list_item)(inList, dispatch);
}

function innermostList(state: EditorState): List | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth);
    if (type === nodes.bullet_list || type === nodes.ordered_list) {
      return { type, start: $from.before(depth), end: $from.after(depth) };
    }
  }
  return null;
}

function isInside(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection;
  return Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type).includes(
    type,
  );
}

function isMarked(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}

/** The link at the selection: its address and the range that it covers. */
export function linkAtSelection(
  state: EditorState,
): { href: string; from: number; to: number } | null {
  const { $from } = state.selection;
  let found: { href: string; from: number; to: number } | null = null;
  $from.parent.forEach((node, offset) => {
    const mark = marks.link.isInSet(node.marks);
    const from = $from.start() + offset;
    if (!mark || $from.pos < from || $from.pos > from + node.nodeSize) return;
    found = { href: mark.attrs.href as string, from, to: from + node.nodeSize };
  });
  return found;
}

/** Text that is shown as it is stored has no links. */
export function canHaveLink({ selection: { $from } }: EditorState): boolean {
  return $from.parent.isTextblock && $from.parent.type !== nodes.source;
}

/** Links the selected words. Where none are selected, changes the link at the cursor or inserts `text` as a link. */
export function setLink(href: string, text: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const existing = linkAtSelection(state);
    const mark = marks.link.create({ href });
    if (empty && !existing) {
      dispatch?.(state.tr.replaceSelectionWith(schema.text(text || href, [mark]), false));
      return true;
    }
    const range = empty && existing ? existing : { from, to };
    dispatch?.(
      state.tr.removeMark(range.from, range.to, marks.link).addMark(range.from, range.to, mark),
    );
    return true;
  };
}

export const removeLink: Command = (state, dispatch) => {
  const existing = linkAtSelection(state);
  if (!existing) return false;
  dispatch?.(state.tr.removeMark(existing.from, existing.to, marks.link));
  return true;
};

/** The selected picture. */
export function selectedPicture(state: EditorState): { src: string; alt: string } | null {
  const { selection } = state;
  const isPicture = selection instanceof NodeSelection && selection.node.type === nodes.image;
  return isPicture ? (selection.node.attrs as { src: string; alt: string }) : null;
}

/** Replaces the selected picture, or inserts one after the paragraph or list at the cursor. Writing goes on below a new one. */
export function setPicture(src: string, alt: string): Command {
  return (state, dispatch) => {
    const node = nodes.image.create({ src, alt });
    if (selectedPicture(state)) {
      dispatch?.(state.tr.replaceSelectionWith(node));
      return true;
    }
    const { $from } = state.selection;
    const isAtEmptyParagraph = $from.depth === 1 && $from.parent.content.size === 0;
    const to = $from.depth === 0 ? state.selection.to : $from.after(1);
    const from = isAtEmptyParagraph ? $from.before(1) : to;
    const tr = state.tr.replaceWith(from, to, node);
    const below = from + node.nodeSize;
    const next = tr.doc.resolve(below).nodeAfter;
    const hasPlace = next?.type === nodes.paragraph && next.content.size === 0;
    if (!hasPlace) tr.insert(below, nodes.paragraph.create());
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView());
    return true;
  };
}
