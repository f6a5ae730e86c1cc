// One note on its document: what it says, who wrote it, and whether it is done.
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { ContentNote } from "../../../generated/ContentNote";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { formatMoment } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { useAction } from "../../components/use-action";
import { usePressPause } from "../../components/use-press-pause";
import styles from "./Notes.module.css";
import { documentNotesQuery, notesKey } from "./notes-queries";

interface NoteRowProps {
  note: ContentNote;
  /** Of the document. */
  path: string;
}

export function NoteRow({ note, path }: NoteRowProps): ReactNode {
  const { id, author, text, writtenAt, resolved } = note;
  const textId = useId();
  const queryClient = useQueryClient();
  const { run, busy, result } = useAction();
  const isDone = resolved !== null;
  // The second of two quick presses must not open it again.
  const isPausing = usePressPause(isDone ? "done" : "open");

  function change(): void {
    if (isPausing) return;
    run({
      request: () => (isDone ? api.reopenNote(id) : api.resolveNote(id)),
      invalidates: [notesKey],
      // At once: the button must not say what it did until the list is loaded again.
      onSuccess: (changed) =>
        queryClient.setQueryData(documentNotesQuery(path).queryKey, (list) =>
          list === undefined
            ? undefined
            : { notes: list.notes.map((other) => (other.id === id ? changed : other)) },
        ),
      success: isDone ? "The note is open again." : "The note is done.",
    });
  }

  return (
    <li className={desk.listItem}>
      <div className={styles.note}>
        <p id={textId} className={styles.text}>
          {text}
        </p>
        <p className={desk.secondary}>
          {author}, {formatMoment(writtenAt, Date.now())}
        </p>
        {resolved && (
          <p className={desk.secondary}>
            Done by {resolved.by}, {formatMoment(resolved.at, Date.now())}
          </p>
        )}
        <ActionNotice result={result} />
      </div>
      <Button
        weight="quiet"
        aria-describedby={textId}
        busy={busy || isPausing}
        onClick={() => change()}
      >
        {isDone ? "Open again" : "Done"}
      </Button>
    </li>
  );
}
