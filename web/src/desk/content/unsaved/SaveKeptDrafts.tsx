// Words that only this device has, of documents that are not open here: named at once, and saved by themselves.
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure, isRejected } from "../../api/api-error";
import { useMe } from "../../sign-in/SessionProvider";
import styles from "../Content.module.css";
import { documentPath } from "../content-address";
import { useOpenedDocument } from "../document/use-opened-document";
import { titleOfPath } from "../document-parts";
import type { DraftScreen } from "../drafts/draft-session";
import { hasUnsavedText } from "../drafts/draft-state";
import { describeStatus } from "../drafts/draft-status";
import { draftStorage } from "../drafts/draft-storage";
import { useDocumentDraft } from "../drafts/use-document-draft";
import { UnshownDrafts } from "./UnshownDrafts";

const WAITING = "Your words are kept on this device, and saved as soon as there is a connection.";

/** Another tab has the words, or only the editor can show them. */
const OPEN = "Open it to go on with your words.";

export const GONE = "This document was deleted or discarded. Your words are still on this device.";

export function SaveKeptDrafts({
  documents,
}: {
  documents: readonly DocumentSummary[];
}): ReactNode {
  const { name } = useMe();
  // Kept from the beginning: a line must not disappear when its words are saved.
  const [paths] = useState(() => draftStorage().keptPaths(name));
  return (
    paths.length > 0 && (
      <Notice heading="Words that were not saved">
        <ul className={styles.plainList}>
          {paths.map((path) => (
            <li key={path}>
              <Link href={documentPath(path)}>{titleOfPath(path, documents)}</Link>:{" "}
              <KeptDraft path={path} account={name} />
            </li>
          ))}
        </ul>
      </Notice>
    )
  );
}

/** The document that is being opened has words on this device. */
export function KeptWords({ path }: { path: string }): ReactNode {
  const { name } = useMe();
  const [isKept] = useState(() => draftStorage().keptPaths(name).includes(path));
  return (
    isKept && (
      <Notice heading="Nothing is lost">
        <p>{WAITING}</p>
      </Notice>
    )
  );
}

interface KeptDraftProps {
  path: string;
  account: string;
}

function KeptDraft({ path, account }: KeptDraftProps): ReactNode {
  const { query, opened } = useOpenedDocument(path);
  const [, navigate] = useLocation();
  // There can be no document of this name any more, or the content is not edited here.
  const isRefused = opened === null && query.isError && isRejected(query.error);
  const isGone = opened !== null && opened.text === null;
  return (
    <>
      <span role="status">
        {isRefused ? (
          describeApiFailure(apiFailureOf(query.error))
        ) : opened === null ? (
          WAITING
        ) : opened.text === null ? (
          GONE
        ) : (
          <SentDraft key={opened.version} document={opened} text={opened.text} account={account} />
        )}
      </span>
      {(isGone || isRefused) && (
        <UnshownDrafts
          path={path}
          version={opened?.version ?? null}
          onMade={() => navigate(documentPath(path))}
        />
      )}
    </>
  );
}

const nothingShown: DraftScreen = { hasEditor: false, flush: () => {}, show: () => {} };

interface SentDraftProps {
  document: ContentDocument;
  text: string;
  account: string;
}

function SentDraft({ document, text, account }: SentDraftProps): ReactNode {
  const { state } = useDocumentDraft(document, text, () => null, nothingShown);
  if (state.phase.kind !== "saved" || hasUnsavedText(state)) {
    return describeStatus(state, false, account).message;
  }
  const isLeft = draftStorage().keptPaths(account).includes(document.path);
  return isLeft ? OPEN : "Your words are saved in the draft now.";
}
