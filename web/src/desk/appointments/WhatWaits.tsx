// What waits, with links to its lists: on a phone they stand far above the plan, and on a laptop far below the first screen.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  closedVisitsQuery,
  earlierTimesQuery,
  requestsQuery,
  waitingRequestsQuery,
} from "../api/queries";
import styles from "./AppointmentsScreen.module.css";

export function WhatWaits(): ReactNode {
  const requests = useQuery(requestsQuery).data?.appointments.length ?? 0;
  const waiting = useInfiniteQuery(waitingRequestsQuery).data?.pages;
  const earlier = useQuery(earlierTimesQuery).data?.total ?? 0;
  const closed = useQuery(closedVisitsQuery).data?.total ?? 0;
  const lists: readonly (readonly [id: string, name: string, count: number])[] = [
    ["requests", "To confirm", requests],
    ["waiting", "Waiting without a time", waiting?.at(-1)?.waitingTotal ?? 0],
    ["unacknowledged", "New patients", waiting?.[0]?.unacknowledged.length ?? 0],
    ["earlier-times", "Earlier times", earlier],
    ["closed-visits", "Cannot take place as booked", closed],
  ];
  const shown = lists.filter(([, , count]) => count > 0);
  if (shown.length === 0) return null;
  return (
    <nav className={styles.counts} aria-label="What waits">
      <ul>
        <li className={styles.toPlan}>
          <HeadingLink id="plan">Plan</HeadingLink>
        </li>
        {shown.map(([id, name, count]) => (
          <li key={id}>
            <HeadingLink id={id}>
              {name}: {count}
            </HeadingLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Leads to a heading without a new address: Back leaves the screen. */
function HeadingLink({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        const heading = document.getElementById(id);
        heading?.scrollIntoView({ block: "start" });
        heading?.focus({ preventScroll: true });
      }}
    >
      {children}
    </a>
  );
}
