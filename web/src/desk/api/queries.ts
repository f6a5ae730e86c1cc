// Everything the desk loads: query keys and the calls behind them. Opening a screen always loads its data again, so an
// action has to invalidate only the keys of its own screen and of lists that show the same record.
import { queryOptions } from "@tanstack/react-query";
import type { EmailState } from "../../generated/EmailState";
import * as api from "./endpoints";

/** The first part of every key. Invalidating one refreshes all lists under it. */
export const queryKeys = {
  people: ["people"],
  statistics: ["statistics"],
  emails: ["emails"],
  staff: ["staff"],
  audit: ["audit"],
} as const;

export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.people, search],
    queryFn: () => api.findPeople(search),
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

export const auditQuery = queryOptions({ queryKey: queryKeys.audit, queryFn: api.getAudit });
