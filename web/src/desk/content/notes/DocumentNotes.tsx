// The notes to colleagues on a document. Folded while there is nothing to do, so that it takes one line above the text.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentNote } from "../../../generated/ContentNote";
import { isEditingOff } from "../../api/api-error";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useDialogWords } from "../drafts/use-dialog-words";
import { NewNote } from "./NewNote";
import { NoteRow } from "./NoteRow";
import styles from "./Notes.module.css";
import { documentNotesQuery } from "./notes-queries";
import { aboutDocument, NO_NOTE, NOTE_HEADING } from "./typed-note";

export function DocumentNotes({ path }: { path: string }): ReactNode {
  const query = useQuery(documentNotesQuery(path));
  const typed = useDialogWords(NOTE_HEADING, NO_NOTE, aboutDocument(path), "in the new note");
  // A note that is done here stays in its place, with the button that opens it again.
  const [seenOpen, setSeenOpen] = useState<readonly string[] | null>(null);
  const [isOpen, setIsOpen] = useState(typed.isFound);
  const notes = query.data?.notes ?? [];
  const open = notes.filter(({ resolved }) => resolved === null);
  const newlyOpen = open.map(({ id }) => id).filter((id) => !seenOpen?.includes(id));
  if (query.data && (seenOpen === null || newlyOpen.length > 0)) {
    // Only at first: what somebody has folded stays folded.
    if (seenOpen === null && open.length > 0) setIsOpen(true);
    setSeenOpen([...(seenOpen ?? []), ...newlyOpen]);
  }
  // The content is not edited here.
  if (query.isError && isEditingOff(query.error)) return null;

  const shown = notes.filter(({ id }) => seenOpen?.includes(id));
  const done = notes.filter(({ id }) => !seenOpen?.includes(id));
  const isGone = notes.some(({ hasDocument }) => !hasDocument);
  return (
    <details
      className={styles.notes}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        Notes to colleagues
        {open.length > 0 && `: ${open.length} open`}
      </summary>
      <div className={desk.section}>
        <LoadState query={query}>{() => <NoteList notes={shown} path={path} />}</LoadState>
        {(!isGone || typed.words.text !== "") && <NewNote path={path} typed={typed} />}
        {done.length > 0 && (
          <details>
            <summary className={styles.summary}>Done: {done.length}</summary>
            <NoteList notes={done} path={path} />
          </details>
        )}
      </div>
    </details>
  );
}

interface NoteListProps {
  notes: readonly ContentNote[];
  path: string;
}

/** Newest first, whether they are done or not: a row must not move under the finger. */
function NoteList({ notes, path }: NoteListProps): ReactNode {
  if (notes.length === 0) return null;
  const sorted = [...notes].sort((a, b) => Date.parse(b.writtenAt) - Date.parse(a.writtenAt));
  return (
    <ul className={desk.list}>
      {sorted.map((note) => (
        <NoteRow key={note.id} note={note} path={path} />
      ))}
    </ul>
  );
}
