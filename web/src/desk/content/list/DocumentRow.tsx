// One document in a list: its title, which leads to it, what was found in it, and whether it is published.
import type { ReactNode } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Link } from "../../../ui/link/Link";
import { formatAppearance, formatDayAndTime } from "../../clinic-time";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";
import { documentPath, pageOf } from "../content-address";
import { titleOf } from "../document-parts";
import type { ListedDocument } from "./moved-documents";

const stateNames: Readonly<Record<DocumentSummary["state"], string>> = {
  published: "Published",
  changed: "Changed, not published",
  new: "New, not published",
  deleted: "Will be deleted",
};

export function DocumentRow({ document }: { document: ListedDocument }): ReactNode {
  const { path, appearsOn, state } = document;
  return (
    <li className={desk.listItem}>
      <Link className={styles.documentLink} href={documentPath(path)}>
        {titleOf(document)}
      </Link>
      {appearsOn && (
        <span className={styles.draft}>
          {/* A document that is changed as well says so after it. */}
          On the site {formatAppearance(appearsOn, Date.now())}
          {state !== "published" && ". "}
        </span>
      )}
      {state !== "published" && <State document={document} />}
    </li>
  );
}

export function State({ document }: { document: ListedDocument }): ReactNode {
  const { state, movedFrom, savedBy, savedAt } = document;
  return (
    <span className={styles.draft}>
      {movedFrom
        ? `Address changed, not published: ${movedFrom} → ${pageOf(document)}`
        : stateNames[state]}
      {savedBy !== null && savedAt !== null && ` by ${savedBy}, ${formatDayAndTime(savedAt)}`}
    </span>
  );
}
