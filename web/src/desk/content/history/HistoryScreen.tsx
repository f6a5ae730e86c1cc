// Who published what and when, the words that changed, and a button to go back: for the whole site, or for one document.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { ContentRevision } from "../../../generated/ContentRevision";
import type { DocumentChange } from "../../../generated/DocumentChange";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { pictureOfRevision, restoreDocument, restoreRevision } from "../../api/endpoints";
import {
  contentQuery,
  draftChangesQuery,
  historyQuery,
  queryKeys,
  revisionQuery,
} from "../../api/queries";
import { formatDayAndTime } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { MoreButton } from "../../components/MoreButton";
import { type ActionResult, useAction } from "../../components/use-action";
import { useUnseenAnswer } from "../../layout/leaving/use-loss";
import styles from "../Content.module.css";
import { ChangedDocument } from "../comparison/ChangedDocument";
import { ChangedPicture } from "../comparison/ChangedPicture";
import { groupChanges } from "../comparison/change-groups";
import { GroupedChange, titleOfGroup } from "../comparison/GroupedChange";
import { CONTENT_PATH, documentPath, HISTORY_PATH } from "../content-address";
import { titleOfPath } from "../document-parts";
import { joinNames } from "../join-names";
import { RemovalLink } from "../removal/RemovalLink";
import { useTitles } from "../use-titles";

export function HistoryScreen(): ReactNode {
  const path = new URLSearchParams(useSearch()).get("of");
  const query = useInfiniteQuery(historyQuery(path));
  const { data: list } = useQuery(contentQuery);
  const documents = list?.documents ?? [];
  const revisions = query.data?.pages.flatMap((page) => page.revisions) ?? [];
  const titleOf = useTitles(revisions.flatMap((revision) => revision.documents));
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
        {path !== null && (
          <>
            {" · "}
            <Link href={documentPath(path)}>{titleOfPath(path, documents)}</Link>
            {" · "}
            <Link href={HISTORY_PATH}>History of the whole site</Link>
          </>
        )}
      </p>
      <h1 tabIndex={-1}>
        {path === null ? "History" : `History of “${titleOfPath(path, documents)}”`}
      </h1>
      {path === null && <RemovalLink />}
      <LoadState query={query} keepsInput>
        {() =>
          revisions.length === 0 ? (
            <p>Nothing was published here yet.</p>
          ) : (
            <ul className={desk.list}>
              {revisions.map((revision, index) => (
                <Revision
                  key={revision.number}
                  revision={revision}
                  isCurrent={index === 0}
                  path={path}
                  titleOf={titleOf}
                />
              ))}
            </ul>
          )
        }
      </LoadState>
      <MoreButton query={query} />
    </div>
  );
}

interface RevisionProps {
  revision: ContentRevision;
  isCurrent: boolean;
  /** Of the document whose history it is. Null for the whole site. */
  path: string | null;
  titleOf: (path: string) => string;
}

function Revision({ revision, isCurrent, path, titleOf }: RevisionProps): ReactNode {
  const { number, author, note, publishedAt, documents, removed } = revision;
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, result } = useAction();
  useUnseenAnswer(busy ? "The site is still being restored" : null);
  return (
    <li className={desk.section}>
      <p>
        <span className={desk.name}>{note || `Revision ${number}`}</span>
        <br />
        <span className={desk.secondary}>
          {author}, {formatDayAndTime(publishedAt)}
          {isCurrent && " (on the site now)"}
        </span>
        {documents.length > 0 && (
          <>
            <br />
            Changed: {describeDocuments(documents, titleOf)}
          </>
        )}
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
            {path === null ? "Restore the whole site" : "Bring this text back"}
          </button>
        )}
      </div>
      {isOpen && <Changes revision={number} path={path} />}
      {!isAsking && <ActionNotice result={result} />}
      {isAsking &&
        (path === null ? (
          <RestoreSite
            revision={number}
            busy={busy}
            result={result}
            onClose={() => setIsAsking(false)}
            onConfirm={(published) =>
              run({
                // Refused when something was published since the list was made. Then the list is loaded again.
                request: () => restoreRevision(number, published),
                invalidates: [queryKeys.content],
                onSuccess: () => setIsAsking(false),
                success: "Restored. The versions since then stay in the history.",
              })
            }
          />
        ) : (
          <RestoreDocument path={path} revision={number} onClose={() => setIsAsking(false)} />
        ))}
    </li>
  );
}

interface RestoreSiteProps {
  revision: number;
  busy: boolean;
  result: ActionResult | null;
  onClose: () => void;
  /** `published` is the revision that the list was made for. */
  onConfirm: (published: number) => void;
}

