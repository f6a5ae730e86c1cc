// Two versions of a document side by side, and the ways to go on with either or both. The editor stays below.
import type { ReactNode } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";
import { ChangedDocument } from "../comparison/ChangedDocument";
import type { Choice, Phase } from "../drafts/draft-state";

interface ConflictViewProps {
  document: Pick<ContentDocument, "path" | "definition">;
  mine: string;
  /** The signed-in person: the other text may be theirs too, from another tab or device. */
  account: string;
  conflict: Extract<Phase, { kind: "conflict" }>;
  onChoose: (choice: Choice) => void;
}

export function ConflictView(props: ConflictViewProps): ReactNode {
  const { document, mine, account, conflict, onChoose } = props;
  const { path, definition } = document;
  const { theirs, base } = conflict;
  const isOwn = theirs.savedBy === account;
  const name = isOwn ? "you" : (theirs.savedBy ?? "somebody else");
  if (theirs.text === null) {
    return (
      <section className={desk.section} aria-label="Deleted">
        <Notice tone="alarm" live heading="This document was deleted">
          <p>
            {isOwn
              ? "You deleted it in another tab or on another device."
              : `While you were writing, ${name} deleted it.`}{" "}
            Your text is still here.
          </p>
        </Notice>
        <div className={desk.row}>
          <Button onClick={() => onChoose("mine")}>Keep my text</Button>
          <Button weight="quiet" onClick={() => onChoose("theirs")}>
            Delete my text as well
          </Button>
        </div>
      </section>
    );
  }
  // Without a base, what the two texts have in common stands for it.
  const before = (other: string) => base.text ?? other;
  return (
    <section className={desk.section} aria-label="Two versions">
      <Notice
        tone="alarm"
        live
        heading={
          isOwn
            ? "You changed this document in two places"
            : "This document was changed by two people"
        }
      >
        <p>
          {isOwn
            ? "In another tab or on another device you saved another text."
            : `While you were writing, ${name} saved another text.`}{" "}
          Nothing is lost: choose what to keep.
        </p>
      </Notice>
      <div className={styles.sideBySide}>
        <div>
          <h2>{isOwn ? "The text on this screen" : "Your text"}</h2>
          <ChangedDocument
            path={path}
            definition={definition}
            before={before(theirs.text)}
            after={mine}
          />
        </div>
        <div>
          <h2>{isOwn ? "Your other text" : `The text by ${name}`}</h2>
          <ChangedDocument
            path={path}
            definition={definition}
            before={before(mine)}
            after={theirs.text}
          />
        </div>
      </div>
      <div className={desk.row}>
        <Button onClick={() => onChoose("both")}>Keep both texts</Button>
        <Button weight="quiet" onClick={() => onChoose("mine")}>
          {isOwn ? "Keep this one" : "Keep mine"}
        </Button>
        <Button weight="quiet" onClick={() => onChoose("theirs")}>
          {isOwn ? "Keep the other one" : "Keep theirs"}
        </Button>
      </div>
    </section>
  );
}
