// What the clinic still has to fill in: one field for each placeholder, saved as drafts, and the button that publishes.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { PlaceholderValue } from "../../../generated/PlaceholderValue";
import { ButtonLink } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { type Content, contentQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { ProblemNotice } from "../checks/ProblemNotice";
import { CONTENT_PATH } from "../content-address";
import { CLINIC_FILE } from "../document-parts";
import { InstancesNotShowing } from "../publishing/InstancesNotShowing";
import { PublishButton } from "../publishing/PublishButton";
import { countMissing, groupMissing } from "./count-missing";
import { FirstFew } from "./FirstFew";
import { MissingDocument } from "./MissingDocument";
import { MissingFacts } from "./MissingFacts";

export default function MissingScreen(): ReactNode {
  const query = useQuery(contentQuery);
  // Kept from the beginning: a field must not disappear when it is filled in.
  const [opened, setOpened] = useState<readonly PlaceholderValue[] | null>(null);
  if (opened === null && query.data) setOpened(query.data.placeholders);
  // A value that was wrong before has no field here any more, so the message leads to it.
  const [earlier, setEarlier] = useState<readonly ContentProblem[] | null>(null);
  if (earlier === null && query.data) setEarlier(query.data.problems);
  // The list is gone for a moment when the session expires; the words in the fields must stay.
  const [list, setList] = useState<Content | null>(null);
  if (query.data && query.data !== list) setList(query.data);
  return (
    <>
      <InstancesNotShowing />
      <div className={desk.section}>
        <p>
          <Link href={CONTENT_PATH}>All content</Link>
        </p>
        <h1 tabIndex={-1}>Facts to fill in</h1>
        {list && opened ? (
          <Missing list={list} placeholders={opened} earlier={earlier ?? []} />
        ) : (
          <LoadState query={query}>{() => null}</LoadState>
        )}
      </div>
    </>
  );
}

interface MissingProps {
  list: Content;
  placeholders: readonly PlaceholderValue[];
  /** What was wrong when the screen was opened. */
  earlier: readonly ContentProblem[];
}

function Missing({ list, placeholders, earlier }: MissingProps): ReactNode {
  // The clinic first, then the others.
  const files = [...new Set([CLINIC_FILE, ...placeholders.map(({ file }) => file)])].filter(
    (file) => placeholders.some((placeholder) => placeholder.file === file),
  );
  const drafts = list.documents.filter(({ state }) => state !== "published");
  if (list.readOnlyReason !== null) {
    return (
      <Notice heading="The content is not edited here">
        <p>{list.readOnlyReason}</p>
      </Notice>
    );
  }
  if (files.length === 0 && list.problems.length > 0) {
    return (
      <ProblemNotice
        heading="Correct this first"
        problems={list.problems}
        documents={list.documents}
      />
    );
  }
  if (files.length === 0) {
    return (
      <Notice heading="Nothing is missing">
        <p>Every fact about the clinic is filled in.</p>
      </Notice>
    );
  }
  const left = list.problems.length > 0 ? null : countMissing(list.placeholders);
  const missingIn = (path: string) => ({
    path,
    keys: placeholders.filter(({ file }) => file === path).map(({ key }) => key),
    documents: list.documents,
    problems: list.problems.filter(({ file }) => file === path),
  });
  const isLeft = ({ file, message }: ContentProblem) =>
    list.problems.some((problem) => problem.file === file && problem.message === message);
  return (
    <>
      <p>
        The site needs these facts to be right. Fill in what you know; you can come back for the
        rest. What you write is saved by itself, and visitors see it after you have published it.
      </p>
      <ProblemNotice
        heading="Correct this as well"
        problems={earlier.filter(isLeft)}
        documents={list.documents}
      />
      {groupMissing(files).map(({ heading, several, files: inGroup }) => (
        <section key={heading} className={desk.section} aria-label={heading}>
          <h2>{heading}</h2>
          <FirstFew more={(count) => `${count} more ${several}`}>
            {inGroup.map((file) =>
              file === CLINIC_FILE ? (
                <MissingFacts key={file} {...missingIn(file)} />
              ) : (
                <MissingDocument
                  key={file}
                  {...missingIn(file)}
                  isDone={left !== null && list.placeholders.every((value) => value.file !== file)}
                />
              ),
            )}
          </FirstFew>
        </section>
      ))}
      <p role="status">
        {left === null
          ? "Something has to be corrected before it can be published."
          : left === ""
            ? "Everything is filled in."
            : `Left to fill in: ${left}.`}
      </p>
      <div className={desk.row}>
        <PublishButton label="Publish" disabled={drafts.length === 0} documents={list.documents} />
        <ButtonLink weight="quiet" href={CONTENT_PATH}>
          Later
        </ButtonLink>
      </div>
    </>
  );
}
