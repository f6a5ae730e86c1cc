// Says what somebody else has done with a document that will be deleted, while its screen was open.
import type { ReactNode } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { NewerText } from "./NewerText";

interface DeletedElsewhereProps {
  /** With a deletion that is not published. */
  opened: ContentDocument;
  /** As the server has it now. */
  latest: ContentDocument;
  onShow: () => void;
}

export function DeletedElsewhere({ opened, latest, onShow }: DeletedElsewhereProps): ReactNode {
  if (latest.state !== "deleted" && latest.text !== null) {
    return <NewerText latest={latest} onShow={onShow} />;
  }
  const isPublished = latest.state !== "deleted";
  if (!isPublished && latest.published === opened.published) return null;
  return (
    <Notice live heading={isPublished ? "It was deleted" : "There is a newer text"}>
      <p>
        {isPublished
          ? "Somebody has published the deletion: this document is not on the site any more."
          : "A newer text of this document was published since you opened it. The next publication would delete that text."}
      </p>
      <p>
        <Button onClick={onShow}>
          {isPublished ? "Show it" : "Show the document as it is now"}
        </Button>
      </p>
    </Notice>
  );
}
