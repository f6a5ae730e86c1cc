// Looks for the puzzle of the next day while the page of an earlier one is open. A day ends in the clinic's time.

import { useEffect, useState } from "react";
import type { Practice } from "../../generated/Practice";
import { fetchPageData } from "../../lib/loading/page-data";
import { pagePath } from "../../lib/navigation/paths";
import { isDayOver } from "../../lib/time/clinic-time";
import { useServerNow } from "../../lib/time/use-server-now";

/** Without a network, or while the server has none, it is asked again. */
const RETRY_SECONDS = 5 * 60;

/** The puzzle that takes the place of this one. Null while there is none. */
export function useNewerPuzzle({ date }: Practice): Practice | null {
  const now = useServerNow();
  const isOver = now !== undefined && isDayOver(date, now);
  const [newer, setNewer] = useState<Practice | null>(null);

  useEffect(() => {
    if (!isOver) return;
    let isCurrent = true;
    const look = async () => {
      const result = await fetchPageData(pagePath("practice"));
      if (!isCurrent || !result.ok || result.data.page.kind !== "practice") return;
      const { puzzle } = result.data.page;
      // The offline cache has the new puzzle now, so it needs the picture as well.
      new Image().src = puzzle.level.image.src;
      setNewer(puzzle);
    };
    void look();
    const timer = setInterval(() => void look(), RETRY_SECONDS * 1000);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isOver]);

  // The server may still have this one, and the offline cache an earlier one.
  return newer !== null && newer.date > date ? newer : null;
}
