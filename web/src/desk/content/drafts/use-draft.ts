// A draft for a React screen: it is sent when the network or the session is back.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSession } from "../../session/SessionProvider";
import { deviceCopy } from "./device-copy";
import { DraftSession } from "./draft-session";
import type { DraftState, OtherText, SaveResult } from "./draft-state";

interface DraftOptions {
  path: string;
  server: OtherText;
  /** Rejects with an ApiError. The query client then knows about an expired session. */
  save: (text: string, version: string) => Promise<string>;
  resultOf: (error: unknown) => SaveResult;
}

export function useDraft(options: DraftOptions): { state: DraftState; draft: DraftSession } {
  const { session } = useSession();
  const account = session.kind === "signedIn" || session.kind === "expired" ? session.me.name : "";
  const { mutateAsync } = useMutation({
    mutationFn: ({ text, version }: { text: string; version: string }) =>
      options.save(text, version),
  });
  const latest = useRef({ mutateAsync, resultOf: options.resultOf });
  useEffect(() => {
    latest.current = { mutateAsync, resultOf: options.resultOf };
  });

  const [draft] = useState(() => {
    const save = (text: string, version: string): Promise<SaveResult> =>
      latest.current.mutateAsync({ text, version }).then(
        (saved): SaveResult => ({ kind: "saved", version: saved }),
        (error: unknown) => latest.current.resultOf(error),
      );
    return new DraftSession(options.server, save, deviceCopy(account, options.path));
  });
  const state = useSyncExternalStore(
    (listener) => draft.subscribe(listener),
    () => draft.state,
  );

  useEffect(() => {
    const retry = () => draft.retry();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [draft]);

  const isSignedIn = session.kind === "signedIn";
  useEffect(() => {
    if (isSignedIn) draft.signedIn();
  }, [draft, isSignedIn]);

  return { state, draft };
}
