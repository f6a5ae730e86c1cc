// Messages about documents, grouped by document. Each leads to its place.
import type { ReactNode } from "react";
import type { Advice } from "../../../generated/Advice";
import type { AdviceKind } from "../../../generated/AdviceKind";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Link } from "../../../ui/link/Link";
import { formatMoment } from "../../clinic-time";
import { documentPath, placePath } from "../content-address";
import { titleOfPath } from "../document-parts";
import styles from "./Checks.module.css";

interface CheckListProps {
  messages: readonly (ContentProblem | Advice)[];
  documents: readonly DocumentSummary[];
  /** Who reads it. Documents that somebody else has saved last then say so. */
  account?: string;
  /** The person goes to one of the places. It may be in the document that is open already. */
  onGo?: () => void;
}

/** What is missing has no line: the field in which it is added. */
const fields: Partial<Record<AdviceKind, string>> = {
  "no-source": "sources",
  "no-hospital": "hospitals",
};

export function CheckList({ messages, documents, account, onGo }: CheckListProps): ReactNode {
  const files = [...new Set(messages.map(({ file }) => file))];
  return (
    <div className={styles.checks}>
      {files.map((file) => (
        <section key={file} className={styles.document} aria-label={titleOfPath(file, documents)}>
          <h3>
            <Link href={documentPath(file)} onClick={onGo}>
              {titleOfPath(file, documents)}
            </Link>
          </h3>
          {account !== undefined && (
            <Colleague draft={draftOfColleague(file, documents, account)} />
          )}
          <ul>
            {messages
              .filter((message) => message.file === file)
              .map((found) => (
                <li key={`${found.line}:${found.message}`}>
                  {("plain" in found && found.plain) || found.message}{" "}
                  <Link
                    onClick={onGo}
                    href={placePath(
                      file,
                      found.line,
                      "kind" in found ? fields[found.kind] : undefined,
                    )}
                  >
                    Go there
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The draft that somebody else has saved last. */
export function draftOfColleague(
  file: string,
  documents: readonly DocumentSummary[],
  account: string,
): DocumentSummary | undefined {
  const draft = documents.find(({ path, state }) => path === file && state !== "published");
  return draft && draft.savedBy !== null && draft.savedBy !== account ? draft : undefined;
}

function Colleague({ draft }: { draft: DocumentSummary | undefined }): ReactNode {
  if (!draft?.savedAt) return null;
  return (
    <p>
      Last saved by {draft.savedBy}, {formatMoment(draft.savedAt, Date.now())}.
    </p>
  );
}
