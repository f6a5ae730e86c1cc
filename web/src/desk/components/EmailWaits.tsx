// Says that an email is held, as long as it is.
import { type ReactNode, useEffect, useState } from "react";

/** How long the server holds the email about a change. A clock that is slow must not make it longer. */
const LONGEST_MS = 10_000;

export function EmailWaits({ until }: { until: string }): ReactNode {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const left = Math.min(Date.parse(until) - Date.now(), LONGEST_MS);
    const timer = setTimeout(() => setIsOver(true), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [until]);
  return isOver ? null : <p>An email goes out after 10 seconds, unless you undo this.</p>;
}
