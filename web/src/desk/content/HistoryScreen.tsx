// Who published what and when, the words that changed, and a button to go back.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentRevision } from "../../generated/ContentRevision";
import { Link } from "../../ui/link/Link";
import { restoreRevision } from "../api/endpoints";
import { historyQuery, queryKeys, revisionQuery } from "../api/queries";
import { formatDayAndTime } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { MoreButton } from "../components/MoreButton";
import { useAction } from "../components/use-action";
import { ChangedText } from "./ChangedText";
import { CONTENT_PATH } from "./content-address";
import { RemovalLink } from "./removal/RemovalLink";

export function HistoryScreen(): ReactNode {
  const query = useInfiniteQuery(historyQuery);
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
      </p>
      <h1 tabIndex={-1}>History</h1>
      <RemovalLink />
      <LoadState query={query} keepsInput>
        {({ pages }) => {
          const revisions = pages.flatMap((page) => page.revisions);
          return revisions.length === 0 ? (
            <p>Nothing was published here yet.</p>
          ) : (
            <ul className={desk.list}>
              {revisions.map((revision, index) => (
                <Revision key={revision.number} revision={revision} isCurrent={index === 0} />
              ))}
            </ul>
          );
        }}
      </LoadState>
      <MoreButton query={query} />
    </div>
  );
}

interface RevisionProps {
  revision: ContentRevision;
  isCurrent: boolean;
}

function Revision({ revision, isCurrent }: RevisionProps): ReactNode {
  const { number, author, note, publishedAt, removed } = revision;
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, result } = useAction();
  return (
    <li className={desk.section}>
      <p>
        <span className={desk.name}>{note || `Revision ${number}`}</span>
        <br />
        <span className={desk.secondary}>
          {author}, {formatDayAndTime(publishedAt)}
          {isCurrent && " (on the site now)"}
        </span>
      </p>
      {removalsOf(removed).map((sentence) => (
        <p key={sentence} className={desk.secondary}>
          {sentence}
        </p>
      ))}
      <div className={desk.row}>
        <button
          type="button"
          className={desk.textButton}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide the changes" : "Show the changes"}
        </button>
        {!isCurrent && (
          <button type="button" className={desk.textButton} onClick={() => setIsAsking(true)}>
            Restore this version
          </button>
        )}
      </div>
      {isOpen && <Changes revision={number} />}
      <ActionNotice result={result} />
      {isAsking && (
        <ConfirmDialog
          heading="Restore this version?"
          confirmLabel="Restore"
          open
          busy={busy}
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            run({
              request: () => restoreRevision(number),
              invalidates: [queryKeys.content],
              onSettled: () => setIsAsking(false),
              success: "Restored. The versions since then stay in the history.",
            })
          }
        >
          <p>
            The site will show the texts and pictures of this version. It becomes a new entry of the
            history, so you can go back again.
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}

/** One sentence for everything that one person removed at one moment. */
function removalsOf(removed: ContentRevision["removed"]): string[] {
  const sentences = removed.map(
    ({ isPicture, removedBy, removedAt }) =>
      `${isPicture ? "A picture" : "A passage"} of this version was removed for good by ${removedBy}, ${formatDayAndTime(removedAt)}.`,
  );
  return [...new Set(sentences)];
}

function Changes({ revision }: { revision: number }): ReactNode {
  const query = useQuery(revisionQuery(revision));
  return (
    <LoadState query={query}>
      {({ changes }) =>
        changes.map(({ path, isText, before, after, isNew, isDeleted }) => (
          <section key={path} className={desk.section} aria-label={path}>
            <h2>
              {path}
              {isNew && " (new)"}
              {isDeleted && " (deleted)"}
            </h2>
            {isText ? (
              <ChangedText before={before ?? ""} after={after ?? ""} />
            ) : (
              <p className={desk.secondary}>A picture.</p>
            )}
          </section>
        ))
      }
    </LoadState>
  );
}
