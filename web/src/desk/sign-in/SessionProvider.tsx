// Holds who is signed in. When the session expires, loaded data is removed from the page.
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Session } from "../../generated/Session";
import { type ApiFailure, apiFailureOf } from "../api/api-error";
import * as api from "../api/endpoints";
import { createQueryClient } from "../api/query-client";
import { setAccount } from "../api/request";
import { openDrafts } from "../content/drafts/unsaved-work";
import { findLosses } from "../layout/leaving/losses";
import { connectOtherTabs, type OtherTabs } from "./other-tabs";

type SessionState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly failure: ApiFailure }
  | { readonly kind: "signedOut" }
  /** `me` is the person whose session has expired, and `losses` what only the screen had then. */
  | { readonly kind: "expired"; readonly me: Session; readonly losses: readonly string[] }
  | { readonly kind: "signedIn"; readonly me: Session }
  /** Another tab has signed in with the account `me`, while this one was used by `previous`. */
  | { readonly kind: "switched"; readonly previous: string; readonly me: Session };

export type SessionApi = {
  readonly session: SessionState;
  /** After a successful sign-in. */
  startSession(me: Session): void;
  /** The same person with changed settings. */
  updateMe(me: Session): void;
  /** After a successful sign-out. `deleted` names the words that are deleted with it. */
  endSession(deleted?: readonly string[]): void;
  /** Asks the server again who is signed in. */
  reload(): void;
};

/** Outside of this file only for examples: what is signed in comes from the server. */
export const SessionContext = createContext<SessionApi | null>(null);

interface SessionProviderProps {
  /** Called after a sign-out. */
  onSignedOut: () => void;
  children: ReactNode;
}

export function SessionProvider({ onSignedOut, children }: SessionProviderProps): ReactNode {
  const [session, setSession] = useState<SessionState>({ kind: "loading" });
  const otherTabs = useRef<OtherTabs | null>(null);
  const checkAccount = useRef(() => {});
  const [queryClient] = useState(() =>
    createQueryClient({
      onSignedOut: () => {
        // Before the screen is gone.
        const losses = findLosses();
        setSession((current) => expire(current, losses));
      },
      // The role may have been changed.
      onForbidden: () => checkAccount.current(),
    }),
  );

  const account = accountOf(session);
  // Before any other effect: a screen that appears may send something at once.
  useInsertionEffect(() => setAccount(account), [account]);

  const reload = useCallback(async () => {
    setSession({ kind: "loading" });
    setSession(await loadSession());
  }, []);

  useEffect(() => void reload(), [reload]);

  useEffect(() => {
    const check = async () => {
      const found = await loadSession();
      const losses = findLosses();
      setSession((current) => afterCheck(current, found, losses));
    };
    checkAccount.current = () => void check();
    const tabs = connectOtherTabs((event) => {
      if (event === "signed in") return void check();
      // Before the screens go, which would leave these words on the device again.
      if (event !== "signed out") openDrafts.disown(event.account, event.deleted);
      // The other tab could not name what only this one has: the same account gets it back.
      const losses = findLosses();
      setSession((current) =>
        losses.length > 0 ? expire(current, losses) : { kind: "signedOut" },
      );
      queryClient.clear();
    });
    otherTabs.current = tabs;
    // A tab that was frozen in the background may have missed an event.
    const checkWhenVisible = () => document.visibilityState === "visible" && void check();
    document.addEventListener("visibilitychange", checkWhenVisible);
    return () => {
      tabs.close();
      document.removeEventListener("visibilitychange", checkWhenVisible);
    };
  }, [queryClient]);

  const isOver = session.kind === "switched" || session.kind === "expired";
  useEffect(() => {
    if (isOver) queryClient.clear();
  }, [isOver, queryClient]);

  const endsInSeconds = session.kind === "signedIn" ? session.me.endsInSeconds : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `session` restarts the timer when the server was asked again.
  useEffect(() => {
    if (endsInSeconds === null) return;
    const checkEnd = async () => {
      const found = await loadSession();
      const losses = findLosses();
      // Without a connection nobody knows, so nothing stays on a screen that was left alone.
      setSession((current) =>
        found.kind === "failed" ? expire(current, losses) : afterCheck(current, found, losses),
      );
    };
    const rest = (endsInSeconds + 1) * 1000;
    const timer = setTimeout(() => void checkEnd(), rest);
    // In some browsers a timer stands still while the computer sleeps.
    const endsAt = Date.now() + rest;
    const checkAfterSleep = () =>
      document.visibilityState === "visible" && Date.now() >= endsAt && void checkEnd();
    document.addEventListener("visibilitychange", checkAfterSleep);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", checkAfterSleep);
    };
  }, [session, endsInSeconds]);

  const value = useMemo<SessionApi>(
    () => ({
      session,
      startSession(me) {
        queryClient.clear();
        setSession({ kind: "signedIn", me });
        if (session.kind !== "switched") otherTabs.current?.announce("signed in");
      },
      updateMe: (me) =>
        setSession((current) => (current.kind === "signedIn" ? { ...current, me } : current)),
      endSession(deleted = []) {
        setSession({ kind: "signedOut" });
        queryClient.clear();
        otherTabs.current?.announce(
          deleted.length > 0 && account !== null ? { account, deleted } : "signed out",
        );
        onSignedOut();
      },
      reload: () => void reload(),
    }),
    [session, account, queryClient, reload, onSignedOut],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <SessionContext value={value}>{children}</SessionContext>
    </QueryClientProvider>
  );
}

async function loadSession(): Promise<SessionState> {
  try {
    const me = await api.getMe();
    return me ? { kind: "signedIn", me } : { kind: "signedOut" };
  } catch (error) {
    return { kind: "failed", failure: apiFailureOf(error) };
  }
}

/** What a tab shows after it asked the server who is signed in. With `losses`, which nothing but its screen has, the screen
 * waits, hidden, until its own account signs in again. */
function afterCheck(
  current: SessionState,
  found: SessionState,
  losses: readonly string[],
): SessionState {
  if (found.kind === "failed" || current.kind === "loading") return current;
  if (found.kind !== "signedIn") return expire(current, losses);
  const previous =
    current.kind === "signedIn" || current.kind === "expired" ? current.me.name : null;
  if (previous !== null && previous !== found.me.name) {
    if (losses.length > 0) return expire(current, losses);
    return { kind: "switched", previous, me: found.me };
  }
  return current.kind === "switched" ? { ...current, me: found.me } : found;
}

/** Whose screens are shown. */
function accountOf(session: SessionState): string | null {
  switch (session.kind) {
    case "signedIn":
    case "expired":
      return session.me.name;
    // What is still on its way was done by the one who left.
    case "switched":
      return session.previous;
    case "loading":
    case "failed":
    case "signedOut":
      return null;
  }
}

function expire(current: SessionState, losses: readonly string[]): SessionState {
  return current.kind === "signedIn" ? { kind: "expired", me: current.me, losses } : current;
}

export function useSession(): SessionApi {
  const value = useContext(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider.");
  return value;
}

/** The signed-in person. For screens, which exist only after a sign-in. */
export function useMe(): Session {
  const { session } = useSession();
  if (session.kind !== "signedIn" && session.kind !== "expired") {
    throw new Error("useMe was called before anyone signed in.");
  }
  return session.me;
}
