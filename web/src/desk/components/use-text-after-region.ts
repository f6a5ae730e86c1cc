// Makes screen readers read a result. Most of them do not read the text of a live region that appears together with it: the region has to
// be there first.
import { useEffect, useState } from "react";

/** Long enough for a screen reader to know the region, and too short to be seen. */
const REGION_MS = 100;

/** A list shows its result at another place when the row has gone. Nobody has to hear it twice. */
const said = new WeakSet<object>();

/** Whether the live region has its text: from a moment after it has appeared. Null while there is nothing to say, and no region. */
export function useTextAfterRegion(result: object | null): boolean {
  const hasRegion = result !== null;
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => {
    if (!hasRegion) return;
    const timer = setTimeout(() => setIsKnown(true), REGION_MS);
    return () => {
      clearTimeout(timer);
      setIsKnown(false);
    };
  }, [hasRegion]);
  const hasText = result !== null && (isKnown || said.has(result));
  useEffect(() => {
    if (hasText && result !== null) said.add(result);
  }, [hasText, result]);
  return hasText;
}
