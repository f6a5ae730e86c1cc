// @vitest-environment happy-dom
import { Selection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { afterEach, describe, expect, test } from "vitest";
import { createEditorState } from "../editor-state";
import { BlockSources } from "../markdown/block-sources";
import { writeMarkdown } from "../markdown/write-markdown";
import { clipboardParser, clipboardParserWithoutTables, renameStyles } from "./clipboard";
import { formattings } from "./formatting";
import { goToCell, goToNextRow, type TableActionName, tableActions } from "./tables";

const TABLE = "| a | b |\n| --- | --- |\n| c | d |\n| e | f |\n";

let view: EditorView | null = null;
afterEach(() => {
  view?.destroy();
  view = null;
});

function open(markdown: string, parser = clipboardParser) {
  const sources = new BlockSources();
  const actions = { openLink: () => {}, focusToolbar: () => {} };
  const editor = new EditorView(document.createElement("div"), {
    state: createEditorState({ markdown, document: null }, sources, actions),
    clipboardParser: parser,
    transformPastedHTML: renameStyles,
  });
  view = editor;
  return {
    editor,
    isEnabled: (name: keyof typeof formattings) =>
      formattings[name].command(editor.state, undefined, editor),
    goTo(word: string) {
      let place = 0;
      editor.state.doc.descendants((node, position) => {
        if (node.isText && node.text === word) place = position;
      });
      const { tr } = editor.state;
      editor.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(place))));
    },
    press: (name: TableActionName) =>
      tableActions[name].command(editor.state, editor.dispatch.bind(editor)),
    type: (text: string) => editor.dispatch(editor.state.tr.insertText(text)),
    paste: (html: string) => editor.pasteHTML(html, new Event("paste") as ClipboardEvent),
    written() {
      const written = writeMarkdown(editor.state.doc, sources);
      if (written.kind === "refused") throw new Error(written.message);
      return written.markdown;
    },
  };
}

