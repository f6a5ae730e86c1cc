// Everything the desk loads: query keys and the calls behind them. Opening a screen always loads its data again, so an
// action has to invalidate only the keys of its own screen and of lists that show the same record.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AuditEntry } from "../../generated/AuditEntry";
import type { CodeHolder } from "../../generated/CodeHolder";
import type { ContentList } from "../../generated/ContentList";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import type { DueRecall } from "../../generated/DueRecall";
import type { EmailState } from "../../generated/EmailState";
import type { RecallListName } from "../../generated/RecallListName";
import type { RunConfirmed } from "../sign-in/confirm-identity-context";
import { isOutOfDate } from "./api-error";
import * as api from "./endpoints";

/** The first part of every key. Invalidating one refreshes all lists under it. */
export const queryKeys = {
  people: ["people"],
  statistics: ["statistics"],
  emails: ["emails"],
  staff: ["staff"],
  audit: ["audit"],
  sessions: ["sessions"],
  appointments: ["appointments"],
  recalls: ["recalls"],
  content: ["content"],
  recordLimits: ["record limits"],
  health: ["health"],
} as const;

/** A page begins after the last entry of the page before, so that new entries do not move it. */
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.people, search],
    queryFn: ({ pageParam }) => api.findCodeHolders({ query: search, after: pageParam }),
    initialPageParam: null as Pick<CodeHolder, "issuedAt" | "code"> | null,
    getNextPageParam: ({ people, more }) => {
      const last = more && search === "" ? people.at(-1) : undefined;
      return last && { issuedAt: last.issuedAt, code: last.code };
    },
  });

export const statisticsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, from, to],
    queryFn: () => api.getStats(from, to),
  });

export const visitStatisticsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, "visits", from, to],
    queryFn: () => api.getVisitStatistics(from, to),
  });

export const recallStatisticsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, "recalls", from, to],
    queryFn: () => api.getRecallStatistics(from, to),
  });

export const emailsQuery = (state: EmailState) =>
  queryOptions({
    queryKey: [...queryKeys.emails, state],
    queryFn: () => api.listEmails(state),
  });

export const healthQuery = queryOptions({ queryKey: queryKeys.health, queryFn: api.getHealth });

export const staffQuery = queryOptions({ queryKey: queryKeys.staff, queryFn: api.listStaff });

/** Whom a one-time link is for. Not asked again: after the password was chosen, the link no longer works. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ["link"],
    queryFn: () => api.openLink(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Whether the link for the owner's account works. Not asked again, for the same reason. */
export const setupLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ["setup link"],
    queryFn: () => api.openSetupLink(token),
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

export type Content = Omit<ContentList, "drafts" | "published"> & {
  /** All documents, by path: as they are saved where there is a draft, and else as they are published. */
  readonly documents: readonly DocumentSummary[];
};

/** The published documents are loaded again only when something else is published. */
export const contentQuery = queryOptions({
  queryKey: [...queryKeys.content, "list"],
  queryFn: async ({ client }): Promise<Content> => {
    const { drafts, published, ...list } = await api.listDrafts();
    if (published === null) return { ...list, documents: [] };
    const { documents } = await client.fetchQuery(publishedContentQuery(published));
    const byPath = new Map([...documents, ...drafts].map((document) => [document.path, document]));
    const paths = [...byPath.keys()].sort();
    return { ...list, documents: paths.flatMap((path) => byPath.get(path) ?? []) };
  },
  // Something was published between the two answers.
  retry: (attempts, error) => attempts < 3 && isOutOfDate(error),
  retryDelay: 0,
});

