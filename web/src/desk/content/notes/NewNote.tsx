// Writes a note to colleagues. The words stay in the field, and on this device, until the server has them.
import { type ReactNode, useState } from "react";
import { randomKey } from "../../../lib/random-key";
import { TextArea } from "../../../ui/field/Field";
import * as api from "../../api/endpoints";
import { ActionForm } from "../../components/ActionForm";
import { useAction } from "../../components/use-action";
import type { TypedWords } from "../drafts/use-dialog-words";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { notesKey } from "./notes-queries";
import { NO_NOTE, type TypedNote } from "./typed-note";

/** The same as the server's (crates/http/src/desk/content/notes.rs). */
const MAX_CHARACTERS = 1_000;
/** Nobody needs to know before. */
const FEW_LEFT = 200;

interface NewNoteProps {
  path: string;
  typed: TypedWords<TypedNote>;
}

export function NewNote({ path, typed }: NewNoteProps): ReactNode {
  const { words, isUnkept, change } = typed;
  const { text, key } = words;
  const [error, setError] = useState<string>();
  const { run, busy, result } = useAction();
  const left = MAX_CHARACTERS - [...text.trim()].length;

  function send(): void {
    if (text.trim() === "") {
      setError("Write what your colleagues should know.");
    } else if (left >= 0) {
      run({
        request: async () => {
          await api.addNote({ path, text }, key);
          // Also when this screen is gone by now.
          change(NO_NOTE);
        },
        invalidates: [notesKey],
        success: "The note is saved.",
      });
    }
  }

  return (
    <ActionForm
      busy={busy}
      // What is typed now is another note.
      result={text !== "" && result?.tone === "success" ? null : result}
      submitLabel="Save note"
      busyLabel="Saving..."
      weight="quiet"
      onSubmit={send}
    >
      <TextArea
        label="New note"
        hint="Visitors do not see it. Write nothing about patients."
        value={text}
        readOnly={busy}
        error={left < 0 ? `Too long by ${-left}. A note can have 1,000 characters.` : error}
        onChange={({ target }) => {
          const isEmpty = target.value === "";
          change(isEmpty ? NO_NOTE : { text: target.value, key: key || randomKey() });
          setError(undefined);
        }}
      />
      {left >= 0 && left <= FEW_LEFT && <p>{left} characters left</p>}
      <WordsTypedEarlier isFound={false} isUnkept={isUnkept} />
    </ActionForm>
  );
}
