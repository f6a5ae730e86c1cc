import { EditorView } from "prosemirror-view";
import { expect, test, vi } from "vitest";
import { BlockSources } from "./block-sources";
import { createEditorState, showText } from "./editor-state";
import { writeMarkdown } from "./write-markdown";

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
