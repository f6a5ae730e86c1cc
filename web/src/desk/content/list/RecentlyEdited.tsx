// What was edited last, before all other lists: what somebody works on, or has published and reads again, is found at once.
import type { ReactNode } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { RecentDocument } from "../../../generated/RecentDocument";
import desk from "../../components/desk.module.css";
import { DocumentRow } from "./DocumentRow";
import { recentlyEdited } from "./site-order";

interface RecentlyEditedProps {
  documents: readonly DocumentSummary[];
  published: readonly RecentDocument[];
}

export function RecentlyEdited({ documents, published }: RecentlyEditedProps): ReactNode {
  const recent = recentlyEdited(documents, published);
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
