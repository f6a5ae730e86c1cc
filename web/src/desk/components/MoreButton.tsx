// Loads the next page of a long list. When that fails, the pages before stay on screen.
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import styles from "./desk.module.css";

interface MoreButtonProps {
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
}

export function MoreButton({ query }: MoreButtonProps): ReactNode {
  if (!query.hasNextPage) return null;
  const busy = query.isFetchingNextPage;
  return (
    <div className={styles.section}>
      {query.isFetchNextPageError && (
        <Notice tone="alarm" live>
          <p>{describeApiFailure(apiFailureOf(query.error))}</p>
        </Notice>
      )}
      <div className={styles.row}>
        <Button weight="quiet" busy={busy} onClick={() => !busy && void query.fetchNextPage()}>
          {busy ? "Loading..." : "Show more"}
        </Button>
      </div>
    </div>
  );
}