const publishedContentQuery = (name: string) =>
  queryOptions({
    // Not below `queryKeys.content`: a save does not change it.
    queryKey: ["published content", name],
    queryFn: () => api.listPublishedContent(name),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Not kept: the texts change. What was found before stays until the answer is there. */
export const contentSearchQuery = (words: string) =>
  queryOptions({
    queryKey: [...queryKeys.content, "search", words],
    queryFn: () => api.searchContent(words),
    enabled: words !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Always asked again when the dialog opens. */
export const checksQuery = (documents: readonly string[] | null) =>
  queryOptions({
    queryKey: [...queryKeys.content, "checks", documents],
    queryFn: () => api.checkContent(documents),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const puzzlesQuery = queryOptions({
  queryKey: [...queryKeys.content, "puzzles"],
  queryFn: api.listPuzzles,
});

export const picturesQuery = queryOptions({
  queryKey: [...queryKeys.content, "pictures"],
  queryFn: api.listPictures,
});

/** Apart from the document that is edited, which must not be loaded again under the editor. */
export const draftChangesQuery = (path: string) =>
  queryOptions({
    queryKey: [...queryKeys.content, "changes", path],
    queryFn: () => api.getDocument(path),
    gcTime: 0,
  });

/** Refreshed only where the screen asks for it: the draft knows what has changed since. */
export const documentQuery = (path: string) =>
  queryOptions({
    queryKey: [...queryKeys.content, "document", path],
    queryFn: () => api.getDocument(path),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    gcTime: 0,
  });

export const appointmentsQuery = (from: string, days: number) =>
  queryOptions({
    queryKey: [...queryKeys.appointments, "days", from, days],
    queryFn: () => api.listAppointments(from, days),
  });

export const recordLimitsQuery = queryOptions({
  queryKey: queryKeys.recordLimits,
  queryFn: api.listRecordLimits,
});

export const openedAppointmentKey = (id: string) => ["opened appointment", id] as const;

/** Not kept, because it shows personal data, and loaded again only after a change, because each opening is recorded. */
export const openedAppointmentQuery = (id: string, runConfirmed: RunConfirmed) =>
  queryOptions({
    queryKey: openedAppointmentKey(id),
    queryFn: () => runConfirmed(() => api.openAppointment(id)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Each answer is a new object: the dialog waits for it.
    structuralSharing: false,
  });

/** What has become of an opened visit. No opening, so it is loaded again like the lists. */
export const currentAppointmentQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.appointments, "current", id],
    queryFn: () => api.getAppointment(id),
    gcTime: 0,
    structuralSharing: false,
  });

/** Not kept: they are free only now. */
export const freeTimesQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.appointments, "free times", id],
    queryFn: () => api.listFreeTimes(id),
    gcTime: 0,
  });

/** Of one document, or of the site. */
export const historyQuery = (path: string | null) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.content, "history", path],
    queryFn: ({ pageParam }) => api.getHistory(path, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ revisions, more }) => (more ? revisions.at(-1)?.number : undefined),
  });

/** Those that do not show what is published. */
export const instancesQuery = queryOptions({
  queryKey: [...queryKeys.content, "instances"],
  queryFn: api.listInstancesNotShowing,
});

/** What the signed-in person published last. */
export const recentQuery = queryOptions({
  queryKey: [...queryKeys.content, "recent"],
  queryFn: api.listRecentDocuments,
});

/** Pictures that only the history has. */
export const earlierPicturesQuery = queryOptions({
  queryKey: [...queryKeys.content, "earlier pictures"],
  queryFn: api.listEarlierPictures,
});

export const revisionQuery = (revision: number) =>
  queryOptions({
    queryKey: [...queryKeys.content, "revision", revision],
    queryFn: () => api.getRevision(revision),
  });

export const requestsQuery = queryOptions({
  queryKey: [...queryKeys.appointments, "requests"],
  queryFn: api.listRequests,
});

export const closedVisitsQuery = queryOptions({
  queryKey: [...queryKeys.appointments, "closed"],
  queryFn: api.listClosedVisits,
});

export const earlierTimesQuery = queryOptions({
  queryKey: [...queryKeys.appointments, "earlier times"],
  queryFn: api.listEarlierTimes,
});

export const waitingRequestsQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.appointments, "waiting-requests"],
  queryFn: ({ pageParam }) => api.listWaitingRequests(pageParam),
  initialPageParam: 0,
  getNextPageParam: ({ waiting, waitingTotal }, _pages, offset) => {
    const next = offset + waiting.length;
    return waiting.length > 0 && next < waitingTotal ? next : undefined;
  },
});

export const toTellQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.appointments, "to tell"],
  queryFn: ({ pageParam }) => api.listToTell(pageParam),
  initialPageParam: 0,
  getNextPageParam: ({ patients, total }, _pages, offset) => {
    const next = offset + patients.length;
    return patients.length > 0 && next < total ? next : undefined;
  },
});

export const toldQuery = queryOptions({
  queryKey: [...queryKeys.appointments, "told"],
  queryFn: api.listTold,
});

/** A page begins after the last recall of the page before. */
export const recallsQuery = (list: RecallListName) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.recalls, list],
    queryFn: ({ pageParam }) => api.listRecalls(list, pageParam),
    initialPageParam: null as Pick<DueRecall, "due" | "id"> | null,
    getNextPageParam: ({ recalls, more }) => (more ? recalls.at(-1) : undefined),
  });

/** Under the key of the appointments, so that a confirmed request also lowers the number. */
export const waitingQuery = queryOptions({
  queryKey: [...queryKeys.appointments, "waiting"],
  queryFn: api.countWaiting,
});
