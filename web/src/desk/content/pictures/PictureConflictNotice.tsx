// Says that a colleague has changed the picture or its description, shows both, and offers ways to go on.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import type { SeenPicture } from "../../api/endpoints";
import desk from "../../components/desk.module.css";

interface PictureConflictNoticeProps {
  /** What the person began with. */
  before: SeenPicture;
  now: SeenPicture;
  /** The description in the field. */
  mine: string;
  /** Whether the person has chosen a file. */
  hasFile: boolean;
  maxLength: number;
  onDescribe: (description: string) => void;
}

export function PictureConflictNotice(props: PictureConflictNoticeProps): ReactNode {
  const { before, now, mine, hasFile, maxLength, onDescribe } = props;
  const theirs = now.description ?? "";
  const both = `${theirs} ${mine}`;
  const isReplaced = now.version !== before.version;
  const isDescribed = theirs !== (before.description ?? "");
  return (
    <Notice tone="alarm" live heading="Somebody else has changed this picture">
      {isReplaced && (
        <p>
          Another picture was saved in its place.{" "}
          {hasFile ? "Your file will replace it." : "It is shown above."}
        </p>
      )}
      {isDescribed && (
        <>
          <p>Another description was saved while you were writing:</p>
          <blockquote>{theirs}</blockquote>
        </>
      )}
      <p>Nothing of yours was saved yet. Press “Save” to save what is in the field below.</p>
      {isDescribed && theirs !== mine && (
        <div className={desk.row}>
          <Button weight="quiet" onClick={() => onDescribe(theirs)}>
            Take their description
          </Button>
          {both.length <= maxLength && (
            <Button weight="quiet" onClick={() => onDescribe(both)}>
              Put both into the field
            </Button>
          )}
        </div>
      )}
    </Notice>
  );
}
