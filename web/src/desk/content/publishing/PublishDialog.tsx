// Publishes the drafts that the person chooses, after it has shown what they are, what must be corrected first, what could be
// better and which appointments would lose their time.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { ContentChecks } from "../../../generated/ContentChecks";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Field } from "../../../ui/field/Field";
import { Notice } from "../../../ui/notice/Notice";
import { publishContent } from "../../api/endpoints";
import { checksQuery, contentQuery, queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useAction } from "../../components/use-action";
import { useUnseenAnswer } from "../../layout/leaving/use-loss";
import { useMe } from "../../sign-in/SessionProvider";
import { CheckList } from "../checks/CheckList";
import { withMoves } from "../comparison/change-groups";
import { nameOf } from "../content-address";
import { useDialogWords } from "../drafts/use-dialog-words";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { DraftChoice } from "./DraftChoice";
import { LostVisits } from "./LostVisits";
import { RenamedChairs } from "./RenamedChairs";
import { useDraftTexts } from "./use-draft-texts";

interface PublishDialogProps {
  /** The documents that are ticked at first. Null for those that only the signed-in person has written. */
  documents: readonly string[] | null;
  onPublished: (paths: readonly string[], lostVisits: number) => void;
  onClose: () => void;
}

export function PublishDialog(props: PublishDialogProps): ReactNode {
  const { onPublished, onClose } = props;
  const me = useMe();
  const { words, isFound, isUnkept, change, forget } = useDialogWords("Publish", { note: "" });
  const { note } = words;
  const [chosen, setChosen] = useState(props.documents);
  // The drafts of an older text that the person has ticked, after the dialog has shown what they undo.
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const { run, busy, result } = useAction();
  useUnseenAnswer(busy ? "It is still being published" : null);
  // Closed while it publishes: it comes back if that fails, so that nobody takes it for published or for cancelled.
  const [isHidden, setIsHidden] = useState(false);
  const close = () => (busy ? setIsHidden(true) : onClose());
  const client = useQueryClient();
  const query = useQuery(checksQuery(chosen));
  const { data: list } = useQuery(contentQuery);
  const documents = list?.documents ?? [];
  const checks = query.data;
  const { texts, isLoading } = useDraftTexts(checks?.allDrafts ?? []);
  // Rows that were put together later would move under somebody's finger.
  const [isReady, setIsReady] = useState(false);
  // What a colleague has written in the same draft may be half a sentence.
  const isOwn = (draft: ContentChecks["allDrafts"][number]) =>
    draft.authors.every((author) => author === me.name) && !draft.isOutdated;
  const own = checks?.allDrafts.filter(isOwn).map(pathOf) ?? [];
  if (!isReady && !query.isPending && !isLoading) {
    setIsReady(true);
    if (chosen) setChosen(withMoves(chosen, texts, own));
  }
  const choice = useFocusWhenReady(isReady);
  // What is shown belongs to the choice before, until the answer is there.
  const isChecking = checks === undefined || query.isPlaceholderData || !isReady;
  const outdated = checks?.allDrafts.filter(({ isOutdated }) => isOutdated).map(pathOf) ?? [];
  const isUnseen = (path: string) => outdated.includes(path) && !accepted.includes(path);
  if (!isChecking && chosen?.some(isUnseen)) setChosen(chosen.filter((path) => !isUnseen(path)));
  const isBlocked = !isChecking && (checks.errors.length > 0 || checks.drafts.length === 0);

  function choose(paths: readonly string[], isChosen: boolean): void {
    const others = (chosen ?? own).filter((other) => !paths.includes(other));
    setChosen(isChosen ? [...others, ...paths] : others);
    const seen = paths.filter((path) => outdated.includes(path));
    if (seen.length > 0) setAccepted([...accepted, ...seen]);
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
      onSuccess: () => onPublished(checks.drafts.map(pathOf), countVisits(checks)),
      // Somebody may have saved or published something: it is shown before anything is published.
      onSettled: () => {
        setIsHidden(false);
        setAccepted([]);
        void client.invalidateQueries({ queryKey: queryKeys.content });
      },
    });
  }

  return (
    <ConfirmDialog
      heading="Publish"
      confirmLabel={isBlocked ? "Close" : labelFor(isChecking ? undefined : checks)}
      cancelLabel={isBlocked ? null : "Cancel"}
      open={!isHidden}
      busy={busy || isChecking}
      onClose={close}
      onCancel={() => {
        if (!busy) forget();
        close();
      }}
      onConfirm={confirm}
    >
      {query.isPending || !isReady ? (
        <p role="status" tabIndex={-1} data-first-focus>
          Checking the content...
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: of the boxes in it.
        <div ref={choice} tabIndex={-1} className={desk.section} onKeyDown={keepFromPublishing}>
          <LoadState query={query}>
            {(found) => (
              <>
                <DraftChoice
                  checks={found}
                  chosen={chosen}
                  documents={documents}
                  texts={texts}
                  isChecking={isChecking}
                  onChoose={choose}
                />
                <Checks checks={found} documents={documents} onGo={close} />
                <LostVisits days={found.visits} />
                <RenamedChairs chairs={found.renamedChairs} />
              </>
            )}
          </LoadState>
        </div>
      )}
      <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
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

const pathOf = ({ path }: { path: string }) => path;

const countVisits = ({ visits }: ContentChecks) =>
  visits.reduce((count, day) => count + day.visits, 0);

/** What is loaded takes the place of the sentence that had the focus. */
function useFocusWhenReady(isReady: boolean) {
  const choice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const isElsewhere = document.activeElement !== document.body;
    if (!isReady || isElsewhere) return;
    (choice.current?.querySelector("input") ?? choice.current)?.focus();
  }, [isReady]);
  return choice;
}

