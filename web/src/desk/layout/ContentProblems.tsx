// Tells owners that the site still shows earlier content, because a file in the content folder has an error.
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice/Notice";

export function ContentProblems({ problems }: { problems: readonly string[] }): ReactNode {
  if (problems.length === 0) return null;
  return (
    <Notice tone="alarm" heading="The last edit is not on the site">
      <p>
        The content has errors. The site shows the version before them until they are corrected.
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}
