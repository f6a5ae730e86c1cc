// Shows the result of an action and announces it to screen readers.
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice/Notice";
import type { ActionResult } from "./use-action";

export function ActionNotice({ result }: { result: ActionResult | null }): ReactNode {
  return (
    result && (
      <Notice tone={result.tone} live>
        <p>{result.message}</p>
      </Notice>
    )
  );
}