/** Enter on the first box, where the dialog opens, would publish what nobody has read. */
function keepFromPublishing(event: KeyboardEvent): void {
  const isBox = event.target instanceof HTMLInputElement;
  if (isBox && event.key === "Enter") event.preventDefault();
}

function labelFor(checks: ContentChecks | undefined): string {
  if (!checks) return "Checking...";
  const { warnings, visits, renamedChairs } = checks;
  const isQuestion = warnings.length > 0 || visits.length > 0 || renamedChairs.length > 0;
  return isQuestion ? "Publish anyway" : "Publish now";
}

interface ChecksProps {
  checks: ContentChecks;
  documents: readonly DocumentSummary[];
  /** The person goes to the place of a message, which may be behind the dialog. */
  onGo: () => void;
}

function Checks({ checks, documents, onGo }: ChecksProps): ReactNode {
  const { errors, warnings, unchangedWarnings } = checks;
  return (
    <>
      {errors.length > 0 && (
        <Notice tone="alarm" heading="Correct this first, or leave the document out">
          <CheckList messages={errors} documents={documents} onGo={onGo} />
          {namesLeftOut(checks) && (
            <p>A document that links to a new one can only be published together with it.</p>
          )}
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice heading="This could be better">
          <CheckList messages={warnings} documents={documents} onGo={onGo} />
        </Notice>
      )}
      {unchangedWarnings.length > 0 && (
        <details>
          <summary>
            {unchangedWarnings.length === 1
              ? "One more remark, about a document without changes"
              : `${unchangedWarnings.length} more remarks, about documents without changes`}
          </summary>
          <CheckList messages={unchangedWarnings} documents={documents} onGo={onGo} />
        </details>
      )}
    </>
  );
}

/** Whether a mistake is about a new document that is not ticked, such as a link to it. */
function namesLeftOut({ errors, drafts, allDrafts }: ContentChecks): boolean {
  const isTicked = (path: string) => drafts.some((draft) => draft.path === path);
  const leftOut = allDrafts.filter(({ path, isNew }) => isNew && !isTicked(path));
  return leftOut.some(({ path }) => errors.some(({ message }) => message.includes(nameOf(path))));
}
