// Who published what and when, the words that changed, and a button to go back: for the whole site, or for one document.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { useSearch } from "wouter";
import type { ContentRevision } from "../../../generated/ContentRevision";
import type { DocumentChange } from "../../../generated/DocumentChange";
import { Link } from "../../../ui/link/Link";
import { pictureOfRevision, restoreRevision } from "../../api/endpoints";
import { contentQuery, historyQuery, queryKeys, revisionQuery } from "../../api/queries";
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
import { groupChanges, pathOfAddress } from "../comparison/change-groups";
import { GroupedChange, titleOfGroup } from "../comparison/GroupedChange";
import { CONTENT_PATH, documentHistoryPath, documentPath, HISTORY_PATH } from "../content-address";
import { titleOfPath } from "../document-parts";
import { LostVisits } from "../publishing/LostVisits";
import { RenamedChairs } from "../publishing/RenamedChairs";
import { RemovalLink } from "../removal/RemovalLink";
import { useTitles } from "../use-titles";
import { RestoreDocument } from "./RestoreDocument";
import { useOtherAddresses } from "./use-other-addresses";

export function HistoryScreen(): ReactNode {
  const path = new URLSearchParams(useSearch()).get("of");
  const query = useInfiniteQuery(historyQuery(path));
  const { data: list } = useQuery(contentQuery);
  const documents = list?.documents ?? [];
  const { earlier, current } = useOtherAddresses(path);
  // A page that has another address now: a text of its earlier one becomes the draft of the page that there is.
  const target = documents.some((document) => document.path === current) ? current : path;
  const isOnSite =
    path === null ||
    list === undefined ||
    documents.some((document) => document.path === path && document.state !== "new");
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
      {target !== null && target !== path && (
        <p>
          This page is at another address now: what you bring back here becomes the draft of{" "}
          <Link href={documentPath(target)}>{titleOfPath(target, documents)}</Link>.
        </p>
      )}
      {earlier.map((address) => (
        <p key={address}>
          This page was at another address before:{" "}
          <Link href={documentHistoryPath(pathOfAddress(address))}>History of {address}</Link>
        </p>
      ))}
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
                  isOnSite={isOnSite}
                  path={path}
                  target={target}
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
  /** Visitors see the document whose history it is. */
  isOnSite: boolean;
  /** Of the document whose history it is. Null for the whole site. */
  path: string | null;
  /** The document that its texts are brought back to. */
  target: string | null;
  titleOf: (path: string) => string;
}

function Revision(props: RevisionProps): ReactNode {
  const { revision, isCurrent, isOnSite, path, target, titleOf } = props;
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
          {isCurrent && (isOnSite ? " (on the site now)" : " (taken off the site)")}
        </span>
        {documents.length > 0 && (
          <>
            <br />
            Changed: <DocumentNames paths={documents} titleOf={titleOf} />
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
        (path === null || target === null ? (
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
          <RestoreDocument
            path={target}
            from={path}
            revision={number}
            onClose={() => setIsAsking(false)}
          />
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
  const isQuestion = data && data.visits.length + data.renamedChairs.length > 0;
  return (
    <ConfirmDialog
      heading="Restore the whole site?"
      confirmLabel={isQuestion ? "Restore anyway" : "Restore"}
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
        {({ changedSince, visits, renamedChairs, clinic }) => (
          <>
            <p>All of this is changed back. To bring back only one, open its own history:</p>
            <ul className={styles.plainList}>
              {changedSince.map((path) => (
                <li key={path}>
                  <Link href={documentHistoryPath(path)}>{titleOf(path)}</Link>
                </li>
              ))}
            </ul>
            <LostVisits days={visits} restored={clinic} />
            <RenamedChairs chairs={renamedChairs} />
          </>
        )}
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
          only={only}
          changes={changes.filter(({ path }) => only === null || path === only)}
        />
      )}
    </LoadState>
  );
}

interface ChangeListProps extends Pick<ChangesProps, "revision"> {
  only: string | null;
  changes: readonly DocumentChange[];
}

function ChangeList({ revision, only, changes }: ChangeListProps): ReactNode {
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
            {only === null && (
              <p>
                <Link href={documentHistoryPath(path)}>History of this document</Link>
              </p>
            )}
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

interface DocumentNamesProps {
  paths: readonly string[];
  titleOf: (path: string) => string;
}

/** "A, B and 4 others", each a link to its own history: that is the only way to a document that was deleted. */
function DocumentNames({ paths, titleOf }: DocumentNamesProps): ReactNode {
  const shown = paths.slice(0, paths.length > MAX_NAMES ? MAX_NAMES - 1 : MAX_NAMES);
  const rest = paths.length - shown.length;
  const isLast = (index: number) => rest === 0 && index === shown.length - 1;
  return (
    <>
      {shown.map((path, index) => (
        <Fragment key={path}>
          {index > 0 && (isLast(index) ? " and " : ", ")}
          <Link href={documentHistoryPath(path)}>{titleOf(path)}</Link>
        </Fragment>
      ))}
      {rest > 0 && ` and ${rest} others`}
    </>
  );
}
