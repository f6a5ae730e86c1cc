// Says that another text was published since the draft was begun, for example by a restore, and shows the difference.
import { type ReactNode, useState } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import { Notice } from "../../../ui/notice/Notice";
import desk from "../../components/desk.module.css";
import { ChangedDocument } from "../comparison/ChangedDocument";

interface OutdatedDraftProps {
  /** As the server has it now. */
  document: Pick<ContentDocument, "path" | "definition" | "isOutdated" | "published">;
  /** What is on the screen. */
  text: string;
}

export function OutdatedDraft({ document, text }: OutdatedDraftProps): ReactNode {
  const { path, definition, isOutdated, published } = document;
  const [isOpen, setIsOpen] = useState(false);
  if (!isOutdated || published === text) return null;
  return (
    <Notice live heading="Another text was published since this draft was begun">
      <p>
        Publishing this draft takes back what was published or restored since, where it is not in
        the draft. Compare them first, and copy what is missing here.
      </p>
      <button
        type="button"
        className={desk.textButton}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? "Hide what this draft changes" : "Show what this draft changes"}
      </button>
      {isOpen && (
        <ChangedDocument path={path} definition={definition} before={published} after={text} />
      )}
    </Notice>
  );
}
