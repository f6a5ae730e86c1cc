// Shows the result of an action, scrolls to it and announces it to screen readers.
import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "../../ui/notice/Notice";
import { EmailWaits } from "./EmailWaits";
import type { ActionResult } from "./use-action";
import { useTextAfterRegion } from "./use-text-after-region";

export function ActionNotice({ result }: { result: ActionResult | null }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const hasText = useTextAfterRegion(result);
  const message = hasText ? result?.message : undefined;
  // In a long dialog or on a phone it may appear below the edge of the screen.
  useEffect(() => {
    if (message !== undefined) place.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  return (
    result && (
      <div ref={place} role={result.tone === "alarm" ? "alert" : "status"}>
        {hasText && (
          <Notice tone={result.tone}>
            <p>{result.message}</p>
            {result.emailWaitsUntil && (
              <EmailWaits key={result.emailWaitsUntil} until={result.emailWaitsUntil} />
            )}
          </Notice>
        )}
      </div>
    )
  );
}
