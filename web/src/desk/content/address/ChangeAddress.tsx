// Asks for the new address of a document with a page of its own.
import { type ReactNode, useState } from "react";
import { Field } from "../../../ui/field/Field";
import { queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useAction } from "../../components/use-action";
import { nameOf } from "../content-address";
import { useDialogWords } from "../drafts/use-dialog-words";
import { slug } from "../list/new-documents";
import { takeTypedNoteAlong } from "../notes/typed-note";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { addressOf, changeAddress, type MovedDocument, pathWithName } from "./change-address";

const HEADING = "Change the address";

interface ChangeAddressProps {
  document: MovedDocument;
  /** The paths of all documents. */
  taken: readonly string[];
  onMoved: (path: string) => void;
  onClose: () => void;
}

export function ChangeAddress({
  document,
  taken,
  onMoved,
  onClose,
}: ChangeAddressProps): ReactNode {
  const typed = useDialogWords(HEADING, { name: nameOf(document.path) }, document.path);
  const { words, isFound, isUnkept } = typed;
  const [error, setError] = useState<string>();
  const { run, busy, result } = useAction();

  function change(): void {
    const name = slug(words.name);
    if (name === "") setError("Write something with letters or digits.");
    else if (taken.includes(pathWithName(document, name))) {
      setError("Another page has this address already. Choose another.");
    } else {
      run({
        request: async () => {
          const moved = await changeAddress(document, name);
          if (moved !== null) typed.forget();
          return moved;
        },
        invalidates: [queryKeys.content],
        onSuccess: (moved) =>
          moved === null
            ? setError("Nothing was changed: “Redirects” has a mistake. Correct it there first.")
            : takeTypedNoteAlong(document.path, moved, () => onMoved(moved)),
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