function RestoreSite(props: RestoreSiteProps): ReactNode {
  const { revision, busy, result, onClose, onConfirm } = props;
  const query = useQuery(revisionQuery(revision));
  const { data } = query;
  const titleOf = useTitles(data?.changedSince ?? []);
  return (
    <ConfirmDialog
      heading="Restore the whole site?"
      confirmLabel="Restore"
      open
      busy={busy || data === undefined || query.isFetching}
      onClose={onClose}
      onConfirm={() => data && onConfirm(data.published)}
    >
      <p>
        Visitors will see the texts and pictures of this version at once. It becomes a new entry of
        the history, so you can go back again.
      </p>
      <LoadState query={query}>
        {({ changedSince }) => (
          <>
            <p>All of this is changed back. To bring back only one, open its own history.</p>
            <ul className={styles.plainList}>
              {changedSince.map((path) => (
                <li key={path}>{titleOf(path)}</li>
              ))}
            </ul>
          </>
        )}
      </LoadState>
      <ActionNotice result={result} />
    </ConfirmDialog>
  );
}

interface RestoreDocumentProps {
  path: string;
  revision: number;
  onClose: () => void;
}

function RestoreDocument({ path, revision, onClose }: RestoreDocumentProps): ReactNode {
  const query = useQuery(draftChangesQuery(path));
  const { run, busy, result } = useAction();
  const [, navigate] = useLocation();
  const current = query.data;
  return (
    <ConfirmDialog
      heading="Bring this text back?"
      confirmLabel="Bring it back"
      open
      busy={busy || current === undefined}
      onClose={onClose}
      onConfirm={() =>
        current &&
        run({
          // Refused when somebody has saved another text since.
          request: () => restoreDocument(path, revision, current.version),
          invalidates: [queryKeys.content],
          onSuccess: () => navigate(documentPath(path)),
        })
      }
    >
      <p>
        It becomes a draft of this document. Nothing else changes, and visitors see it after you
        have published it.
      </p>
      <LoadState query={query}>
        {({ savedBy, savedAt }) =>
          savedBy !== null &&
          savedAt !== null && (
            <Notice tone="alarm" heading="There is a draft">
              <p>
                {savedBy} saved it, {formatDayAndTime(savedAt)}. It is replaced and cannot be
                brought back. Publish it first if it is needed.
              </p>
            </Notice>
          )
        }
      </LoadState>
      <ActionNotice result={result} />
    </ConfirmDialog>
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

interface ChangesProps {
  revision: number;
  /** Only the changes of this document. Null for all. */
  path: string | null;
}

function Changes({ revision, path: only }: ChangesProps): ReactNode {
  const query = useQuery(revisionQuery(revision));
  return (
    <LoadState query={query}>
      {({ changes }) => (
        <ChangeList
          revision={revision}
          changes={changes.filter(({ path }) => only === null || path === only)}
        />
      )}
    </LoadState>
  );
}

interface ChangeListProps {
  revision: number;
  changes: readonly DocumentChange[];
}

function ChangeList({ revision, changes }: ChangeListProps): ReactNode {
  const titleOf = useTitles(changes.map(({ path }) => path));
  const groups = groupChanges(changes.filter(({ isText }) => isText));
  const grouped = groups.flatMap(({ paths }) => paths);
  return (
    <>
      {groups.map((group) => (
        <section
          key={titleOfGroup(group)}
          className={desk.section}
          aria-label={titleOfGroup(group)}
        >
          <h2>{titleOfGroup(group)}</h2>
          <GroupedChange group={group} changes={changes} />
        </section>
      ))}
      {changes
        .filter(({ path }) => !grouped.includes(path))
        .map(({ path, isText, before, after, isNew, isDeleted, definition }) => (
          <section key={path} className={desk.section} aria-label={titleOf(path)}>
            <h2>
              {titleOf(path)}
              {isNew && " (new)"}
              {isDeleted && " (deleted)"}
            </h2>
            {isText ? (
              <ChangedDocument path={path} definition={definition} before={before} after={after} />
            ) : (
              <ChangedPicture
                before={isNew ? null : pictureOfRevision(path, revision - 1)}
                after={isDeleted ? null : pictureOfRevision(path, revision)}
              />
            )}
          </section>
        ))}
    </>
  );
}

/** More would hide the other entries. */
const MAX_NAMES = 5;

function describeDocuments(paths: readonly string[], titleOf: (path: string) => string): string {
  const shown = paths.slice(0, paths.length > MAX_NAMES ? MAX_NAMES - 1 : MAX_NAMES).map(titleOf);
  const rest = paths.length - shown.length;
  return joinNames(rest > 0 ? [...shown, `${rest} others`] : shown);
}
