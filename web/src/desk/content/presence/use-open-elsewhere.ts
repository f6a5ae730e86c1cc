// Tells the server that this tab shows a document, and learns from the answer who else does. A hidden tab does not ask, and
// counts as closed after a minute. Asking does not keep the session alive.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { randomKey } from "../../../lib/random-key";
import * as api from "../../api/endpoints";
import { currentAccount } from "../../api/request";
import { useSession } from "../../sign-in/SessionProvider";

export interface OpenScreen {
  path: string;
  /** The part of a document that has several screens. */
  part: string | null;
}

/** The server forgets a tab after three times as long. */
export const INTERVAL_MS = 20_000;
/** An answer that is older says nothing about now: the computer slept, or the tab was hidden. */
const FRESH_MS = 60_000;

type Answer = {
  readonly at: number;
  readonly names: readonly string[];
  /** Those who were not in the answer before. */
  readonly newcomers: readonly string[];
};

/** For one screen: it is mounted again for another document. */
export function useOpenElsewhere({ path, part }: OpenScreen): Omit<Answer, "at"> {
  const { session } = useSession();
  // Of this screen alone: the one before it may still be telling that it leaves.
  const [tab] = useState(randomKey);
  const lastCall = useRef<Promise<unknown>>(Promise.resolve());
  const { data, dataUpdatedAt, isError, isFetching } = useQuery({
    queryKey: ["open documents", path, part],
    queryFn: () => {
      const call = api.keepDocumentOpen({ path, part, tab });
      lastCall.current = call.catch(() => {});
      return call;
    },
    enabled: session.kind === "signedIn",
    refetchInterval: INTERVAL_MS,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    gcTime: 0,
  });
  const [answer, setAnswer] = useState<Answer>({ at: 0, names: [], newcomers: [] });
  if (data && dataUpdatedAt !== answer.at) {
    const { names } = data;
    const newcomers = names.filter((name) => !answer.names.includes(name));
    setAnswer({ at: dataUpdatedAt, names, newcomers });
  }

  useEffect(() => {
    const leave = () => api.leaveDocument({ path, part, tab });
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      // Whoever signs out has nothing open any more. Otherwise after a call that is on its way, which would open it again.
      if (currentAccount() !== null) void lastCall.current.then(leave);
    };
  }, [path, part, tab]);

  const isOld = isFetching && Date.now() - dataUpdatedAt >= FRESH_MS;
  return data && !isError && !isOld ? answer : { names: [], newcomers: [] };
}
