// The drafts that were saved last, before all other lists: what somebody works on is found at once.
import type { ReactNode } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import desk from "../../components/desk.module.css";
import { DocumentRow } from "./DocumentRow";
import { recentlyEdited } from "./site-order";

export function RecentlyEdited({
  documents,
}: {
  documents: readonly DocumentSummary[];
}): ReactNode {
  const recent = recentlyEdited(documents);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="content-recent" className={desk.section}>
      <h2 id="content-recent">Recently edited</h2>
      <ul className={desk.list}>
        {recent.map((document) => (
          <DocumentRow key={document.path} document={document} />
        ))}
      </ul>
    </section>
  );
}
