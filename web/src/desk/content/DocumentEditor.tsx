// Edits one document. Every change is a draft that is saved by itself.
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { ContentDocument } from "../../generated/ContentDocument";
import type { ContentProblem } from "../../generated/ContentProblem";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import type { TextBlock } from "../../generated/TextBlock";
import { Notice } from "../../ui/notice/Notice";
import desk from "../components/desk.module.css";
import { ConflictView } from "./ConflictView";
import styles from "./Content.module.css";
import { fieldWithValue, valueOnLine } from "./checks/field-at-line";
import { ProblemNotice } from "./checks/ProblemNotice";
import { lineIn, linkTargets, PREVIEW_ID, pageOf, urlOfPicture } from "./content-address";
import { DocumentActions } from "./DocumentActions";
import { useDocumentDraft } from "./drafts/use-document-draft";
import type { EditedText } from "./editor/TextEditor";
import { DocumentForm } from "./form/DocumentForm";
import { FileAsText } from "./form/FileAsText";
import { Preview } from "./preview/Preview";
import { StatusLine } from "./StatusLine";
import { splitDocument } from "./split-document";

const TextEditor = lazy(() => import("./editor/TextEditor"));

/** Writing the Markdown of a long text takes too long to do it for every key. */
const WRITE_DELAY_MS = 200;

interface DocumentEditorProps {
  document: ContentDocument;
  text: string;
  documents: readonly DocumentSummary[];
  /** What the server has found in this document when all drafts are checked together. */
  listProblems: readonly ContentProblem[];
  /** The groups of the form that are shown. Null for all of them. */
  groups: readonly string[] | null;
  /** Shows the document again as the server has it. */
  onReload: () => void;
}

export function DocumentEditor({
  document,
  text,
  documents,
  listProblems,
  groups,
  onReload,
}: DocumentEditorProps): ReactNode {
  const { path } = document;
  const shownTree = useRef<{ text: string; tree: TextBlock[] | null } | null>(null);
  const { state, draft, problems } = useDocumentDraft(document, text, (saved) =>
    shownTree.current?.text === saved ? shownTree.current.tree : null,
  );
  // The editor keeps its own document. It is opened again only when another text has to be shown.
  const [opened, setOpened] = useState({ text: state.text, count: 0 });
  const { keys } = splitDocument(state.text);
  const hasText = document.tree !== null;

  const pending = useRef<(() => EditedText) | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const flush = useCallback(() => {
    setIsTyping(false);
    const written = pending.current?.();
    pending.current = null;
    if (!written) return;
    setRefusal(written.kind === "refused" ? written.message : null);
    if (written.kind === "refused") return;
    const whole = splitDocument(draft.state.text).keys + written.markdown;
    shownTree.current = { text: whole, tree: written.blocks && [...written.blocks] };
    draft.edit(whole);
  }, [draft]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      flush();
      if (!draft.hasUnsavedText) return;
      event.preventDefault();
      // Chrome before version 119 asks for this instead.
      event.returnValue = "unsaved";
    };
    window.addEventListener("beforeunload", warn);
    // A phone may suspend the page without another event.
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.removeEventListener("pagehide", flush);
      clearTimeout(timer.current);
      flush();
    };
  }, [draft, flush]);

  function changeText(write: () => EditedText): void {
    pending.current = write;
    setIsTyping(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, WRITE_DELAY_MS);
  }

  function changeKeys(change: (keys: string) => string): void {
    flush();
    const current = splitDocument(draft.state.text);
    draft.edit(change(current.keys) + current.body);
  }

  const page = pageOf(document);
  const fields = useRef<HTMLDivElement>(null);
  // The place that a message about this document leads to.
  const [place] = useState(() => placeIn(state.text, lineIn(location.search)));
  useEffect(() => {
    if (place.kind !== "field" || !fields.current) return;
    const field = fieldWithValue(fields.current, place.value);
    field?.focus();
    field?.scrollIntoView({ block: "center" });
  }, [place]);

  if (state.phase.kind === "conflict") {
    return (
      <ConflictView
        base={state.saved.text}
        mine={state.text}
        theirs={state.phase.theirs}
        onChoose={(choice) => {
          draft.resolveConflict(choice);
          setOpened({ text: draft.state.text, count: opened.count + 1 });
        }}
      />
    );
  }
  return (
    <>
      <StatusLine state={state} isTyping={isTyping} />
      {page && (
        <p className={styles.toPreview}>
          <a href={`#${PREVIEW_ID}`}>Go to the preview</a>
        </p>
      )}
      {refusal && (
        <Notice tone="alarm" live heading="Not saved">
          <p>{refusal}</p>
        </Notice>
      )}
      {document.isOutdated && (
        <Notice heading="Another text was published since this draft was begun">
          <p>Compare with the page before you publish.</p>
        </Notice>
      )}
      <ProblemNotice
        heading="Correct before publishing"
        problems={problems}
        documents={documents}
      />
      <div className={page ? styles.withPreview : undefined}>
        <div className={desk.section}>
          {hasText ? (
            <Suspense fallback={<p role="status">Loading the editor...</p>}>
              <h2>Text</h2>
              <TextEditor
                key={opened.count}
                label="Text"
                markdown={splitDocument(opened.text).body}
                linkTargets={linkTargets(documents)}
                pictureUrl={urlOfPicture}
                line={place.kind === "text" && opened.count === 0 ? place.line : null}
                onChange={changeText}
              />
            </Suspense>
          ) : null}
          {document.definition && (
            <div ref={fields} className={desk.section}>
              <DocumentForm
                definition={document.definition}
                groups={groups}
                keys={keys}
                documents={documents}
                problems={listProblems}
                onChange={changeKeys}
              />
            </div>
          )}
          <FileAsText keys={keys} isOpen={document.definition === null} onChange={changeKeys} />
        </div>
        {page && <Preview page={page} document={{ path, text: state.text }} />}
      </div>
      <DocumentActions
        document={document}
        state={stateOf(document, state.saved.text)}
        version={state.saved.version}
        isSaving={isTyping || state.phase.kind !== "saved"}
        onDiscarded={() => {
          draft.abandon();
          onReload();
        }}
      />
    </>
  );
}

type Place =
  | { readonly kind: "none" }
  /** A line of the text below the keys. */
  | { readonly kind: "text"; readonly line: number }
  | { readonly kind: "field"; readonly value: string | null };

function placeIn(text: string, line: number | null): Place {
  if (line === null) return { kind: "none" };
  const { keys, body } = splitDocument(text);
  const keyLines = keys.split("\n").length - 1;
  if (body !== "" && line > keyLines) return { kind: "text", line: line - keyLines };
  return { kind: "field", value: valueOnLine(text, line) };
}

/** What the document is after the last save. */
function stateOf(
  { state, published }: ContentDocument,
  savedText: string,
): ContentDocument["state"] {
  if (state === "new" || state === "deleted") return state;
  return savedText === published ? "published" : "changed";
}
