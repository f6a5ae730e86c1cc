// Everything the desk loads: query keys and the calls behind them. Opening a screen always loads its data again, so an
// action has to invalidate only the keys of its own screen and of lists that show the same record.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AuditEntry } from "../../generated/AuditEntry";
import type { CodeHolder } from "../../generated/CodeHolder";
import type { EmailState } from "../../generated/EmailState";
import * as api from "./endpoints";

/** The first part of every key. Invalidating one refreshes all lists under it. */
export const queryKeys = {
  people: ["people"],
  statistics: ["statistics"],
  emails: ["emails"],
  staff: ["staff"],
  audit: ["audit"],
  sessions: ["sessions"],
} as const;

/** A page begins after the last entry of the page before, so that new entries do not move it. */
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.people, search],
    queryFn: ({ pageParam }) => api.findPeople({ query: search, after: pageParam }),
    initialPageParam: null as Pick<CodeHolder, "issuedAt" | "code"> | null,
    getNextPageParam: ({ people, more }) => {
      const last = more ? people.at(-1) : undefined;
      return last && { issuedAt: last.issuedAt, code: last.code };
    },
  });

export const statisticsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, from, to],
    queryFn: () => api.getStats(from, to),
  });

export const emailsQuery = (state: EmailState) =>
  queryOptions({
    queryKey: [...queryKeys.emails, state],
    queryFn: () => api.listEmails(state),
  });

export const staffQuery = queryOptions({ queryKey: queryKeys.staff, queryFn: api.listStaff });

/** Whom a one-time link is for. Not asked again: after the password was chosen, the link no longer works. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ["link"],
    queryFn: () => api.openLink(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: api.listSessions,
});

export const auditQuery = infiniteQueryOptions({
  queryKey: queryKeys.audit,
  queryFn: ({ pageParam }) => api.getAudit(pageParam),
  initialPageParam: null as AuditEntry | null,
  getNextPageParam: ({ entries, more }) => (more ? entries.at(-1) : undefined),
});
