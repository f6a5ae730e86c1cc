// Asks the server every half minute how much waits for staff. Only while somebody uses the desk: each call keeps the session
// alive, and a desk that was left alone has to be signed out.
import { hashKey, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Role } from "../../generated/Role";
import type { WaitingCounts } from "../../generated/WaitingCounts";
import { healthQuery, queryKeys, waitingQuery } from "../api/queries";

const INTERVAL_MS = 30_000;
const HEALTH_INTERVAL_MS = 5 * 60_000;
const ACTIVE_MS = 30 * 60_000;

/** `problems` are those of the server, for owners. */
export type Waiting = WaitingCounts & { readonly problems: number };

export function useWaitingCounts(role: Role): Waiting {
  const isActive = useIsActive();
  const { data: counts } = useQuery({ ...waitingQuery, refetchInterval: isActive && INTERVAL_MS });
  const { data: health } = useQuery({
    ...healthQuery,
    enabled: role === "owner",
    refetchInterval: isActive && HEALTH_INTERVAL_MS,
  });
  useRefreshedLists(counts);
  const problems = health?.checks.filter(({ isGood }) => !isGood).length ?? 0;
  return {
    requests: 0,
    waiting: 0,
    closed: 0,
    toTell: 0,
    recalls: 0,
    earlier: 0,
    ...counts,
    problems,
  };
}

/** When a number has changed, the lists on the screen are out of date: a patient has booked, or a colleague was faster. */
function useRefreshedLists(counts: WaitingCounts | undefined): void {
  const queryClient = useQueryClient();
  const previous = useRef(counts);
  useEffect(() => {
    const hasChanged = previous.current !== undefined && previous.current !== counts;
    previous.current = counts;
    if (!hasChanged) return;
    const isWaitingCount = (key: QueryKey) => hashKey(key) === hashKey(waitingQuery.queryKey);
    void queryClient.invalidateQueries({
      queryKey: queryKeys.appointments,
      predicate: ({ queryKey }) => !isWaitingCount(queryKey),
    });
    void queryClient.invalidateQueries({ queryKey: queryKeys.recalls });
  }, [counts, queryClient]);
}

/** False when nothing was pressed for half an hour. */
export function useIsActive(): boolean {
  const [isActive, setIsActive] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsActive(false), ACTIVE_MS);
      setIsActive(true);
    };
    restart();
    addEventListener("pointerdown", restart);
    addEventListener("keydown", restart);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", restart);
      removeEventListener("keydown", restart);
    };
  }, []);
  return isActive;
}
