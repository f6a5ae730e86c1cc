// The text editor: formatted text with a toolbar, or the same text as plain Markdown. Loaded on demand.
import type { Node } from "prosemirror-model";
import { Selection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import {
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Notice } from "../../../ui/notice/Notice";
import { SegmentedControl } from "../../../ui/segmented-control/SegmentedControl";
import desk from "../../components/desk.module.css";
import type { LinkTarget } from "../content-address";
import { clipboardParser, clipboardParserWithoutTables, renameStyles } from "./commands/clipboard";
import {
  formattings,
  linkAtSelection,
  removeLink,
  selectedPicture,
  setLink,
  setPicture,
} from "./commands/formatting";
import { moveCursor } from "./commands/move-cursor";
import { tableActions } from "./commands/tables";
import {
  createEditorState,
  readDocument,
  replaceText,
  showDocument,
  showText,
} from "./editor-state";
import { LinkDialog } from "./LinkDialog";
import { blockAtLine } from "./markdown/block-at-line";
import { BlockSources } from "./markdown/block-sources";
import { type Written, writeMarkdown } from "./markdown/write-markdown";
import { PictureDialog } from "./PictureDialog";
import { pictureView } from "./picture-view";
import styles from "./TextEditor.module.css";
import { type ActionName, readableKey, Toolbar } from "./Toolbar";

interface TextEditorProps {
  label: string;
  ref?: Ref<TextEditorHandle>;
  /** The text when the editor opens. `show` opens another one. */
  markdown: string;
  /** A document of the editor that is shown instead of the text. */
  document?: unknown;
  linkTargets: readonly LinkTarget[];
  /** Where a picture of the site is loaded from. */
  pictureUrl: (name: string) => string | Promise<string>;
  /** Whether tables can be inserted: only articles have them. */
  hasTables?: boolean;
  /** What an empty text shows until one types. */
  hint?: string;
  /** The line of the text to go to. */
  line?: number | null;
  /** Changes when a link leads to the line again. */
  asked?: number;
  /** Called after each change. Writing the text takes a moment, so `write` is called when it is needed. */
  onChange: (write: () => EditedText) => void;
  /** This editor cannot read `document`, and shows the Markdown instead. */
  onUnreadable?: () => void;
}

export type TextEditorHandle = {
  /** Shows another text, or a document of the editor. It is not reported as a change. */
  show(markdown: string, document: unknown): void;
};

/** A text that is edited as Markdown has no blocks: nobody has seen them. */
export type EditedText =
  | Extract<Written, { kind: "written" }>
  | (Extract<Written, { kind: "refused" }> & { readonly document: unknown })
  | { readonly kind: "written"; readonly markdown: string; readonly blocks: null };

type Mode = "formatted" | "markdown";

/** Of the toolbar, for what has to stay below it. */
const TOOLBAR_HEIGHT = "--toolbar-height";
/** Between the line of the cursor and what covers the text, in pixels. */
const CURSOR_MARGIN = 5;

/** Marks a change that nobody typed. */
const SHOWN = "shown";

function writeDocument(doc: Node, sources: BlockSources): EditedText {
  const written = writeMarkdown(doc, sources);
  return written.kind === "refused" ? { ...written, document: doc.toJSON() } : written;
}

function isEmptyText({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.type.name === "paragraph" && firstChild.childCount === 0;
}

const bottomOf = (bar: Element | null) => Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);

/** Distances for the editor, which reads them each time it scrolls. */
const sides = (distance: number, covered: () => number) => ({
  get top() {
    return covered() + distance;
  },
  right: distance,
  bottom: distance,
  left: distance,
});

/** The cursor goes to the start of the line, and browsers scroll to it when the field gets the focus. */
function goToLine(field: HTMLTextAreaElement, line: number): void {
  const before = field.value.split("\n").slice(0, line - 1);
  const start = before.reduce((length, text) => length + text.length + 1, 0);
  field.setSelectionRange(start, start);
  field.blur();
  field.focus();
}

export default function TextEditor(props: TextEditorProps): ReactNode {
  const { label, ref, markdown, document, linkTargets, pictureUrl, onChange, onUnreadable } = props;
  const { hint = "", line = null, asked = 0, hasTables = false } = props;
  const id = useId();
  const [mode, setMode] = useState<Mode>("formatted");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [plainText, setPlainText] = useState("");
  const [dialog, setDialog] = useState<"link" | "picture" | null>(null);
  const [sources] = useState(() => new BlockSources());
  const host = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  /** Where the selection of the plain text goes with the next text. */
  const nextSelection = useRef<readonly [number, number] | null>(null);
  const [state, setState] = useState(() =>
    createEditorState({ markdown, document }, sources, {
      openLink: () => setDialog("link"),
      focusToolbar: () => toolbar.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus(),
    }),
  );
  const latest = useRef({ onChange });
  useEffect(() => {
    latest.current = { onChange };
  });

  // The view is created once: it owns its part of the page from then on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first state is used here.
  useLayoutEffect(() => {
    const editor = new EditorView(host.current, {
      state,
      clipboardParser: hasTables ? clipboardParser : clipboardParserWithoutTables,
      transformPastedHTML: renameStyles,
      nodeViews: { image: pictureView(pictureUrl, styles) },
      // The text scrolls below the toolbar.
      scrollThreshold: sides(0, () => bottomOf(toolbar.current)),
      scrollMargin: sides(CURSOR_MARGIN, () => bottomOf(toolbar.current)),
      attributes: ({ doc }) => ({
        id: `${id}text`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-describedby": `${id}hint`,
        spellcheck: "true",
        ...(isEmptyText(doc) && { "data-hint": hint, "aria-placeholder": hint }),
      }),
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        if (!transaction.docChanged || transaction.getMeta(SHOWN)) return;
        latest.current.onChange(() => writeDocument(next.doc, sources));
      },
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useLayoutEffect(() => {
    const { style } = window.document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty(TOOLBAR_HEIGHT, `${toolbar.current?.offsetHeight ?? 0}px`);
    });
    if (toolbar.current) observer.observe(toolbar.current);
    return () => {
      observer.disconnect();
      style.removeProperty(TOOLBAR_HEIGHT);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: not when the view is changed, but when it is asked for again.
  useLayoutEffect(() => {
    const editor = view.current;
    if (line === null || !editor) return;
    if (plain.current) return goToLine(plain.current, line);
    const block = editor.state.doc.resolve(blockAtLine(editor.state.doc, sources, line));
    editor.dispatch(editor.state.tr.setSelection(Selection.near(block)).scrollIntoView());
    editor.focus();
  }, [line, asked, sources]);

  const canShow = (other: unknown) => other === null || readDocument(other) !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first document is shown here.
  useEffect(() => {
    if (!canShow(document ?? null)) onUnreadable?.();
  }, []);

  useImperativeHandle(ref, () => ({
    show(text, other) {
      if (!view.current) return;
      const doc = readDocument(other);
      const { state: current } = view.current;
      const transaction = doc ? showDocument(current, doc) : showText(current, text, sources);
      if (transaction) view.current.dispatch(transaction.setMeta(SHOWN, true));
      if (plain.current) {
        const { value, selectionStart, selectionEnd } = plain.current;
        const move = (position: number) => moveCursor(value, text, position);
        nextSelection.current = [move(selectionStart), move(selectionEnd)];
      }
      setPlainText(text);
      if (doc) setMode("formatted");
      if (!canShow(other)) onUnreadable?.();
    },
  }));

  // Browsers move the cursor to the end of a text that is replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another text is shown.
  useLayoutEffect(() => {
    if (nextSelection.current) plain.current?.setSelectionRange(...nextSelection.current);
    nextSelection.current = null;
  }, [plainText]);

  function format(name: ActionName): void {
    if (!view.current) return;
    ({ ...formattings, ...tableActions })[name].command(
      view.current.state,
      view.current.dispatch,
      view.current,
    );
    view.current.focus();
  }

  // A dialog that closes gives the focus to the button that opened it, and until then nothing else can have it.
  const wasInDialog = useRef(false);
  useLayoutEffect(() => {
    if (wasInDialog.current && dialog === null) view.current?.focus();
    wasInDialog.current = dialog !== null;
  }, [dialog]);

  function closeDialog(): void {
    setDialog(null);
  }

  function switchTo(next: Mode): void {
    if (next === mode || !view.current) return;
    const written = writeMarkdown(view.current.state.doc, sources);
    setRefusal(written.kind === "refused" ? written.message : null);
    if (next === "markdown") {
      if (written.kind === "refused") return;
      setPlainText(written.markdown);
    } else if (written.kind === "refused" || written.markdown !== plainText) {
      view.current.dispatch(replaceText(view.current.state, plainText, sources));
    }
    setMode(next);
  }

  function changePlainText(text: string): void {
    setPlainText(text);
    onChange(() => ({ kind: "written", markdown: text, blocks: null }));
  }

  const link = linkAtSelection(state);
  return (
    <div className={styles.editor}>
      <div className={desk.segmented}>
        <SegmentedControl
          legend="View"
          options={[
            { value: "formatted", label: "Formatted" },
            { value: "markdown", label: "Unformatted" },
          ]}
          value={mode}
          onChange={switchTo}
        />
      </div>
      {refusal && (
        <Notice tone="alarm" live>
          <p>{refusal}</p>
        </Notice>
      )}
      <div hidden={mode !== "formatted"} className={styles.frame}>
        <Toolbar
          ref={toolbar}
          state={state}
          controls={`${id}text`}
          hasTables={hasTables}
          onFormat={format}
          onLink={() => setDialog("link")}
          onPicture={() => setDialog("picture")}
          onEscape={() => view.current?.focus()}
        />
        <div ref={host} className={styles.host} />
      </div>
      <p id={`${id}hint`} className="visually-hidden">
        Press {readableKey("Alt-F10")} for the formatting toolbar.
      </p>
      {mode === "markdown" && (
        <textarea
          ref={plain}
          className={styles.plain}
          aria-label={`${label}, unformatted`}
          value={plainText}
          spellCheck
          onChange={(event) => changePlainText(event.target.value)}
        />
      )}
      {dialog === "link" && (
        <LinkDialog
          href={link?.href ?? null}
          needsText={state.selection.empty && link === null}
          targets={linkTargets}
          onSave={(href, text) => {
            if (view.current) setLink(href, text)(view.current.state, view.current.dispatch);
            closeDialog();
          }}
          onRemove={() => {
            if (view.current) removeLink(view.current.state, view.current.dispatch);
            closeDialog();
          }}
          onClose={closeDialog}
        />
      )}
      {dialog === "picture" && (
        <PictureDialog
          selected={selectedPicture(state)}
          onSave={(src, alt) => {
            if (view.current) setPicture(src, alt)(view.current.state, view.current.dispatch);
            closeDialog();
          }}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}
