// A draft for a React screen: it is sent when the network or the session is back, and closed when the screen goes.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSession } from "../../sign-in/SessionProvider";
import { type DraftScreen, DraftSession } from "./draft-session";
import type { DraftState, SaveResult, ServerText } from "./draft-state";
import { draftStorage } from "./draft-storage";
import { openDrafts } from "./unsaved-work";

interface DraftOptions {
  /** The account that writes. */
  account: string;
  path: string;
  server: ServerText;
  /** Rejects with an ApiError. The query client then knows about an expired session. */
  save: (text: string, version: string) => Promise<string>;
  resultOf: (error: unknown) => SaveResult;
  screen: DraftScreen;
}

export function useDraft(options: DraftOptions): { state: DraftState; draft: DraftSession } {
  const { session } = useSession();
  const { mutateAsync } = useMutation({
    mutationFn: ({ text, version }: { text: string; version: string }) =>
      options.save(text, version),
  });
  const latest = useRef({ ...options, mutateAsync });
  useLayoutEffect(() => {
    latest.current = { ...options, mutateAsync };
  });

  const [draft] = useState(() => {
    const save = (text: string, version: string): Promise<SaveResult> =>
      latest.current.mutateAsync({ text, version }).then(
        (saved): SaveResult => ({ kind: "saved", version: saved }),
        (error: unknown) => latest.current.resultOf(error),
      );
    const copy = draftStorage().copyOf(options.account, options.path);
    return new DraftSession(options.server, save, copy);
  });
  const state = useSyncExternalStore(
    (listener) => draft.subscribe(listener),
    () => draft.state,
  );

  // Before the next screen of this document opens.
  useLayoutEffect(() => {
    draft.open({
      hasEditor: latest.current.screen.hasEditor,
      flush: () => latest.current.screen.flush(),
      show: (shown) => latest.current.screen.show(shown),
    });
    const { account, path } = latest.current;
    const unregister = openDrafts.register(draft, account, path);
    return () => {
      unregister();
      draft.close();
    };
  }, [draft]);

  useEffect(() => {
    const retry = () => draft.retry();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [draft]);

  // With another role, or two-step verification, the server may take what it has refused.
  const rights = session.kind === "signedIn" ? `${session.me.role} ${session.me.totp}` : null;
  useEffect(() => {
    if (rights !== null) draft.signedIn();
  }, [draft, rights]);

  return { state, draft };
}
