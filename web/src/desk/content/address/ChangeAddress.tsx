// Asks for the new address of an article.
import { type ReactNode, useState } from "react";
import { Field } from "../../../ui/field/Field";
import { queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useAction } from "../../components/use-action";
import { nameOf } from "../content-address";
import { slug } from "../new-documents";
import { takeTypedNoteAlong } from "../notes/typed-note";
import { changeAddress, type MovedArticle } from "./change-address";

interface ChangeAddressProps {
  article: MovedArticle;
  /** The paths of all documents. */
  taken: readonly string[];
  onMoved: (path: string) => void;
  onClose: () => void;
}

export function ChangeAddress({ article, taken, onMoved, onClose }: ChangeAddressProps): ReactNode {
  const first = nameOf(article.path);
  const [words, setWords] = useState(first);
  const [error, setError] = useState<string>();
  const { run, busy, isSending, result } = useAction();

  function change(): void {
    const name = slug(words);
    if (name === "") setError("Write something with letters or digits.");
    else if (taken.includes(`articles/${name}.md`)) {
      setError("An article has this address already. Choose another.");
    } else {
      run({
        request: () => changeAddress(article, name),
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
      heading="Change the address"
      confirmLabel="Change it"
      open
      busy={busy}
      loss={words === first ? null : "The address is not changed"}
      isSending={isSending}
      onClose={onClose}
      onConfirm={change}
    >
      <p>
        {article.isPublished
          ? "Visitors of the old address will be sent to the new one, and links on this site are changed. All of it takes effect when you publish."
          : "Nobody knows the old address yet. Links in drafts are changed."}
      </p>
      <Field
        label="Last part of the address"
        hint={`${location.host}/articles/${slug(words)}`}
        value={words}
        error={error}
        onChange={({ target }) => {
          setWords(target.value);
          setError(undefined);
        }}
      />
      <ActionNotice result={result} />
    </ConfirmDialog>
  );
}
