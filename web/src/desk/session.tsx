// Who sits at the desk. Holds the session's state and watches every call for its end; when it ends, the screens stay
// where they are behind the sign-in, so that nothing typed is lost.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Outcome } from "./api";
import * as api from "./api";
import type { Problem } from "./problem";
import type { Me } from "./types";

export type Session =
  | { readonly kind: "opening" }
  | { readonly kind: "failed"; readonly problem: Problem }
  /** `lapsed` holds whoever was here until the session ended under their hands. */
  | { readonly kind: "signedOut"; readonly lapsed: Me | null }
  /** `entry` counts the sign-ins: what failed for want of a session is fetched anew after each. */
  | { readonly kind: "signedIn"; readonly me: Me; readonly entry: number };

type Keeper = {
  readonly session: Session;
  enter(me: Me): void;
  /** The same person, changed: nothing is fetched anew. */
  update(me: Me): void;
  leave(): void;
  retry(): void;
  call<T>(outcome: Promise<Outcome<T>>): Promise<Outcome<T>>;
};

const SessionContext = createContext<Keeper | null>(null);

interface SessionProviderProps {
  /** Called when somebody signs out: the next one starts at the beginning. */
  onLeave: () => void;
  children: ReactNode;
}

export function SessionProvider({ onLeave, children }: SessionProviderProps): ReactNode {
  const [session, setSession] = useState<Session>({ kind: "opening" });
  const entries = useRef(0);

  const open = useCallback(async () => {
    setSession({ kind: "opening" });
    setSession(opened(await api.me()));
  }, []);

  useEffect(() => void open(), [open]);

  const call = useCallback(async <T,>(pending: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await pending;
    if (!outcome.ok && outcome.problem.kind === "signedOut") setSession(lapse);
    return outcome;
  }, []);

  const keeper = useMemo<Keeper>(
    () => ({
      session,
      enter: (me) => {
        entries.current += 1;
        setSession({ kind: "signedIn", me, entry: entries.current });
      },
      update: (me) =>
        setSession((before) => (before.kind === "signedIn" ? { ...before, me } : before)),
      leave: () => {
        setSession({ kind: "signedOut", lapsed: null });
        onLeave();
      },
      retry: () => void open(),
      call,
    }),
    [session, call, open, onLeave],
  );
  return <SessionContext value={keeper}>{children}</SessionContext>;
}

function opened(outcome: Outcome<Me>): Session {
  if (outcome.ok) return { kind: "signedIn", me: outcome.value, entry: 0 };
  if (outcome.problem.kind === "signedOut") return { kind: "signedOut", lapsed: null };
  return { kind: "failed", problem: outcome.problem };
}

function lapse(before: Session): Session {
  return before.kind === "signedIn" ? { kind: "signedOut", lapsed: before.me } : before;
}

export function useSession(): Keeper {
  const keeper = useContext(SessionContext);
  if (!keeper) throw new Error("The desk's screens need the SessionProvider around them.");
  return keeper;
}

/** The signed-in person, for screens that exist only behind the sign-in. */
export function useMe(): Me {
  const { session } = useSession();
  const me = session.kind === "signedIn" ? session.me : null;
  const lapsed = session.kind === "signedOut" ? session.lapsed : null;
  const someone = me ?? lapsed;
  if (!someone) throw new Error("A screen of the desk was drawn before anybody signed in.");
  return someone;
}
