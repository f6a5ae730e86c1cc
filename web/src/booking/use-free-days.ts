// Loads the free times of a service.
import { useCallback, useEffect, useState } from "react";
import type { FreeDay } from "../generated/FreeDay";
import { type BookingFailure, fetchFreeDays } from "./booking-api";

export type FreeDays =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly days: readonly FreeDay[] }
  | { readonly kind: "failed"; readonly failure: BookingFailure };

/** Without a service nothing is loaded. */
export function useFreeDays(
  service: string | null,
  daysAhead: number,
): { freeDays: FreeDays; reload: () => void } {
  const [freeDays, setFreeDays] = useState<FreeDays>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt must load the times again
  useEffect(() => {
    if (service === null) return;
    let ignored = false;
    setFreeDays({ kind: "loading" });
    void fetchFreeDays(service, daysAhead).then((result) => {
      if (ignored) return;
      setFreeDays(
        result.kind === "ok"
          ? { kind: "ready", days: result.value }
          : { kind: "failed", failure: result },
      );
    });
    return () => {
      ignored = true;
    };
  }, [service, daysAhead, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { freeDays, reload };
}
