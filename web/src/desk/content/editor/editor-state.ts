// The editor's state: the document, the shortcuts, the input rules and the history of changes.
import { diffArrays } from "diff";
import { baseKeymap, chainCommands, exitCode, setBlockType } from "prosemirror-commands";
import { closeHistory, history } from "prosemirror-history";
import { inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Node } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import {
  AllSelection,
  type Command,
  EditorState,
  Plugin,
  TextSelection,
  type Transaction,
} from "prosemirror-state";
import { canHaveLink, formattings } from "./commands/formatting";
import { goToNextRow, tablePlugins } from "./commands/tables";
import type { BlockSources } from "./markdown/block-sources";
import { blockOf } from "./markdown/node-tree";
import { readMarkdown } from "./markdown/read-markdown";
import { equalBlocks } from "./markdown/text-tree";
import { schema } from "./schema";

const { nodes } = schema;

/** The attribute of a block that refers to how it was written. */
const ORIGIN = "origin";

/** Shortcuts that open something outside the document. */
type EditorActions = {
  readonly openLink: () => void;
  readonly focusToolbar: () => void;
};

/** `document` is shown instead of the text if it can be read. */
export function createEditorState(
  { markdown, document }: { markdown: string; document: unknown },
  sources: BlockSources,
  actions: EditorActions,
): EditorState {
  return EditorState.create({
    schema,
    doc: readDocument(document) ?? nodes.doc.create(null, documentBlocks(markdown, sources)),
    plugins: [
      markdownShortcuts,
      keymap({
        // Also where no link can be: the browser would leave the text for its own search.
        "Mod-k": (state) => {
          if (canHaveLink(state)) actions.openLink();
          return true;
        },
        "Alt-F10": run(actions.focusToolbar),
      }),
      editingKeys,
      ...tablePlugins,
      keymap(baseKeymap),
      history(),
      paragraphAtEnd,
    ],
  });
}

/** Replaces the text, as a change that is undone by itself, also directly after typing. */
export function replaceText(
  state: EditorState,
  markdown: string,
  sources: BlockSources,
): Transaction {
  return changeBlocks(closeHistory(state.tr), markdown, sources);
}

/** Shows another text. Undo does not bring back the old one. */
export function showText(
  state: EditorState,
  markdown: string,
  sources: BlockSources,
): Transaction | null {
  const tr = changeBlocks(state.tr, markdown, sources);
  return tr.docChanged ? tr.setMeta("addToHistory", false) : null;
}

/** Shows a document of the editor. Undo does not bring back the text that was there before. */
export function showDocument(state: EditorState, document: Node): Transaction {
  const tr = state.tr.replaceWith(0, state.doc.content.size, document.content);
  return tr.setMeta("addToHistory", false);
}

/** Blocks that are in both texts stay as they are, with the cursor in them. Undoing it must not take out what somebody else has
 * added since: so it has a step for each change, and no step replaces a block by another. */
function changeBlocks(tr: Transaction, markdown: string, sources: BlockSources): Transaction {
  const after = documentBlocks(markdown, sources);
  const comparator = (one: Node, other: Node) => equalBlocks([blockOf(one)], [blockOf(other)]);
  let position = 0;
  let surplus = 0;
  const takeOut = () => {
    if (surplus > 0) tr.delete(position, position + surplus);
    surplus = 0;
  };
  // What is removed comes before what is added in its place. It is taken out after that, because a text has a block at least.
  for (const { value, added, removed } of diffArrays([...tr.doc.children], after, { comparator })) {
    const size = sizeOf(value);
    if (removed) {
      surplus = size;
      continue;
    }
    if (added) tr.insert(position, value);
    else takeOut();
    position += size;
    takeOut();
  }
  takeOut();
  // A block that looks the same may be written in another way. It must not be written in the old way again.
  const markdownOf = (node: Node) => sources.get(node.attrs[ORIGIN])?.markdown;
  position = 0;
  after.forEach((block, index) => {
    const shown = tr.doc.child(index);
    if (markdownOf(shown) !== markdownOf(block)) {
      tr.setNodeAttribute(position, ORIGIN, block.attrs[ORIGIN]);
    }
    position += shown.nodeSize;
  });
  return tr;
}

function sizeOf(blocks: readonly Node[]): number {
  return blocks.reduce((size, block) => size + block.nodeSize, 0);
}

/** A document of an earlier visit. Null if it is none. Its blocks are written again. */
export function readDocument(json: unknown): Node | null {
  try {
    const doc = schema.nodeFromJSON(json);
    doc.check();
    const blocks = doc.children.map((block) =>
      block.type.create({ ...block.attrs, origin: null }, block.content, block.marks),
    );
    return nodes.doc.create(null, blocks);
  } catch {
    return null;
  }
}

function documentBlocks(markdown: string, sources: BlockSources) {
  const blocks = readMarkdown(markdown, sources);
  return blocks.at(-1)?.type === nodes.paragraph ? blocks : [...blocks, nodes.paragraph.create()];
}

function run(action: () => void): Command {
  return () => {
    action();
    return true;
  };
}

const insertBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.type.contentMatch.matchType(nodes.hard_break)) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** A selection of text where possible: the commands for lists apply to it, but not to ProseMirror's AllSelection. */
const selectAll: Command = ({ doc, tr }, dispatch) => {
  const text = TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size));
  const isWhole =
    text.from <= (doc.firstChild?.nodeSize ?? 0) &&
    text.to >= doc.content.size - (doc.lastChild?.nodeSize ?? 0);
  dispatch?.(tr.setSelection(isWhole ? text : new AllSelection(doc)));
  return true;
};

/** An empty paragraph at the end, so that there is a place to go on writing after a picture or a list. */
const paragraphAtEnd = new Plugin({
  appendTransaction: (_transactions, _before, { doc, tr }) =>
    doc.lastChild?.type === nodes.paragraph
      ? null
      : tr.insert(doc.content.size, nodes.paragraph.create()),
});

// Tab is not used: it moves the focus out of the editor, as everywhere on the page.
const editingKeys = keymap({
  ...Object.fromEntries(Object.values(formattings).map(({ key, command }) => [key, command])),
  "Mod-a": selectAll,
  "Mod-y": formattings.redo.command,
  "Mod-Alt-0": setBlockType(nodes.paragraph),
  "Shift-Enter": chainCommands(goToNextRow, insertBreak),
  Enter: chainCommands(goToNextRow, splitListItem(nodes.list_item)),
  "Mod-]": sinkListItem(nodes.list_item),
  "Mod-[": liftListItem(nodes.list_item),
});

/** Typing "## ", "- ", "1. " or "> " at the start of a paragraph formats it. */
const markdownShortcuts = inputRules({
  rules: [
    textblockTypeInputRule(/^(##|###)\s$/, nodes.heading, ([, marks = ""]) => ({
      level: marks.length,
    })),
    wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
    wrappingInputRule(/^1[.)]\s$/, nodes.ordered_list),
    wrappingInputRule(/^\s*>\s$/, nodes.quote),
  ],
});
