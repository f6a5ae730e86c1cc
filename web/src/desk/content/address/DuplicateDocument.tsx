// Starts a document with the words of another one.
import { type ReactNode, useState } from "react";
import { Field } from "../../../ui/field/Field";
import { saveDraft } from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { today } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useAction } from "../../components/use-action";
import { useDialogWords } from "../drafts/use-dialog-words";
import { type NewKind, NO_DOCUMENT, newKinds, slug } from "../list/new-documents";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { copyOf } from "./copy-document";

interface DuplicateDocumentProps {
  kind: NewKind;
  /** Of the document that is copied, with what is saved of it. */
  title: string;
  text: string;
  /** The paths of all documents. */
  taken: readonly string[];
  onMade: (path: string) => void;
  onClose: () => void;
}

export function DuplicateDocument(props: DuplicateDocumentProps): ReactNode {
  const { kind, title: original, text, taken, onMade, onClose } = props;
  const { folder, nameLabel, hint } = newKinds[kind];
  const { words, isFound, isUnkept, change, forget } = useDialogWords(`Copy of “${original}”`, {
    title: "",
  });
  const [error, setError] = useState<string>();
  const { run, busy, result } = useAction();

  function duplicate(): void {
    const name = slug(words.title);
    const path = `${folder}/${name}.md`;
    const position = 1 + taken.filter((other) => other.startsWith(`${folder}/`)).length;
    const values = { title: words.title.trim(), date: today(Date.now()), position };
    if (name === "") setError("Write something with letters or digits.");
    else if (taken.includes(path)) setError("There is one with this name already. Choose another.");
    else {
      run({
        request: async () => {
          await saveDraft(path, { text: copyOf(kind, text, values) }, NO_DOCUMENT);
          forget();
          return path;
        },
        invalidates: [queryKeys.content],
        onSuccess: onMade,
      });
    }
  }

  return (
    <ConfirmDialog
      heading="Duplicate"
      confirmLabel="Make the copy"
      open
      busy={busy}
      onClose={onClose}
      onCancel={() => {
        forget();
        onClose();
      }}
      onConfirm={duplicate}
    >
      <p>The copy is a new draft. This document stays as it is.</p>
      <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
      <Field
        label={`${nameLabel} of the copy`}
        hint={hint}
        value={words.title}
        error={error}
        onChange={({ target }) => {
          change({ title: target.value });
          setError(undefined);
        }}
      />
      <ActionNotice result={result} />
    </ConfirmDialog>
  );
}
