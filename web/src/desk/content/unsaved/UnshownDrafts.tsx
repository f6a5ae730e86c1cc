// Words on this device that no editor can show: their document is gone, or they cannot be read as one. They can be read and copied, and somebody
// decides what becomes of them.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { apiFailureOf } from "../../api/api-error";
import { saveDraft } from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { CopyButton } from "../../components/CopyButton";
import desk from "../../components/desk.module.css";
import { useAction } from "../../components/use-action";
import { useMe } from "../../sign-in/SessionProvider";
import styles from "../Content.module.css";
import { readableDocument } from "../comparison/document-fields";
import { titleOfPath } from "../document-parts";
import { draftStorage, type LeftText } from "../drafts/draft-storage";

interface UnshownDraftsProps {
  path: string;
  /** Of the document that is gone. Null if there cannot be one at this path. */
  version: string | null;
  /** Why they are here, where nothing else says it. */
  reason?: string;
  /** There is a document again. Its editor takes over the words. */
  onMade: () => void;
}

export function UnshownDrafts({ path, version, reason, onMade }: UnshownDraftsProps): ReactNode {
  const { name } = useMe();
  const [texts, setTexts] = useState<readonly LeftText[]>([]);
  const [isRemoved, setIsRemoved] = useState(false);
  const answer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    setTexts([]);
    return draftStorage().findLeft(name, path, (left) => setTexts((found) => [...found, left]));
  }, [name, path]);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isRemoved) answer.current?.focus();
  }, [isRemoved]);
  return (
    <>
      {reason && texts.length > 0 && (
        <Notice tone="alarm" heading="More words on this device">
          <p>{reason}</p>
        </Notice>
      )}
      {texts.map((left) => (
        <LeftWord
          key={left.key}
          left={left}
          path={path}
          version={version}
          onMade={onMade}
          onRemoved={() => {
            setTexts((found) => found.filter(({ key }) => key !== left.key));
            setIsRemoved(true);
          }}
        />
      ))}
      {isRemoved && (
        <p ref={answer} role="status" tabIndex={-1}>
          Removed from this device.
        </p>
      )}
    </>
  );
}

interface LeftWordProps extends UnshownDraftsProps {
  left: LeftText;
  onRemoved: () => void;
}

function LeftWord({ left, path, version, onMade, onRemoved }: LeftWordProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, result } = useAction();
  const make = (text: string, base: string) =>
    run({
      request: async () => {
        try {
          await saveDraft(path, { text }, base);
        } catch (error) {
          const failure = apiFailureOf(error);
          // Somebody has made another one meanwhile: its editor shows both.
          if (failure.kind !== "rejected" || !failure.conflict) throw error;
        }
      },
      invalidates: [queryKeys.content],
      onSuccess: onMade,
    });
  return (
    <section className={desk.section} aria-label="Your words">
      <div className={styles.changedText}>
        {readableDocument(path, left.text, (other) => titleOfPath(other, []))}
      </div>
      <div className={desk.row}>
        <CopyButton weight="quiet" label="Copy the words" text={left.text} what="the words" />
        {version !== null && left.draft !== null && (
          <Button weight="quiet" busy={busy} onClick={() => make(left.draft ?? "", version)}>
            Make a new document of them
          </Button>
        )}
        <Button weight="quiet" disabled={busy} onClick={() => setIsAsking(true)}>
          Remove them
        </Button>
      </div>
      <ActionNotice result={result} />
      {isAsking && (
        <ConfirmDialog
          heading="Remove these words?"
          confirmLabel="Remove"
          isCautious
          open
          busy={false}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            draftStorage().removeLeft(left);
            onRemoved();
          }}
        >
          <p>Only this device has them. They cannot be brought back.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
