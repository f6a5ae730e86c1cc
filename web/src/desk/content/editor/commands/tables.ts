// Tables: inserting one, adding and removing rows and columns, and what is pasted into a cell.
import { Fragment, type Node, Slice } from "prosemirror-model";
import { type Command, type EditorState, Plugin, Selection } from "prosemirror-state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  nextCell,
  __pastedCells as pastedCells,
  selectedRect,
  selectionCell,
  tableEditing,
} from "prosemirror-tables";
import { schema } from "../schema";

const { nodes } = schema;

export type TableAction = { readonly label: string; readonly command: Command };

/** What the toolbar offers while the cursor is in a table. */
export const tableActions = {
  rowAbove: { label: "Add a row above", command: add(addRowBefore, "vert", -1) },
  rowBelow: { label: "Add a row below", command: add(addRowAfter, "vert", 1) },
  removeRow: {
    label: "Remove the row",
    command: (state, dispatch) =>
      isInTable(state) && hasOtherRows(state) && deleteRow(state, dispatch),
  },
  columnLeft: { label: "Add a column on the left", command: add(addColumnBefore, "horiz", -1) },
  columnRight: { label: "Add a column on the right", command: add(addColumnAfter, "horiz", 1) },
  removeColumn: {
    label: "Remove the column",
    command: (state, dispatch) =>
      isInTable(state) && hasOtherColumns(state) && deleteColumn(state, dispatch),
  },
  removeTable: { label: "Remove the table", command: deleteTable },
} as const satisfies Record<string, TableAction>;

export type TableActionName = keyof typeof tableActions;

/** Two columns with a header and two rows, after the paragraph or list at the cursor. */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const { $from } = state.selection;
  const isAtEmptyParagraph = $from.depth === 1 && $from.parent.content.size === 0;
  const end = $from.depth === 0 ? state.selection.to : $from.after(1);
  const start = isAtEmptyParagraph ? $from.before(1) : end;
  const row = () =>
    nodes.table_row.create(
      null,
      [0, 1].map(() => nodes.table_cell.createAndFill() as Node),
    );
  const table = nodes.table.create(null, [0, 1, 2].map(row));
  if (dispatch) {
    const tr = state.tr.replaceWith(start, end, table);
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(start + 1))).scrollIntoView());
  }
  return true;
};

/** Enter goes to the cell below. In the last row it adds a row: a cell has one line. */
export const goToNextRow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const below = nextCell(selectionCell(state), "vert", 1);
  if (below === null) return tableActions.rowBelow.command(state, dispatch);
  const { tr } = state;
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(below.pos + 1))).scrollIntoView());
  return true;
};

/** Tab goes to the next cell, as in Word and Excel: in the next field of the page, the next word would replace what is there.
 * In the last cell it adds a row. While that one is empty, it goes on below the table, and from there out of the editor: the keyboard
 * must not be caught in a table. */
export function goToCell(direction: 1 | -1): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    const cell = selectionCell(state);
    if (direction === 1 && isLastCell(state) && !isEmptyRow(cell.parent)) {
      return addRowAtEnd(state, dispatch);
    }
    const edge = direction === 1 ? cell.pos + (cell.nodeAfter?.nodeSize ?? 0) : cell.pos;
    const next = Selection.findFrom(state.doc.resolve(edge), direction, true);
    if (next === null) return false;
    dispatch?.(state.tr.setSelection(next).scrollIntoView());
    return true;
  };
}

function isLastCell(state: EditorState): boolean {
  const { right, bottom, map } = selectedRect(state);
  return right === map.width && bottom === map.height;
}

function isEmptyRow(row: Node): boolean {
  return row.children.every((cell) => cell.firstChild?.childCount === 0);
}

/** With the cursor in its first cell. */
const addRowAtEnd: Command = (state, dispatch) =>
  addRowAfter(
    state,
    dispatch &&
      ((tr) => {
        const last = tr.doc.resolve(tr.mapping.map(selectionCell(state).pos));
        // Behind the last cell and its row.
        const row = tr.doc.resolve(last.after());
        tr.setSelection(Selection.near(tr.doc.resolve(row.pos + 1)));
        dispatch(tr.scrollIntoView());
      }),
  );

/** Adds cells and puts the cursor into the new one. */
function add(command: Command, axis: "horiz" | "vert", direction: 1 | -1): Command {
  return (state, dispatch) =>
    command(
      state,
      dispatch &&
        ((tr) => {
          const cell = tr.doc.resolve(tr.mapping.map(selectionCell(state).pos));
          const added = nextCell(cell, axis, direction);
          if (added) tr.setSelection(Selection.near(tr.doc.resolve(added.pos + 1)));
          dispatch(tr.scrollIntoView());
        }),
    );
}

function hasOtherRows(state: EditorState): boolean {
  const { top, bottom, map } = selectedRect(state);
  return bottom - top < map.height;
}

function hasOtherColumns(state: EditorState): boolean {
  const { left, right, map } = selectedRect(state);
  return right - left < map.width;
}

/** The cells of the first row are the header, and no others. */
const headerInFirstRow = new Plugin({
  appendTransaction: (transactions, _before, { doc, tr }) => {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    doc.forEach((table, tableStart) => {
      if (table.type !== nodes.table) return;
      table.forEach((row, rowStart, index) => {
        const type = index === 0 ? nodes.table_header : nodes.table_cell;
        row.forEach((cell, cellStart) => {
          if (cell.type === type) return;
          tr.setNodeMarkup(tableStart + 1 + rowStart + 1 + cellStart, type);
        });
      });
    });
    return tr.docChanged ? tr : null;
  },
});

/** What is pasted into a cell becomes one line, except for cells. */
const pasteIntoCell = new Plugin({
  props: {
    transformPasted: (slice, { state }) =>
      isInTable(state) && slice.size > 0 && pastedCells(slice) === null ? oneLine(slice) : slice,
  },
});

function oneLine(slice: Slice): Slice {
  const line: Node[] = [];
  slice.content.descendants((node) => {
    if (node.isText) {
      line.push(schema.text((node.text ?? "").replaceAll("\n", " "), node.marks));
    } else if (line.length > 0 && (node.isTextblock || node.type === nodes.hard_break)) {
      line.push(schema.text(" "));
    }
  });
  return new Slice(Fragment.from(nodes.cell_text.create(null, line)), 1, 1);
}

/** A whole table can be selected, so that Backspace behind it deletes it in two steps. */
export const tablePlugins: readonly Plugin[] = [
  pasteIntoCell,
  tableEditing({ allowTableNodeSelection: true }),
  headerInFirstRow,
];
