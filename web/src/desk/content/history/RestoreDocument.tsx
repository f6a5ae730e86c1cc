// Asks before an earlier text becomes the draft of its document. It shows what that changes. The clinic's facts are many things in one
// document, so only those that are ticked come back.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentChange } from "../../../generated/DocumentChange";
import { Notice } from "../../../ui/notice/Notice";
import { restoreDocument, saveDraft } from "../../api/endpoints";
import { contentQuery, draftChangesQuery, queryKeys, revisionQuery } from "../../api/queries";
import { formatDayAndTime } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { type ActionResult, useAction } from "../../components/use-action";
import styles from "../Content.module.css";
import { ChangedDocument, ChangedField } from "../comparison/ChangedDocument";
import { documentPath } from "../content-address";
import { CLINIC_FILE, titleOfPath } from "../document-parts";
import { type EarlierField, earlierFields, withFields } from "./chosen-fields";

interface RestoreDocumentProps {
  path: string;
  /** Its path in that revision: another one before its address was changed. */
  from: string;
  revision: number;
  onClose: () => void;
}

const NOTHING_TICKED: ActionResult = { tone: "alarm", message: "Tick what to bring back." };
const NOT_READABLE: ActionResult = {
  tone: "alarm",
  message:
    "This cannot be brought back alone. Look at the changes, and write it in the form instead.",
};

export function RestoreDocument({
  path,
  from,
  revision,
  onClose,
}: RestoreDocumentProps): ReactNode {
  const query = useQuery(draftChangesQuery(path));
  const revisionData = useQuery(revisionQuery(revision));
  const { data: list } = useQuery(contentQuery);
  const { run, busy, result } = useAction();
  const [, navigate] = useLocation();
  const current = query.data;
  const change = revisionData.data?.changes.find((it) => it.path === from);
  const earlier = change?.after ?? null;
  const fields = fieldsToChoose(path, current, earlier, (other) =>
    titleOfPath(other, list?.documents ?? []),
  );
  const [ticked, setTicked] = useState<readonly string[] | null>(null);
  const [refused, setRefused] = useState<ActionResult | null>(null);
  // With only one, there is nothing to choose.
  const chosen = ticked ?? (fields?.length === 1 ? fields.map(({ key }) => key) : []);

  function confirm(): void {
    if (!current) return;
    if (fields === null || fields.length === 0 || current.text === null || earlier === null) {
      // Refused when somebody has saved another text since.
      restore(() => restoreDocument({ path, from, revision, version: current.version }));
      return;
    }
    const text = chosen.length === 0 ? null : withFields(current.text, earlier, chosen);
    if (text === null) {
      setRefused(chosen.length === 0 ? NOTHING_TICKED : NOT_READABLE);
      return;
    }
    setRefused(null);
    restore(() => saveDraft(path, { text }, current.version));
  }

  function restore(request: () => Promise<unknown>): void {
    run({
      request,
      invalidates: [queryKeys.content],
      onSuccess: () => navigate(documentPath(path)),
    });
  }

  return (
    <ConfirmDialog
      heading="Bring this text back?"
      confirmLabel="Bring it back"
      open
      busy={busy || current === undefined || revisionData.data === undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        It becomes a draft of this document. No other document changes, and visitors see it after
        you have published it.
      </p>
      <LoadState query={query}>
        {(document) => (
          <>
            <DraftNotice document={document} hasChoice={fields !== null} />
            <LoadState query={revisionData}>
              {() =>
                fields === null ? (
                  <WholeText document={document} change={change} />
                ) : (
                  <FieldChoice
                    fields={fields}
                    chosen={chosen}
                    onChoose={(keys) => {
                      setTicked(keys);
                      setRefused(null);
                    }}
                  />
                )
              }
            </LoadState>
          </>
        )}
      </LoadState>
      <ActionNotice result={refused ?? result} />
    </ConfirmDialog>
  );
}

/** Null for a document that comes back as a whole. */
function fieldsToChoose(
  path: string,
  current: ContentDocument | undefined,
  earlier: string | null,
  nameOf: (path: string) => string,
): EarlierField[] | null {
  if (path !== CLINIC_FILE || !current || current.text === null || earlier === null) return null;
  return earlierFields(path, current.definition, current.text, earlier, nameOf);
}

interface DraftNoticeProps {
  document: ContentDocument;
  hasChoice: boolean;
}

function DraftNotice({ document: { savedBy, savedAt }, hasChoice }: DraftNoticeProps): ReactNode {
  if (savedBy === null || savedAt === null) return null;
  return (
    <Notice tone="alarm" heading="There is a draft">
      <p>
        {savedBy} saved it, {formatDayAndTime(savedAt)}.{" "}
        {hasChoice
          ? "What you tick is replaced in it and cannot be brought back. The rest of it stays."
          : "It is replaced and cannot be brought back. Publish it first if it is needed."}
      </p>
    </Notice>
  );
}

interface WholeTextProps {
  document: ContentDocument;
  change: DocumentChange | undefined;
}

function WholeText({ document, change }: WholeTextProps): ReactNode {
  if (document.text === null || !change?.isText || change.after === null) return null;
  return (
    <>
      <p>What is crossed out is there now. What is underlined comes back:</p>
      <ChangedDocument
        path={document.path}
        definition={document.definition}
        before={document.text}
        after={change.after}
      />
    </>
  );
}

interface FieldChoiceProps {
  fields: readonly EarlierField[];
  chosen: readonly string[];
  onChoose: (keys: readonly string[]) => void;
}

function FieldChoice({ fields, chosen, onChoose }: FieldChoiceProps): ReactNode {
  if (fields.length === 0) return <p>The document says the same already.</p>;
  return (
    <fieldset className={desk.choices}>
      <legend>Only what you tick comes back. What is crossed out is there now:</legend>
      {fields.map(({ key, label, changes }) => (
        <div key={key}>
          <label className={desk.checkbox}>
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={({ target }) =>
                onChoose(
                  target.checked ? [...chosen, key] : chosen.filter((other) => other !== key),
                )
              }
            />
            <span className={desk.name}>{label}</span>
          </label>
          <div className={styles.changedFields}>
            {changes.map((change) => (
              <ChangedField key={change.label} change={change} />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
