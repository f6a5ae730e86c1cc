// The button that publishes the document on the screen.
import type { ReactNode } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { isMovable } from "../address/change-address";
import { PublishButton } from "../publishing/PublishButton";

interface PublishDocumentProps {
  document: Pick<ContentDocument, "path" | "kind">;
  /** All documents of the site. */
  documents: readonly DocumentSummary[];
  state: ContentDocument["state"];
  /** Something is being saved, so the version is about to change. */
  isSaving?: boolean;
  /** Visitors see what is saved. */
  onPublished?: () => void;
}

export function PublishDocument(props: PublishDocumentProps): ReactNode {
  const { document, documents, state, isSaving = false, onPublished } = props;
  const { path, kind } = document;
  // An address is published together with its redirect: then all of one's own changes are ticked, as on the list.
  const isMoved =
    state === "new" &&
    isMovable(kind) &&
    documents.some((other) => other.kind === "redirects" && other.state !== "published");
  return (
    <PublishButton
      label={state === "published" ? "Published" : "Publish"}
      disabled={isSaving || state === "published"}
      {...(!isMoved && { only: path })}
      documents={documents}
      isInBar={state !== "deleted"}
      onPublished={(paths) => {
        if (paths.includes(path)) onPublished?.();
      }}
    />
  );
}
