// Publishes the drafts that the person chooses, after it has shown what they are, what must be corrected first, what could be
// better and which appointments would lose their time.
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentChecks } from "../../../generated/ContentChecks";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Field } from "../../../ui/field/Field";
import { Notice } from "../../../ui/notice/Notice";
import { publishContent } from "../../api/endpoints";
import { checksQuery, contentQuery, draftChangesQuery, queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { LoadState } from "../../components/LoadState";
import { useAction } from "../../components/use-action";
import { useMe } from "../../session/SessionProvider";
import { CheckList } from "../checks/CheckList";
import { titleOfPath } from "../document-parts";
import { useDialogWords } from "../drafts/use-dialog-words";
import { FoundWords } from "../FoundWords";
import { DraftChoice } from "./DraftChoice";
import { LostVisits } from "./LostVisits";

interface PublishDialogProps {
  /** The documents that are ticked at first. Null for those that the signed-in person saved last. */
  documents: readonly string[] | null;
  onPublished: (paths: readonly string[]) => void;
  onClose: () => void;
}

export function PublishDialog(props: PublishDialogProps): ReactNode {
  const { onPublished, onClose } = props;
  const me = useMe();
  const { words, isFound, change, forget } = useDialogWords("Publish", { note: "" });
  const { note } = words;
  const [chosen, setChosen] = useState(props.documents);
  const { run, busy, result } = useAction();
  const client = useQueryClient();
  const query = useQuery(checksQuery(chosen));
  const { data: list } = useQuery(contentQuery);
  const documents = list?.documents ?? [];
  const checks = query.data;
  // What is shown belongs to the choice before, until the answer is there.
  const isAnswered = checks !== undefined && !query.isPlaceholderData;
  const details = useQueries({
    queries: isAnswered ? checks.drafts.map(({ path }) => draftChangesQuery(path)) : [],
  });
  const isChecking = !isAnswered || details.some(({ isPending }) => isPending);
  const outdated = details.flatMap(({ data }) => (data?.isOutdated ? [data.path] : []));
  const isBlocked = !isChecking && (checks.errors.length > 0 || checks.drafts.length === 0);

  function choose(path: string, isChosen: boolean): void {
    const own = checks?.allDrafts.filter(({ savedBy }) => savedBy === me.name) ?? [];
    const others = (chosen ?? own.map((draft) => draft.path)).filter((other) => other !== path);
    setChosen(isChosen ? [...others, path] : others);
  }

  function confirm(): void {
    if (isBlocked) onClose();
    // Not before the warnings are on the screen.
    if (isBlocked || isChecking) return;
    run({
      request: async () => {
        await publishContent(note.trim(), checks.drafts);
        forget();
      },
      invalidates: [queryKeys.content],
      onSuccess: () => onPublished(checks.drafts.map(({ path }) => path)),
      // Somebody may have saved something: it is shown before it is published.
      onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.content }),
    });
  }

  return (
    <ConfirmDialog
      heading="Publish"
      confirmLabel={
        isBlocked ? "Close" : labelFor(isChecking ? undefined : checks, outdated.length > 0)
      }
      open
      busy={busy || isChecking}
      onClose={onClose}
      onCancel={() => {
        forget();
        onClose();
      }}
      onConfirm={confirm}
    >
      {query.isPending ? (
        <p role="status">Checking the content...</p>
      ) : (
        <LoadState query={query}>
          {(found) => (
            <>
              <DraftChoice checks={found} chosen={chosen} documents={documents} onChoose={choose} />
              <OutdatedDrafts paths={outdated} documents={documents} />
              <Checks checks={found} documents={documents} />
              <LostVisits days={found.visits} />
            </>
          )}
        </LoadState>
      )}
      <FoundWords isFound={isFound} />
      <Field
        label="What has changed?"
        hint="For the history. You can leave it empty."
        value={note}
        maxLength={500}
        onChange={(event) => change({ note: event.target.value })}
      />
      <ActionNotice result={result} />
    </ConfirmDialog>
  );
}

function labelFor(checks: ContentChecks | undefined, isOutdated: boolean): string {
  if (!checks) return "Checking...";
  const isWarned = isOutdated || checks.warnings.length > 0 || checks.visits.length > 0;
  return isWarned ? "Publish anyway" : "Publish now";
}

interface OutdatedDraftsProps {
  paths: readonly string[];
  documents: readonly DocumentSummary[];
}

/** A draft that was begun before a restore, for example, would take it back. */
function OutdatedDrafts({ paths, documents }: OutdatedDraftsProps): ReactNode {
  return (
    paths.length > 0 && (
      <Notice tone="alarm" heading="Another text was published since these drafts were begun">
        <ul>
          {paths.map((path) => (
            <li key={path}>{titleOfPath(path, documents)}</li>
          ))}
        </ul>
        <p>
          Publishing them takes back what was published or restored since, where it is not in the
          draft. Look at “Show the changes” first.
        </p>
      </Notice>
    )
  );
}

interface ChecksProps {
  checks: ContentChecks;
  documents: readonly DocumentSummary[];
}

function Checks({ checks, documents }: ChecksProps): ReactNode {
  const { errors, warnings, unchangedWarnings, drafts, allDrafts } = checks;
  return (
    <>
      {errors.length > 0 && (
        <Notice tone="alarm" heading="Correct this first, or leave the document out">
          <CheckList messages={errors} documents={documents} />
          {drafts.length < allDrafts.length && (
            <p>A document that links to a new one can only be published together with it.</p>
          )}
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