describe("rows and columns", () => {
  test.each<[TableActionName, string, string]>([
    ["rowAbove", "c", "| a | b |\n| --- | --- |\n| new |  |\n| c | d |\n| e | f |\n"],
    ["rowAbove", "b", "|  | new |\n| --- | --- |\n| a | b |\n| c | d |\n| e | f |\n"],
    ["rowBelow", "d", "| a | b |\n| --- | --- |\n| c | d |\n|  | new |\n| e | f |\n"],
    ["columnLeft", "c", "|  | a | b |\n| --- | --- | --- |\n| new | c | d |\n|  | e | f |\n"],
    ["columnRight", "f", "| a | b |  |\n| --- | --- | --- |\n| c | d |  |\n| e | f | new |\n"],
  ])("%s at %s adds cells with the cursor in the new one", (name, at, expected) => {
    const { goTo, press, type, written } = open(TABLE);
    goTo(at);
    expect(press(name)).toBe(true);
    type("new");
    expect(written()).toBe(expected);
  });

  test.each<[TableActionName, string, string]>([
    ["removeRow", "c", "| a | b |\n| --- | --- |\n| e | f |\n"],
    ["removeRow", "a", "| c | d |\n| --- | --- |\n| e | f |\n"],
    ["removeColumn", "d", "| a |\n| --- |\n| c |\n| e |\n"],
  ])("%s at %s", (name, at, expected) => {
    const { editor, goTo, press, written } = open(TABLE);
    goTo(at);
    expect(press(name)).toBe(true);
    expect(written()).toBe(expected);
    const [first, ...others] = editor.state.doc.child(0).children;
    expect(first?.child(0).type.name).toBe("table_header");
    expect(others.every((row) => row.child(0).type.name === "table_cell")).toBe(true);
  });

  test("the last row and the last column stay, and the whole table can be removed", () => {
    const { goTo, press, written } = open("Before.\n\n| a |\n| --- |\n");
    goTo("a");
    expect([press("removeRow"), press("removeColumn")]).toEqual([false, false]);
    expect(press("removeTable")).toBe(true);
    expect(written()).toBe("Before.\n");
  });

  test("Enter goes to the cell below and adds a row at the end", () => {
    const { editor, goTo, type, written } = open("| a | b |\n| --- | --- |\n| c | d |\n");
    goTo("b");
    for (const word of ["x", "y"]) {
      goToNextRow(editor.state, editor.dispatch.bind(editor));
      type(word);
    }
    expect(written()).toBe("| a | b |\n| --- | --- |\n| c | xd |\n|  | y |\n");
  });

  test("Tab goes from cell to cell, adds a row at the end, and leaves the table from an empty row", () => {
    const { editor, goTo, type, written } = open(`${TABLE}\nAfter.\n`);
    const press = (direction: 1 | -1) =>
      goToCell(direction)(editor.state, editor.dispatch.bind(editor));
    goTo("d");
    for (const word of ["1", "2", "3", "4"]) {
      expect(press(1)).toBe(true);
      type(word);
    }
    expect(written()).toBe(
      "| a | b |\n| --- | --- |\n| c | d |\n| 1e | 2f |\n| 3 | 4 |\n\nAfter.\n",
    );
    // A row that stays empty: the keyboard must be able to leave the table.
    for (const isDone of [true, true, true, false]) expect(press(1)).toBe(isDone);
    type("5");
    expect(written()).toContain("| 3 | 4 |\n|  |  |\n\n5After.\n");
    goTo("b");
    expect([press(-1), press(-1)]).toEqual([true, false]);
    type("!");
    expect(written()).toContain("| a! | b |");
  });

  test("a new table stands after the paragraph, with the cursor in its first cell", () => {
    const { editor, isEnabled, type, written } = open("Prices.\n");
    formattings.table.command(editor.state, editor.dispatch.bind(editor));
    type("Visit");
    expect(written()).toBe("Prices.\n\n| Visit |  |\n| --- | --- |\n|  |  |\n|  |  |\n");
    expect([isEnabled("table"), isEnabled("heading"), isEnabled("rule")]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

const SHEETS = `<meta charset="utf-8"><google-sheets-html-origin><style>td {border: 1px solid}</style><table xmlns="http://www.w3.org/1999/xhtml"
 data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr><td style="font-weight:bold;">Visit</td>
 <td style="font-weight:bold;">Price</td></tr><tr><td>Eye exam</td><td>10 | 20</td></tr></tbody></table>`;
const WORD = `<table class=MsoTableGrid border=1><tr style='mso-yfti-irow:0'><td width=301 valign=top><p class=MsoNormal><b>Day<o:p></o:p></b></p></td>
<td width=301><p class=MsoNormal>Time</p></td></tr><tr><td rowspan=2><p class=MsoNormal>Monday</p></td><td><p class=MsoNormal>8:00 AM</p>
<p class=MsoNormal>to noon</p></td></tr><tr><td><p class=MsoNormal>2:00 PM</p></td></tr><tr><td colspan=2><p class=MsoNormal>Closed on Sunday</p></td></tr></table>`;

describe("pasting", () => {
  test("a table of a spreadsheet becomes a table", () => {
    const { paste, written } = open("");
    paste(SHEETS);
    expect(written()).toBe("| **Visit** | **Price** |\n| --- | --- |\n| Eye exam | 10 \\| 20 |\n");
  });

  test("a table of Word keeps every word, with merged cells divided and one line for each cell", () => {
    const { paste, written } = open("");
    paste(WORD);
    expect(written()).toBe(`| **Day** | Time |
| --- | --- |
| Monday | 8:00 AM to noon |
|  | 2:00 PM |
| Closed on Sunday |  |
`);
  });

  test("a table of one cell, which only frames a text, becomes the text", () => {
    const { paste, written } = open("");
    paste(
      "<table><tr><td><h2>News</h2><table><tr><td><p>One.</p><p>Two.</p></td></tr></table></td></tr></table>",
    );
    expect(written()).toBe("## News\n\nOne.\n\nTwo.\n");
  });

  test("several paragraphs become one line of a cell", () => {
    const { goTo, paste, written } = open(TABLE);
    goTo("c");
    paste("<p>one<br>two</p><ul><li><strong>three</strong></li></ul>");
    expect(written()).toContain("| one two **three**c | d |");
  });

  test("cells that are pasted into a table go into its cells, and it grows", () => {
    const { goTo, paste, written } = open("| a |\n| --- |\n| c |\n");
    goTo("c");
    paste("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>");
    expect(written()).toBe("| a |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n");
  });

  test("where the site has no tables, each row becomes an item of a list", () => {
    const { paste, written } = open("", clipboardParserWithoutTables);
    paste(SHEETS);
    expect(written()).toBe("- Visit, Price\n- Eye exam, 10 | 20\n");
  });
});
