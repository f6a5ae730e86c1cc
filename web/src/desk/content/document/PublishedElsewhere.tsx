// Says who has published the document on the screen, when it was not published from here.
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { historyQuery } from "../../api/queries";
import { formatMoment } from "../../clinic-time";
import { useMe } from "../../sign-in/SessionProvider";

export function PublishedElsewhere({ path }: { path: string }): ReactNode {
  const me = useMe();
  const { data, isFetchedAfterMount } = useInfiniteQuery(historyQuery(path));
  const last = isFetchedAfterMount ? data?.pages[0]?.revisions[0] : undefined;
  return (
    <p role="status">
      {last &&
        last.author !== me.name &&
        `${last.author} published this ${formatMoment(last.publishedAt, Date.now())}.`}
    </p>
  );
}
