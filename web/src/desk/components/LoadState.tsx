// What a screen shows for a query: loading, failed with "Try again", or the data. Data that could not be refreshed stays
// visible under the error.
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import styles from "./desk.module.css";

/** How often a server that could not be reached is asked again. */
const RETRY_MS = 10_000;

interface LoadStateProps<T> {
  query: UseQueryResult<T> | UseInfiniteQueryResult<T>;
  /** When a session expires, all loaded data is removed. This stays, with the dialogs in it and the words in them. */
  keepsInput?: boolean;
  children: (data: T) => ReactNode;
}

export function LoadState<T>({ query, keepsInput, children }: LoadStateProps<T>): ReactNode {
  const [last, setLast] = useState<{ data: T } | null>(null);
  if (keepsInput && query.data !== undefined && query.data !== last?.data) {
    setLast({ data: query.data });
  }
  const data = query.data ?? last?.data;
  const { isError, error, refetch } = query;
  const isUnreachable = isError && apiFailureOf(error).kind === "unreachable";
  // The message goes by itself when the server can be reached again.
  useEffect(() => {
    if (!isUnreachable) return;
    const again = () => void refetch();
    const timer = setInterval(again, RETRY_MS);
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [isUnreachable, refetch]);
  if (query.isPending && data === undefined) return <p role="status">Loading...</p>;
  // A failed further page is reported where it was asked for, at the end of the list.
  const isFurtherPage = "isFetchNextPageError" in query && query.isFetchNextPageError;
  return (
    <>
      {query.isError && !isFurtherPage && (
        <div className={styles.section}>
          <Notice tone="alarm" live>
            <p>{describeApiFailure(apiFailureOf(query.error))}</p>
          </Notice>
          <div className={styles.row}>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}
