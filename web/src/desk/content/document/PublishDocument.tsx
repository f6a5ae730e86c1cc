// The button that publishes the document on the screen.
import type { ReactNode } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { PublishButton } from "../publishing/PublishButton";

interface PublishDocumentProps {
  document: Pick<ContentDocument, "path">;
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
  const { path } = document;
  return (
    <PublishButton
      label={state === "published" ? "Published" : "Publish"}
      disabled={isSaving || state === "published"}
      only={path}
      documents={documents}
      isInBar={state !== "deleted"}
      onPublished={(paths) => {
        if (paths.includes(path)) onPublished?.();
      }}
    />
  );
}
