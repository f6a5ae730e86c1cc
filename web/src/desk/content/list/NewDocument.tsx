// Starts a document: asks for its title and saves a first draft of it.
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { Field } from "../../../ui/field/Field";
import { saveDraft } from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { today } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useAction } from "../../components/use-action";
import { documentPath } from "../content-address";
import { useDialogWords } from "../drafts/use-dialog-words";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { firstText, type NewKind, NO_DOCUMENT, newKinds, slug } from "./new-documents";

interface NewDocumentProps {
  kind: NewKind;
  /** The paths of all documents. */
  taken: readonly string[];
  onClose: () => void;
}

export function NewDocument({ kind, taken, onClose }: NewDocumentProps): ReactNode {
  const { folder, name, nameLabel, hint } = newKinds[kind];
  const { words, isFound, isUnkept, change, forget } = useDialogWords(`New ${name}`, { title: "" });
  const { title } = words;
  const [error, setError] = useState<string>();
  const [, navigate] = useLocation();
  const { run, busy, result } = useAction();

  function create(): void {
    const file = slug(title);
    const path = `${folder}/${file}.md`;
    if (file === "") {
      setError("Write something with letters or digits.");
    } else if (taken.includes(path)) {
      setError("There is one with this name already. Choose another.");
    } else {
      const position = 1 + taken.filter((other) => other.startsWith(`${folder}/`)).length;
      const text = firstText(kind, { title: title.trim(), date: today(Date.now()), position });
      run({
        request: async () => {
          await saveDraft(path, { text }, NO_DOCUMENT);
          forget();
        },
        invalidates: [queryKeys.content],
        onSuccess: () => navigate(documentPath(path)),
      });
    }
  }

  return (
    <ConfirmDialog
      heading={`New ${name}`}
      confirmLabel="Start writing"
      open
      busy={busy}
      onClose={onClose}
      onCancel={() => {
        forget();
        onClose();
      }}
      onConfirm={create}
    >
      <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
      <Field
        label={nameLabel}
        hint={hint}
        value={title}
        error={error}
        onChange={(event) => {
          change({ title: event.target.value });
          setError(undefined);
        }}
      />
      <ActionNotice result={result} />
    </ConfirmDialog>
  );
}
