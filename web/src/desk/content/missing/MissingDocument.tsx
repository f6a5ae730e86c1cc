// One document with facts to fill in: a line that says what to do there, and its fields below it.
import { type ReactNode, useState } from "react";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import desk from "../../components/desk.module.css";
import { titleOfPath } from "../document-parts";
import { joinNames } from "../join-names";
import { MissingFacts } from "./MissingFacts";

interface MissingDocumentProps {
  path: string;
  keys: readonly string[];
  /** Nothing of it has to be filled in any more. */
  isDone: boolean;
  documents: readonly DocumentSummary[];
  problems: readonly ContentProblem[];
}

export function MissingDocument({ isDone, ...props }: MissingDocumentProps): ReactNode {
  const { path, keys, documents } = props;
  const title = titleOfPath(path, documents);
  // What was opened stays: somebody may have typed in it.
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className={desk.folded}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true);
      }}
    >
      <summary>
        {title}: {isDone ? "filled in" : whatToDo(keys)}
      </summary>
      {wasOpened && (
        <section className={desk.section} aria-label={title}>
          <MissingFacts {...props} />
        </section>
      )}
    </details>
  );
}

/** By the key of the fact. */
const tasks: Readonly<Record<string, string>> = {
  name: "write the name",
  reviewed_by: "say who has reviewed it",
  last_reviewed: "on which day",
};

/** "say who has reviewed it and on which day" */
function whatToDo(keys: readonly string[]): string {
  const known = keys.flatMap((key) => tasks[key] ?? []);
  if (known.length === keys.length) return joinNames([...new Set(known)]);
  return keys.length === 1 ? "fill in 1 fact" : `fill in ${keys.length} facts`;
}
