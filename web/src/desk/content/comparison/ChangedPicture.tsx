// A changed picture: the one before and the one after, side by side.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pictureOfRevision, pictureUrl } from "../../api/endpoints";
import { contentQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";

interface ChangedPictureProps {
  /** Where the old one is loaded from. Null when there was none. */
  before: string | null;
  /** Null when it is deleted. */
  after: string | null;
}

export function ChangedPicture({ before, after }: ChangedPictureProps): ReactNode {
  return (
    <div className={styles.sideBySide}>
      {before !== null && <Shown heading="The old picture" src={before} />}
      {after === null ? (
        <p className={desk.secondary}>It is deleted.</p>
      ) : (
        <Shown heading={before === null ? "The picture" : "The new picture"} src={after} />
      )}
    </div>
  );
}

/** Of a draft, beside what is published. */
export function DraftPicture({ path, isNew, isDeletion }: DraftPictureProps): ReactNode {
  const { data: list } = useQuery(contentQuery);
  const revision = list?.revision;
  if (revision === undefined) return null;
  return (
    <ChangedPicture
      before={isNew ? null : pictureOfRevision(path, revision)}
      after={isDeletion ? null : pictureUrl(path)}
    />
  );
}

interface DraftPictureProps {
  path: string;
  isNew: boolean;
  isDeletion: boolean;
}

/** An owner may have removed it for good. */
function Shown({ heading, src }: { heading: string; src: string }): ReactNode {
  const [isMissing, setIsMissing] = useState(false);
  return (
    <figure className={styles.shownPicture}>
      <figcaption className={desk.secondary}>{heading}</figcaption>
      {isMissing ? (
        <p>It cannot be shown any more.</p>
      ) : (
        <img src={src} alt={heading} onError={() => setIsMissing(true)} />
      )}
    </figure>
  );
}
