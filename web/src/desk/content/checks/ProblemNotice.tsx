// What has to be corrected before the content can be published.
import type { ReactNode } from "react";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Notice } from "../../../ui/notice/Notice";
import { useMe } from "../../sign-in/SessionProvider";
import { CheckList, draftOfColleague } from "./CheckList";

interface ProblemNoticeProps {
  heading: string;
  problems: readonly ContentProblem[];
  documents: readonly DocumentSummary[];
}

export function ProblemNotice({ heading, problems, documents }: ProblemNoticeProps): ReactNode {
  return (
    problems.length > 0 && (
      <Notice tone="alarm" heading={heading}>
        <CheckList messages={problems} documents={documents} />
      </Notice>
    )
  );
}

/** One's own first. What a colleague is writing now is no alarm. */
export function ProblemsOfAll({
  problems,
  documents,
}: Omit<ProblemNoticeProps, "heading">): ReactNode {
  const { name: account } = useMe();
  const isOthers = ({ file }: ContentProblem) =>
    draftOfColleague(file, documents, account) !== undefined;
  const others = problems.filter(isOthers);
  return (
    <>
      <ProblemNotice
        heading="Correct before publishing"
        problems={problems.filter((problem) => !isOthers(problem))}
        documents={documents}
      />
      {others.length > 0 && (
        <Notice heading="Colleagues have to correct this before it is published">
          <CheckList messages={others} documents={documents} account={account} />
        </Notice>
      )}
    </>
  );
}
