// Publishes all drafts, after it has shown what they are, what must be corrected first and what could be better.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentChecks } from "../../generated/ContentChecks";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import { publishContent } from "../api/endpoints";
import { checksQuery, contentQuery, queryKeys } from "../api/queries";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { LoadState } from "../components/LoadState";
import { useAction } from "../components/use-action";
import styles from "./Content.module.css";
import { CheckList } from "./checks/CheckList";
import { titleOfPath } from "./document-parts";

interface PublishDialogProps {
  onClose: () => void;
}

export function PublishDialog({ onClose }: PublishDialogProps): ReactNode {
  const [note, setNote] = useState("");
  const { run, busy, result } = useAction();
  const client = useQueryClient();
  const query = useQuery(checksQuery);
  const { data: list } = useQuery(contentQuery);
  const documents = list?.documents ?? [];
  const checks = query.data;
  const isBlocked = checks !== undefined && checks.errors.length > 0;

  function confirm(): void {
    if (isBlocked) {
      onClose();
    } else if (checks) {
      // Not before the warnings are on the screen.
      run({
        request: () => publishContent(note.trim(), checks.drafts),
        invalidates: [queryKeys.content],
        onSuccess: onClose,
        // Somebody may have saved something: it is shown before it is published.
        onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.content }),
      });
    }
  }

  return (
    <ConfirmDialog
      heading="Publish"
      confirmLabel={labelFor(checks)}
      open
      busy={busy || checks === undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      {query.isPending ? (
        <p role="status">Checking the content...</p>
      ) : (
        <LoadState query={query}>
          {(found) => <Checks checks={found} documents={documents} />}
        </LoadState>
      )}
      {checks && <Drafts drafts={checks.drafts} documents={documents} />}
      {!isBlocked && (
        <Field
          label="What has changed?"
          hint="For the history. You can leave it empty."
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <ActionNotice result={result} />
    </ConfirmDialog>
  );
}

interface DraftsProps {
  drafts: ContentChecks["drafts"];
  documents: readonly DocumentSummary[];
}

/** What was checked is what is published. */
function Drafts({ drafts, documents }: DraftsProps): ReactNode {
  const stateOf = (path: string) => documents.find((document) => document.path === path)?.state;
  return (
    <>
      <p>Visitors will see these changes within two seconds:</p>
      <ul className={styles.plainList}>
        {drafts.map(({ path }) => (
          <li key={path}>
            {titleOfPath(path, documents)}
            {stateOf(path) === "deleted" && " (will be deleted)"}
            {stateOf(path) === "new" && " (new)"}
          </li>
        ))}
      </ul>
    </>
  );
}

function labelFor(checks: ContentChecks | undefined): string {
  if (!checks) return "Checking...";
  if (checks.errors.length > 0) return "Close";
  return checks.warnings.length > 0 ? "Publish anyway" : "Publish now";
}

interface ChecksProps {
  checks: ContentChecks;
  documents: readonly DocumentSummary[];
}

function Checks({ checks, documents }: ChecksProps): ReactNode {
  const { errors, warnings, unchangedWarnings } = checks;
  return (
    <>
      {errors.length > 0 && (
        <Notice tone="alarm" heading="Correct this first">
          <CheckList messages={errors} documents={documents} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice heading="This could be better">
          <CheckList messages={warnings} documents={documents} />
        </Notice>
      )}
      {unchangedWarnings.length > 0 && (
        <details>
          <summary>
            {unchangedWarnings.length === 1
              ? "One more remark about a document that did not change"
              : `${unchangedWarnings.length} more remarks about documents that did not change`}
          </summary>
          <CheckList messages={unchangedWarnings} documents={documents} />
        </details>
      )}
    </>
  );
}
