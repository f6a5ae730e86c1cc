// The open notes to colleagues on all documents, with links to them. A long list begins with its newest notes.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentNote } from "../../../generated/ContentNote";
import type { OpenNotes as OpenNoteList } from "../../../generated/OpenNotes";
import { Button } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { formatMoment } from "../../clinic-time";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import content from "../Content.module.css";
import { documentPath } from "../content-address";
import { titleOf } from "../document-parts";
import styles from "./Notes.module.css";
import { openNotesQuery } from "./notes-queries";

/** Five are shown as they are. */
const SHOWN_AT_FIRST = 3;
const SHORT = 5;

export function OpenNotes(): ReactNode {
  const query = useQuery(openNotesQuery);
  if (query.isPending || query.data?.total === 0) return null;
  return (
    <section aria-labelledby="content-notes" className={desk.section}>
      <h2 id="content-notes">Open notes</h2>
      <LoadState query={query}>{(open) => <NoteList {...open} />}</LoadState>
    </section>
  );
}

function NoteList({ notes, total }: OpenNoteList): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = total > SHORT;
  return (
    <>
      <ul className={desk.list}>
        {notes.slice(0, isLong && !isWhole ? SHOWN_AT_FIRST : undefined).map((note) => (
          <OpenNote key={note.id} note={note} />
        ))}
      </ul>
      {isWhole && total > notes.length && (
        <p>
          The newest {notes.length} of {total} are shown.
        </p>
      )}
      {isLong && (
        <div>
          <Button weight="quiet" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show all ${total}`} open notes
          </Button>
        </div>
      )}
    </>
  );
}

function OpenNote({ note }: { note: ContentNote }): ReactNode {
  const { path, text, author, writtenAt, hasDocument } = note;
  return (
    <li className={styles.openNote}>
      <Link className={content.documentLink} href={documentPath(path)}>
        {titleOf(note)}
      </Link>
      <p className={styles.shortText}>{text}</p>
      <p className={desk.secondary}>
        {author}, {formatMoment(writtenAt, Date.now())}
        {!hasDocument && ". The document was deleted."}
      </p>
    </li>
  );
}
