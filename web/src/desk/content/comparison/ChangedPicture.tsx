// A changed picture: the one before and the one after, side by side.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { pictureOfRevision } from "../../api/endpoints";
import { contentQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";
import { usePictureUrl } from "../pictures/picture-address";

interface ChangedPictureProps {
  /** Where the old one is loaded from. Null when there was none. */
  before: string | null;
  /** Null when it is deleted. Undefined while its address is not known. */
  after: string | null | undefined;
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
  const url = usePictureUrl(isDeletion ? null : path);
  const revision = list?.revision;
  if (revision === undefined) return null;
  return (
    <ChangedPicture
      before={isNew ? null : pictureOfRevision(path, revision)}
      after={isDeletion ? null : url}
    />
  );
}

interface DraftPictureProps {
  path: string;
  isNew: boolean;
  isDeletion: boolean;
}

/** An owner may have removed it for good. */
function Shown({ heading, src }: { heading: string; src: string | undefined }): ReactNode {
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
