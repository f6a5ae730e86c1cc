// Asks the server every half minute how much waits for staff, and what the lists on the screen have now. Only while somebody uses the
// desk: each call keeps the session alive, and a desk that was left alone has to be signed out.
import { useQuery, useQueryClient } from "@tanstack/react-query";
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
  const { data: counts } = useQuery(waitingQuery);
  const { data: health } = useQuery({
    ...healthQuery,
    enabled: role === "owner",
    refetchInterval: isActive && HEALTH_INTERVAL_MS,
  });
  useReloadedLists(isActive);
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

/** Loads again what the screen shows of visits and recalls, because patients and colleagues change it. Also when somebody comes back. */
function useReloadedLists(isActive: boolean): void {
  const queryClient = useQueryClient();
  const wasActive = useRef(isActive);
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === "hidden") return;
      for (const queryKey of [queryKeys.appointments, queryKeys.recalls]) {
        // An answer that is on its way may be older than what has changed: it is asked for again.
        void queryClient.invalidateQueries({ queryKey });
      }
    };
    if (isActive && !wasActive.current) reload();
    wasActive.current = isActive;
    const timer = isActive ? setInterval(reload, INTERVAL_MS) : undefined;
    addEventListener("focus", reload);
    document.addEventListener("visibilitychange", reload);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", reload);
      document.removeEventListener("visibilitychange", reload);
    };
  }, [isActive, queryClient]);
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
