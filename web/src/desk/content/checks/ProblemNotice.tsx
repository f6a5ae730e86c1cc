// What has to be corrected before the content can be published.
import type { ReactNode } from "react";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Notice } from "../../../ui/notice/Notice";
import { CheckList } from "./CheckList";

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
