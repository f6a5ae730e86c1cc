// The sentence that an action left behind, announced when it appears.
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice/Notice";
import type { Report } from "./use-act";

export function ReportNotice({ report }: { report: Report | null }): ReactNode {
  return (
    report && (
      <Notice tone={report.tone} live>
        <p>{report.sentence}</p>
      </Notice>
    )
  );
}
