// The documents of one kind. A long list begins with its first rows.
import { type ReactNode, useState } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Button } from "../../../ui/button/Button";
import desk from "../../components/desk.module.css";
import { type NewKind, newKinds } from "../new-documents";
import { DocumentRow } from "./DocumentRow";

/** Twelve are shown as they are: a button for two more rows would save nothing. */
const SHOWN_AT_FIRST = 10;
const SHORT = 12;

interface DocumentGroupProps {
  heading: string;
  newKind: NewKind | undefined;
  documents: readonly DocumentSummary[];
  onNew: (kind: NewKind) => void;
}

export function DocumentGroup({
  heading,
  newKind,
  documents,
  onNew,
}: DocumentGroupProps): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  if (documents.length === 0 && newKind === undefined) return null;
  const id = `content-${heading.toLowerCase()}`;
  const isLong = documents.length > SHORT;
  return (
    <section aria-labelledby={id} className={desk.section}>
      <h2 id={id}>{heading}</h2>
      {newKind && (
        <div>
          <Button weight="quiet" onClick={() => onNew(newKind)}>
            New {newKinds[newKind].name}
          </Button>
        </div>
      )}
      <ul className={desk.list}>
        {documents.slice(0, isLong && !isWhole ? SHOWN_AT_FIRST : undefined).map((document) => (
          <DocumentRow key={document.path} document={document} />
        ))}
      </ul>
      {isLong && (
        <div>
          <Button weight="quiet" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show all ${documents.length}`} {heading.toLowerCase()}
          </Button>
        </div>
      )}
    </section>
  );
}
