// Messages about documents, grouped by document. Each leads to its place.
import type { ReactNode } from "react";
import type { Advice } from "../../../generated/Advice";
import type { AdviceKind } from "../../../generated/AdviceKind";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Link } from "../../../ui/link/Link";
import { placePath } from "../content-address";
import { titleOfPath } from "../document-parts";
import styles from "./Checks.module.css";

interface CheckListProps {
  messages: readonly (ContentProblem | Advice)[];
  documents: readonly DocumentSummary[];
  /** The person goes to one of the places. It may be in the document that is open already. */
  onGo?: () => void;
}

/** What is missing has no line: the field in which it is added. */
const fields: Partial<Record<AdviceKind, string>> = {
  "no-source": "sources",
  "no-hospital": "hospitals",
};

export function CheckList({ messages, documents, onGo }: CheckListProps): ReactNode {
  const files = [...new Set(messages.map(({ file }) => file))];
  return (
    <div className={styles.checks}>
      {files.map((file) => (
        <section key={file} className={styles.document} aria-label={titleOfPath(file, documents)}>
          <h3>{titleOfPath(file, documents)}</h3>
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
