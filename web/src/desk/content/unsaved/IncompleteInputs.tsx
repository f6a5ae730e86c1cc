// Names what was typed and not complete when its field went away, until somebody has read it.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import type { DraftSession } from "../drafts/draft-session";
import type { DraftState } from "../drafts/draft-state";

interface IncompleteInputsProps {
  draft: DraftSession;
  lost: DraftState["lost"];
}

export function IncompleteInputs({ draft, lost }: IncompleteInputsProps): ReactNode {
  const unseen = lost.filter(({ isSeen }) => !isSeen);
  if (unseen.length === 0) return null;
  return (
    <Notice tone="alarm" live heading="Not saved, and not in the form any more">
      {unseen.map(({ input, what, canReturn }) => (
        <p key={input}>
          Not saved: {what}.{" "}
          {canReturn
            ? "What you typed is there again when its field is shown again."
            : "Its field was removed, here or by a colleague. If it is still needed, write it again."}
        </p>
      ))}
      <Button weight="quiet" onClick={() => draft.seeLosses()}>
        Dismiss
      </Button>
    </Notice>
  );
}
