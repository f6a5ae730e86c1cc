// @vitest-environment happy-dom
import { undo } from "prosemirror-history";
import { EditorView } from "prosemirror-view";
import { expect, test, vi } from "vitest";
import { createEditorState, replaceText, showDocument, showText } from "./editor-state";
import { BlockSources } from "./markdown/block-sources";
import { writeMarkdown } from "./markdown/write-markdown";

const actions = { openLink: () => {}, focusToolbar: () => {} };

test("a block that looks the same is written as in the text that is shown now", () => {
  const sources = new BlockSources();
  const before = createEditorState(
    { markdown: "1. One\n2. Two\n\nEnd\n", document: null },
    sources,
    actions,
  );
  const shown = showText(before, "5. One\n6. Two\n\nEnd\n", sources);
  const after = shown ? before.apply(shown) : before;
  // A change elsewhere writes the whole text again.
  const typed = after.apply(after.tr.insertText(" more", after.doc.content.size - 1));
  expect(writeMarkdown(typed.doc, sources)).toMatchObject({
    markdown: "5. One\n6. Two\n\nEnd more\n",
  });
});

test("the same text changes nothing", () => {
  const sources = new BlockSources();
  const state = createEditorState({ markdown: "One\n\nTwo\n", document: null }, sources, actions);
  expect(showText(state, "One\n\nTwo\n", sources)).toBeNull();
});

test.each([
  ["another paragraph", "One, mine\n\nTheirs\n\nTwo\n", "One\n\nTheirs\n\nTwo\n"],
  ["the same paragraph", "One, theirs\n\nTwo\n", "One, theirs\n\nOne\n\nTwo\n"],
])(
  "undoing a change of the unformatted text keeps what a colleague has written since in %s",
  (_, theirs, undone) => {
    const sources = new BlockSources();
    let state = createEditorState({ markdown: "One\n\nTwo\n", document: null }, sources, actions);
    state = state.apply(replaceText(state, "One, mine\n\nTwo\n", sources));
    const shown = showText(state, theirs, sources);
    state = shown ? state.apply(shown) : state;
    undo(state, (transaction) => {
      state = state.apply(transaction);
    });
    expect(writeMarkdown(state.doc, sources)).toMatchObject({ markdown: undone });
  },
);

test("undo does not take out what an earlier visit has left", () => {
  const sources = new BlockSources();
  const textOf = (markdown: string) =>
    createEditorState({ markdown, document: null }, sources, actions);
  const state = textOf("Saved\n");
  const shown = state.apply(showDocument(state, textOf("Typed at an earlier visit\n").doc));
  expect(shown.doc.textContent).toBe("Typed at an earlier visit");
  expect(undo(shown)).toBe(false);
});

test("a text of which nothing stays is replaced", () => {
  const sources = new BlockSources();
  const state = createEditorState({ markdown: "One\n\nTwo\n", document: null }, sources, actions);
  for (const text of ["Three\n", "", "- List\n"]) {
    const replaced = state.apply(replaceText(state, text, sources));
    expect(writeMarkdown(replaced.doc, sources)).toMatchObject({ markdown: text });
  }
});

test.each([
  ["Words.\n", 1],
  // Where the toolbar offers no link either.
  ["<!-- As it is stored. -->\n", 0],
])("the shortcut for a link in %j asks for its address %i times", (markdown, times) => {
  const openLink = vi.fn();
  const state = createEditorState({ markdown, document: null }, new BlockSources(), {
    ...actions,
    openLink,
  });
  const view = new EditorView(null, { state });
  const event = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true });
  const isHandled = view.someProp("handleKeyDown", (handle) => handle(view, event));
  expect([isHandled, openLink.mock.calls.length]).toEqual([true, times]);
});
