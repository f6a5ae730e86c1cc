// Asks for the new address of a document with a page of its own.
import { type ReactNode, useState } from "react";
import { Field } from "../../../ui/field/Field";
import { changeAddress } from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useAction } from "../../components/use-action";
import { nameOf } from "../content-address";
import { useDialogWords } from "../drafts/use-dialog-words";
import { slug } from "../list/new-documents";
import { takeTypedNoteAlong } from "../notes/typed-note";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { addressOf, type MovedDocument, pathWithName } from "./change-address";

const HEADING = "Change the address";

interface ChangeAddressProps {
  document: MovedDocument;
  onMoved: (path: string) => void;
  onClose: () => void;
}

export function ChangeAddress({ document, onMoved, onClose }: ChangeAddressProps): ReactNode {
  const typed = useDialogWords(HEADING, { name: nameOf(document.path) }, document.path);
  const { words, isFound, isUnkept } = typed;
  const [error, setError] = useState<string>();
  const { run, busy, result } = useAction();

  function change(): void {
    const name = slug(words.name);
    const to = pathWithName(document, name);
    if (name === "") setError("Write something with letters or digits.");
    else if (to === document.path) setError("This is its address now. Write another.");
    else {
      run({
        // Safe to repeat when the answer was lost. So only the server knows whether the address is taken by another page.
        request: async () => {
          await changeAddress({ path: document.path, to, version: document.version });
          typed.forget();
        },
        invalidates: [queryKeys.content],
        onSuccess: () => takeTypedNoteAlong(document.path, to, () => onMoved(to)),
      });
    }
  }

  return (
    <ConfirmDialog
      heading={HEADING}
      confirmLabel="Change it"
      open
      busy={busy}
      onClose={onClose}
      onCancel={() => {
        typed.forget();
        onClose();
      }}
      onConfirm={change}
    >
      <p>
        {document.isPublished
          ? "Visitors of the old address will be sent to the new one, and links on this site are changed. All of it takes effect when you publish."
          : "Nobody knows the old address yet. Links in drafts are changed."}
      </p>
      <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
      <Field
        label="Last part of the address"
        hint={location.host + addressOf(document, slug(words.name))}
        value={words.name}
        error={error}
        onChange={({ target }) => {
          typed.change({ name: target.value });
          setError(undefined);
        }}
      />
      <ActionNotice result={result} />
    </ConfirmDialog>
  );
}
