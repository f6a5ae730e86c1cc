// What a screen shows for a query: loading, failed with "Try again", or the data. Data that could not be refreshed stays
// visible under the error.
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import styles from "./desk.module.css";

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
