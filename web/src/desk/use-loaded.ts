// What a screen fetches when it opens: on its way, failed, or here; and a way to fetch it again without blinking.
import { useCallback, useEffect, useRef, useState } from "react";
import type { Outcome } from "./api";
import type { Problem } from "./problem";
import { useSession } from "./session";

export type Loaded<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly problem: Problem }
  | { readonly kind: "ready"; readonly value: T };

/** Fetches anew whenever `fetch` changes, so callers keep it steady with `useCallback`. */
export function useLoaded<T>(fetch: () => Promise<Outcome<T>>): {
  loaded: Loaded<T>;
  reload: () => Promise<void>;
} {
  const { call, session } = useSession();
  const entry = session.kind === "signedIn" ? session.entry : null;
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: "loading" });
  const latest = useRef(0);

  const reload = useCallback(async () => {
    latest.current += 1;
    const turn = latest.current;
    const outcome = await call(fetch());
    // A slow answer to an older question must not replace a newer one.
    if (turn !== latest.current) return;
    setLoaded(
      outcome.ok
        ? { kind: "ready", value: outcome.value }
        : { kind: "failed", problem: outcome.problem },
    );
  }, [call, fetch]);

  useEffect(() => {
    if (entry === null) return;
    setLoaded({ kind: "loading" });
    void reload();
  }, [reload, entry]);

  return { loaded, reload };
}
