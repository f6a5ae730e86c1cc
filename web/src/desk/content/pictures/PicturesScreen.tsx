// All pictures of the site with their descriptions and where they are used: upload, replace, delete.

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearch } from "wouter";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { Button } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { deleteDocument, pictureUrl } from "../../api/endpoints";
import { contentQuery, picturesQuery, queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useAction } from "../../components/use-action";
import { CONTENT_PATH, documentPath, framingPath } from "../content-address";
import { titleOfPath } from "../document-parts";
import { RemovalLink } from "../removal/RemovalLink";
import styles from "./Pictures.module.css";
import { PictureUpload } from "./PictureUpload";

export function PicturesScreen(): ReactNode {
  const query = useQuery(picturesQuery);
  const contentList = useQuery(contentQuery);
  // What a search has found.
  const first = new URLSearchParams(useSearch()).get("first");
  const [isUploading, setIsUploading] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  // Not part of the list: a colleague may delete the picture while somebody describes it.
  const [changed, setChanged] = useState<PictureSummary | null>(null);
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
      </p>
      <h1 tabIndex={-1}>Pictures</h1>
      <div className={desk.row}>
        <Button onClick={() => setIsUploading(true)}>Upload a new picture</Button>
      </div>
      <RemovalLink />
      <ActionNotice result={done === null ? null : { tone: "success", message: done }} />
      {/* Titles that came later would lay the list out again, below somebody's finger. */}
      <LoadState query={contentList} keepsInput>
        {({ documents }) => (
          <LoadState query={query} keepsInput>
            {(pictures) => (
              <ul className={styles.list}>
                {inOrder(pictures, first).map((picture) => (
                  <PictureItem
                    key={picture.path}
                    picture={picture}
                    documents={documents}
                    onChange={() => setChanged(picture)}
                  />
                ))}
              </ul>
            )}
          </LoadState>
        )}
      </LoadState>
      {isUploading && (
        <DeskDialog heading="Upload a new picture" open onClose={() => setIsUploading(false)}>
          <PictureUpload
            onDone={({ description }) => {
              setDone(`Uploaded: ${description}. Choose it in a document to show it on the site.`);
              setIsUploading(false);
            }}
            onCancel={() => setIsUploading(false)}
          />
        </DeskDialog>
      )}
      {changed && (
        <DeskDialog heading="Change the picture" open onClose={() => setChanged(null)}>
          <p>
            Every document that uses it shows the new one when you publish. A document that has the
            description of this picture gets the new description.
          </p>
          <PictureUpload
            replaced={changed}
            onDone={({ description, framing }, documents) => {
              setChanged(null);
              const isReset = isFramed(changed.framing) && !isFramed(framing);
              setDone(describeChange(description, documents.length, isReset));
            }}
            onCancel={() => setChanged(null)}
          />
        </DeskDialog>
      )}
    </div>
  );
}

const isFramed = ({ crop, focalPoint }: PictureSummary["framing"]) =>
  crop !== null || focalPoint !== null;

/** `isReset`: the part and the point that were chosen are of the picture before. */
function describeChange(description: string | null, documents: number, isReset: boolean): string {
  const reset = isReset
    ? " The part and the point of the old picture do not fit and were removed: press “Choose what is shown” to choose them again."
    : "";
  const saved = `Saved as a draft: ${description}.${reset}`;
  if (documents === 0) return saved;
  const count = documents === 1 ? "a document" : `${documents} documents`;
  return `${saved} There are new drafts of ${count}. Publish them together with it.`;
}

/** The other folder is that of the game, whose pictures hardly anybody changes. */
const FOLDER = "pictures/";

function inOrder(
  pictures: readonly PictureSummary[],
  first: string | null,
): readonly PictureSummary[] {
  const rank = ({ path }: PictureSummary) => (path === first ? 0 : path.startsWith(FOLDER) ? 1 : 2);
  return [...pictures].sort((one, other) => rank(one) - rank(other));
}

interface PictureItemProps {
  picture: PictureSummary;
  documents: readonly DocumentSummary[];
  onChange: () => void;
}

function PictureItem({ picture, documents, onChange }: PictureItemProps): ReactNode {
  const { path, version, description, width, height, bytes, framing, usedIn } = picture;
  const [isDeleting, setIsDeleting] = useState(false);
  const { run, busy, result } = useAction(isDeleting);
  const close = () => setIsDeleting(false);
  const name = description ?? titleOfPath(path, []);
  return (
    <li className={styles.item}>
      <img
        className={styles.thumbnail}
        src={pictureUrl(path, version)}
        alt=""
        width={width}
        height={height}
        loading="lazy"
      />
      <div className={desk.section}>
        <p>
          <span className={desk.name}>{name}</span>
          <br />
          <span className={desk.secondary}>
            {width} × {height} pixels, {Math.ceil(bytes / 1000)} KB.
            {framing.crop && " A part of it is shown."}
          </span>
        </p>
        <p>
          {usedIn.length === 0 ? "Not used." : "Used in "}
          {usedIn.map((user, index) => (
            <span key={user}>
              {index > 0 && ", "}
              <UserLink path={user} documents={documents} />
            </span>
          ))}
        </p>
        <div className={desk.row}>
          <button
            type="button"
            className={desk.textButton}
            aria-label={`Change ${name}`}
            onClick={onChange}
          >
            Change
          </button>
          {path.startsWith(FOLDER) && (
            <Link
              href={framingPath(path)}
              className={desk.textButton}
              aria-label={`Choose what is shown of ${name}`}
            >
              Choose what is shown
            </Link>
          )}
          {usedIn.length === 0 && (
            <button
              type="button"
              className={desk.textButton}
              aria-label={`Delete ${name}`}
              onClick={() => setIsDeleting(true)}
            >
              Delete
            </button>
          )}
        </div>
        <ActionNotice result={result} />
      </div>
      {isDeleting && (
        <ConfirmDialog
          heading="Delete this picture?"
          confirmLabel="Delete"
          open
          busy={busy}
          onClose={close}
          onConfirm={() =>
            run({
              request: () => deleteDocument(path, version),
              invalidates: [queryKeys.content],
              onSettled: close,
            })
          }
        >
          <p>{name} is not used. It is taken off the site with the next publication.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

interface UserLinkProps {
  /** A document, or "every page" for what the program itself shows. */
  path: string;
  documents: readonly DocumentSummary[];
}

function UserLink({ path, documents }: UserLinkProps): ReactNode {
  if (!path.includes(".")) return path;
  return <Link href={documentPath(path)}>{titleOfPath(path, documents)}</Link>;
}
