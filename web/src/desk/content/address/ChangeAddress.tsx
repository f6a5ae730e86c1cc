// Asks for the new address of an article.
import { type ReactNode, useState } from "react";
import { Field } from "../../../ui/field/Field";
import { queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useAction } from "../../components/use-action";
import { nameOf } from "../content-address";
import { useDialogWords } from "../drafts/use-dialog-words";
import { FoundWords } from "../FoundWords";
import { slug } from "../new-documents";
import { takeTypedNoteAlong } from "../notes/typed-note";
import { changeAddress, type MovedArticle } from "./change-address";

const HEADING = "Change the address";

interface ChangeAddressProps {
  article: MovedArticle;
  /** The paths of all documents. */
  taken: readonly string[];
  onMoved: (path: string) => void;
  onClose: () => void;
}

export function ChangeAddress({ article, taken, onMoved, onClose }: ChangeAddressProps): ReactNode {
  const typed = useDialogWords(HEADING, { name: nameOf(article.path) }, article.path);
  const { words, isFound, isUnkept } = typed;
  const [error, setError] = useState<string>();
  const { run, busy, result } = useAction();

  function change(): void {
    const name = slug(words.name);
    if (name === "") setError("Write something with letters or digits.");
    else if (taken.includes(`articles/${name}.md`)) {
      setError("An article has this address already. Choose another.");
    } else {
      run({
        request: async () => {
          const moved = await changeAddress(article, name);
          if (moved !== null) typed.forget();
          return moved;
        },
        invalidates: [queryKeys.content],
        onSuccess: (moved) =>
          moved === null
            ? setError("Nothing was changed: “Redirects” has a mistake. Correct it there first.")
            : takeTypedNoteAlong(article.path, moved, () => onMoved(moved)),
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
        {article.isPublished
          ? "Visitors of the old address will be sent to the new one, and links on this site are changed. All of it takes effect when you publish."
          : "Nobody knows the old address yet. Links in drafts are changed."}
      </p>
      <FoundWords isFound={isFound} isUnkept={isUnkept} />
      <Field
        label="Last part of the address"
        hint={`${location.host}/articles/${slug(words.name)}`}
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
