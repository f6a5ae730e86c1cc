// Takes back what was changed in it, or deletes it. All ask first and say what will happen.
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentKind } from "../../../generated/DocumentKind";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Button, ButtonLink } from "../../../ui/button/Button";
import { deleteDocument, discardDraft } from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { useAction } from "../../components/use-action";
import { ChangeAddress } from "../address/ChangeAddress";
import { isMovable } from "../address/change-address";
import { DuplicateDocument } from "../address/DuplicateDocument";
import { CONTENT_PATH, documentHistoryPath, documentPath, pageOf } from "../content-address";
import { titleOfPath } from "../document-parts";
import { type NewKind, newKinds } from "../list/new-documents";
import { PublishDocument } from "./PublishDocument";

interface DocumentActionsProps {
  document: Pick<ContentDocument, "path" | "kind">;
  /** All documents of the site. */
  documents: readonly DocumentSummary[];
  state: ContentDocument["state"];
  version: string;
  /** What is saved. Null for a document that will be deleted. */
  text?: string | null;
  /** Something is being saved, so the version is about to change. */
  isSaving?: boolean;
  /** The draft is gone at the server: nothing of it may be sent any more. */
  onDiscarded: () => void;
}

/** The others are each needed once. */
const deletable: readonly DocumentKind[] = ["service", "outreach", "article", "info", "member"];

const isCopied = (kind: DocumentKind): kind is NewKind => Object.hasOwn(newKinds, kind);

export function DocumentActions(props: DocumentActionsProps): ReactNode {
  const { document, documents, state, version, text = null, isSaving = false } = props;
  const { onDiscarded } = props;
  const { path, kind } = document;
  const [dialog, setDialog] = useState<"discard" | "delete" | "duplicate" | "address" | null>(null);
  const [, navigate] = useLocation();
  const { run, busy, result } = useAction(dialog);
  const close = () => setDialog(null);
  const words = discardWords[state];
  const { appearsOn = null } = documents.find((other) => other.path === path) ?? {};
  const isComing = state === "published" && appearsOn !== null;
  const page = state === "new" || isComing ? null : pageOf(document);
  const taken = documents.map((other) => other.path);

  function discard(): void {
    run({
      request: () => discardDraft(path, version),
      invalidates: [queryKeys.content],
      onSuccess: () => {
        onDiscarded();
        if (state === "new") navigate(CONTENT_PATH);
      },
      onSettled: close,
    });
  }

  function remove(): void {
    run({
      request: () => deleteDocument(path, version),
      invalidates: [queryKeys.content],
      onSuccess: () => {
        onDiscarded();
        navigate(CONTENT_PATH);
      },
      onSettled: close,
    });
  }

  return (
    <>
      <div className={desk.row}>
        {/* Otherwise it is beside the line that says whether everything is saved. */}
        {state === "deleted" && (
          <PublishDocument document={document} documents={documents} state={state} />
        )}
        {page && (
          // Not a screen of the desk: the browser has to load it.
          <ButtonLink weight="quiet" href={page} target="_blank" rel="noopener">
            View on the site
          </ButtonLink>
        )}
        {state !== "new" && (
          <ButtonLink weight="quiet" href={documentHistoryPath(path)}>
            History
          </ButtonLink>
        )}
        {text !== null && isCopied(kind) && (
          <Button weight="quiet" disabled={isSaving} onClick={() => setDialog("duplicate")}>
            Duplicate
          </Button>
        )}
        {text !== null && isMovable(kind) && (
          <Button weight="quiet" disabled={isSaving} onClick={() => setDialog("address")}>
            Change the address
          </Button>
        )}
        {words && (
          <Button weight="quiet" disabled={isSaving} onClick={() => setDialog("discard")}>
            {words.label}
          </Button>
        )}
        {deletable.includes(kind) && (state === "published" || state === "changed") && (
          <Button weight="quiet" disabled={isSaving} onClick={() => setDialog("delete")}>
            Delete this document
          </Button>
        )}
      </div>
      <ActionNotice result={result} />
      {dialog === "duplicate" && text !== null && isCopied(kind) && (
        <DuplicateDocument
          kind={kind}
          title={titleOfPath(path, documents)}
          text={text}
          taken={taken}
          onMade={(made) => navigate(documentPath(made))}
          onClose={close}
        />
      )}
      {dialog === "address" && text !== null && isMovable(kind) && (
        <ChangeAddress
          document={{ path, kind, version, isPublished: state !== "new" }}
          onMoved={(moved) => {
            onDiscarded();
            navigate(documentPath(moved));
          }}
          onClose={close}
        />
      )}
      {dialog === "discard" && words && (
        <ConfirmDialog
          heading={`${words.label}?`}
          confirmLabel={words.confirm}
          isCautious
          open
          busy={busy || isSaving}
          onClose={close}
          onConfirm={discard}
        >
          <p>{words.effect}</p>
        </ConfirmDialog>
      )}
      {dialog === "delete" && (
        <ConfirmDialog
          heading="Delete this document?"
          confirmLabel="Delete"
          isCautious
          open
          busy={busy || isSaving}
          onClose={close}
          onConfirm={remove}
        >
          <p>
            It stays on the site until you publish. Until then you can change your mind, and
            afterwards you can restore it from the history.
          </p>
          {state === "changed" && <p>The changes that are not published are lost.</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Nothing can be discarded when everything is published. */
const discardWords: Record<
  ContentDocument["state"],
  { label: string; confirm: string; effect: string } | null
> = {
  published: null,
  changed: {
    label: "Discard the changes",
    confirm: "Discard",
    effect:
      "The document becomes what visitors see now. What was written since then is lost and cannot be brought back.",
  },
  new: {
    label: "Discard this new document",
    confirm: "Discard",
    effect: "It was never published. Its text is lost and cannot be brought back.",
  },
  deleted: {
    label: "Keep the document",
    confirm: "Keep it",
    effect: "It will not be deleted, and stays on the site as visitors see it now.",
  },
};
