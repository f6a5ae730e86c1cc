// Tells editors and owners that the site shows other content than the published one, why, and what to do.
import type { ReactNode } from "react";
import { Notice } from "../../../ui/notice/Notice";

interface ContentProblemsProps {
  notice: string | null;
  problems: readonly string[];
}

export function ContentProblems({ notice, problems }: ContentProblemsProps): ReactNode {
  if (notice === null) return null;
  return (
    <Notice tone="alarm" heading="The last edit is not on the site">
      <p>{notice}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}
