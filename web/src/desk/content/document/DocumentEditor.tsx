// Edits one document. Every change is a draft that is saved by itself.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentKind } from "../../../generated/DocumentKind";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Notice } from "../../../ui/notice/Notice";
import { contentQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import { useMe } from "../../sign-in/SessionProvider";
import { RedirectList } from "../address/RedirectList";
import styles from "../Content.module.css";
import { ProblemNotice } from "../checks/ProblemNotice";
import { fieldAt, placeIn } from "../checks/place";
import { fieldIn, lineIn, linkTargets, PREVIEW_ID, pageOf } from "../content-address";
import { type Choice, isUntouched } from "../drafts/draft-state";
import { PendingInput } from "../drafts/pending-input";
import type { WrittenText } from "../drafts/shown-tree";
import { useDocumentDraft } from "../drafts/use-document-draft";
import { useDraftLosses } from "../drafts/use-draft-losses";
import type { EditedText, TextEditorHandle } from "../editor/TextEditor";
import { DocumentForm } from "../form/DocumentForm";
import { FieldsetMessages } from "../form/FieldsetMessages";
import { FileAsText } from "../form/FileAsText";
import { parseToml } from "../form/toml/toml-text";
import { fetchPictureUrl } from "../pictures/picture-address";
import { Preview } from "../preview/Preview";
import { sectionOf } from "../preview/section-of";
import { joinDocument, splitDocument } from "../split-document";
import { IncompleteInputs } from "../unsaved/IncompleteInputs";
import { UnshownDrafts } from "../unsaved/UnshownDrafts";
import { ConflictView } from "./ConflictView";
import { DocumentActions } from "./DocumentActions";
import { NewerText } from "./NewerText";
import { OutdatedDraft } from "./OutdatedDraft";
import { PublishDocument } from "./PublishDocument";
import { PublishedElsewhere } from "./PublishedElsewhere";
import { StatusLine } from "./StatusLine";
import { TextLength } from "./TextLength";

const TextEditor = lazy(() => import("../editor/TextEditor"));

interface DocumentEditorProps {
  document: ContentDocument;
  text: string;
  /** As the server has it now. Null while that is not known. */
  latest: ContentDocument | null;
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
  latest,
  documents,
  listProblems,
  groups,
  onReload,
}: DocumentEditorProps): ReactNode {
  const { path } = document;
  const client = useQueryClient();
  const writtenText = useRef<WrittenText | null>(null);
  const editor = useRef<TextEditorHandle>(null);
  const [isTyping, setIsTyping] = useState(false);
  /** How often words were set aside: they are looked for again. */
  const [asides, setAsides] = useState(0);
  const { state, draft, problems } = useDocumentDraft(document, text, () => writtenText.current, {
    hasEditor: document.tree !== null,
    flush: () => input.flush(),
    show: ({ text: shown, unwritable }) =>
      editor.current?.show(splitDocument(shown).body, unwritable?.document ?? null),
  });
  const { name: account } = useMe();
  const { keys, body } = splitDocument(state.text);
  // Every version that this screen has had: what it saved itself is not news.
  const [versions, setVersions] = useState<readonly string[]>([state.saved.version]);
  if (!versions.includes(state.saved.version)) setVersions([...versions, state.saved.version]);
  // With words of one's own on the screen, saving merges or asks.
  const isOlder =
    latest !== null &&
    latest.text !== state.text &&
    isUntouched(state) &&
    // Showing the newer text would lose it.
    state.incomplete.length === 0 &&
    state.lost.length === 0 &&
    !isTyping &&
    !versions.includes(latest.version);
  const hasText = document.tree !== null;

  // The document stays as it was opened: the editor must not be loaded again under the words.
  const [published, setPublished] = useState(document.published);
  /** What somebody has published elsewhere. */
  const [publishedElsewhere, setPublishedElsewhere] = useState<string | null>(null);
  const [followed, setFollowed] = useState(latest);
  if (latest !== null && latest !== followed) {
    setFollowed(latest);
    // With another text, the screen says that there is a newer one.
    if (latest.text === state.saved.text && latest.published !== published) {
      setPublished(latest.published);
      setPublishedElsewhere(latest.published);
    }
  }
  useEffect(() => {
    if (publishedElsewhere === null) return;
    void client.invalidateQueries({ queryKey: contentQuery.queryKey });
  }, [client, publishedElsewhere]);
  const [input] = useState(
    () =>
      new PendingInput<EditedText>((written) => {
        setIsTyping(false);
        if (written.kind === "refused") return draft.refuseInput(written);
        const whole = joinDocument(splitDocument(draft.state.text).keys, written.markdown);
        const tree = written.blocks && [...written.blocks];
        writtenText.current = { body: splitDocument(whole).body, tree };
        draft.edit(whole);
      }),
  );
  useDraftLosses(draft);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      input.flush();
      if (!draft.hasUnsavedInput) return;
      event.preventDefault();
      // Chrome before version 119 asks for this instead.
      event.returnValue = "unsaved";
    };
    // A phone may suspend the page without another event.
    const keep = () => input.flush();
    window.addEventListener("beforeunload", warn);
    window.addEventListener("pagehide", keep);
    window.document.addEventListener("visibilitychange", keep);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.removeEventListener("pagehide", keep);
      window.document.removeEventListener("visibilitychange", keep);
    };
  }, [draft, input]);

  function changeText(write: () => EditedText): void {
    setIsTyping(true);
    input.change(write);
  }

  /** Somebody has chosen to keep two texts, and nobody has published them since. */
  const [hasBoth, setHasBoth] = useState(false);
  const page = pageOf(document);
  const fields = useRef<HTMLDivElement>(null);
  // The place that a message about this document leads to.
  const search = useSearch();
  const line = lineIn(search);
  const field = fieldIn(search);
  const asked = useAsked();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is one of the text for which the message was written.
  const place = useMemo(() => placeIn(state.text, line, field), [line, field, asked]);
  // Nobody has filled it in yet. A message that leads here is about what is missing.
  const isNew = document.state === "new" && line === null;
  const hint = textHints[document.kind];
  const [wasTextLeft, setWasTextLeft] = useState(false);
  const isTextMissing =
    hint !== undefined && body.trim() === "" && !isTyping && (wasTextLeft || !isNew);
  useEffect(() => {
    if (place.kind !== "field" || !fields.current) return;
    const control = fieldAt(fields.current, place.path);
    control?.focus();
    control?.scrollIntoView({ block: "center" });
  }, [place]);

  function changeKeys(change: (keys: string) => string): void {
    draft.editKeys(change);
  }

  function choose(choice: Choice): void {
    setHasBoth(choice === "both");
    if (!draft.resolveConflict(choice)) onReload();
  }

  const savedState = stateOf({ ...document, published }, state.saved.text);
  const isSaving =
    isTyping ||
    state.phase.kind !== "saved" ||
    state.incomplete.length > 0 ||
    // The message about it stands above.
    state.lost.some(({ isSeen }) => !isSeen);
  return (
    <>
      <StatusLine state={state} isTyping={isTyping} account={account}>
        <PublishDocument
          document={document}
          documents={documents}
          state={savedState}
          isSaving={isSaving}
          onPublished={() => {
            setPublished(state.saved.text);
            setPublishedElsewhere(null);
            setHasBoth(false);
          }}
        />
      </StatusLine>
      {publishedElsewhere !== null && savedState === "published" && (
        <PublishedElsewhere key={publishedElsewhere} path={path} />
      )}
      <IncompleteInputs draft={draft} lost={state.lost} />
      {state.phase.kind === "conflict" && state.unwritable === null && (
        <ConflictView
          document={document}
          mine={state.text}
          account={account}
          conflict={state.phase}
          onChoose={choose}
        />
      )}
      {hasBoth && state.phase.kind !== "conflict" && (
        <Notice live>
          <p>Both texts are here now. Delete what is there twice.</p>
        </Notice>
      )}
      {page && (
        <p className={styles.toPreview}>
          <a href={`#${PREVIEW_ID}`}>Go to the preview</a>
        </p>
      )}
      <UnshownDrafts
        key={`left ${asides}`}
        path={path}
        version={null}
        reason="They cannot be put into this text by themselves. Copy what you need, then remove them."
        onMade={onReload}
      />
      {isOlder && latest && <NewerText latest={latest} onShow={onReload} />}
      <OutdatedDraft document={latest ?? document} text={state.text} />
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
              {/* biome-ignore lint/a11y/noStaticElementInteractions: of the editor in it. */}
              <div onBlur={() => setWasTextLeft(true)}>
                <TextEditor
                  ref={editor}
                  label="Text"
                  markdown={body}
                  document={state.unwritable?.document ?? null}
                  linkTargets={linkTargets(documents)}
                  hasTables={document.kind === "article" || document.kind === "info"}
                  pictureUrl={(name) => fetchPictureUrl(client, `pictures/${name}`)}
                  line={place.kind === "text" ? place.line : null}
                  asked={asked}
                  hint={hint ?? "Write the text here."}
                  onChange={changeText}
                  onUnreadable={() => {
                    draft.setAside();
                    setAsides((count) => count + 1);
                  }}
                />
                <TextLength markdown={body} />
                <FieldsetMessages error={isTextMissing ? "Please write the text." : null} />
              </div>
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
                isNew={isNew}
                place={place.kind === "field" ? place.path : null}
                onChange={changeKeys}
                onIncomplete={draft.noteIncomplete}
                onLost={draft.noteLost}
              />
            </div>
          )}
          {document.kind === "redirects" && (
            <RedirectList toml={keys} documents={documents} onChange={changeKeys} />
          )}
          <FileAsText
            keys={keys}
            isOpen={
              document.definition === null &&
              !(document.kind === "redirects" && parseToml(keys) !== null)
            }
            onChange={changeKeys}
          />
        </div>
        {page && (
          <Preview
            page={page}
            document={{ path, text: state.text }}
            section={sectionOf(path, groups)}
          />
        )}
      </div>
      <DocumentActions
        document={document}
        documents={documents}
        state={savedState}
        version={state.saved.version}
        text={state.saved.text}
        isSaving={isSaving}
        onDiscarded={() => {
          draft.discarded();
          onReload();
        }}
      />
    </>
  );
}

/** How often a link led to a place in this document: to the same one again as well. */
function useAsked(): number {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const count = () => setAsked((before) => before + 1);
    // The router sends it.
    window.addEventListener("pushState", count);
    return () => window.removeEventListener("pushState", count);
  }, []);
  return asked;
}

/** What an empty text shows until one types. These kinds need a text. */
const textHints: Partial<Record<DocumentKind, string>> = {
  article: "Write the article here.",
  service: "Write about the service here.",
  outreach: "Write about the outreach here.",
  member: "Write about this person here.",
};

/** What the document is after the last save. */
function stateOf(
  { state, published }: ContentDocument,
  savedText: string | null,
): ContentDocument["state"] {
  if (state === "deleted" || published === null) return state;
  return savedText === published ? "published" : "changed";
}
