// The screen's side of a paired phone: asks for a code, listens for answers, and connects again when the network was lost.
import { useEffect, useRef, useState } from "react";
import { addRemote, endRemote, listenOnce, RemoteFailure } from "./remote-api";

export type RemoteState =
  | { readonly kind: "starting" }
  /** The code waits for a phone. */
  | { readonly kind: "waiting"; readonly code: string }
  | { readonly kind: "joined" }
  | { readonly kind: "failed"; readonly message: string };

const RETRY_MS = 2000;
const GONE = 410;

/** @param session another number asks for another code; 0 ends the connection */
export function useRemoteScreen(session: number, onAnswer: (answer: string) => void): RemoteState {
  const [state, setState] = useState<RemoteState>({ kind: "starting" });
  const report = useRef(onAnswer);
  report.current = onAnswer;
  useEffect(() => {
    if (session === 0) return;
    setState({ kind: "starting" });
    const abort = new AbortController();
    let screen: string | null = null;
    const connect = async () => {
      const keys = await addRemote();
      screen = keys.screen;
      if (abort.signal.aborted) {
        endRemote(screen);
        return;
      }
      setState({ kind: "waiting", code: keys.code });
      while (!abort.signal.aborted) {
        try {
          await listenOnce(
            screen,
            ({ name, data }) => {
              if (abort.signal.aborted) return;
              if (name === "joined") setState({ kind: "joined" });
              else report.current(data);
            },
            abort.signal,
          );
        } catch (failure) {
          if (failure instanceof RemoteFailure && failure.status === GONE) throw failure;
          await new Promise((again) => setTimeout(again, RETRY_MS));
        }
      }
    };
    connect().catch((failure: unknown) => {
      if (abort.signal.aborted) return;
      const message = failure instanceof RemoteFailure ? failure.message : String(failure);
      setState({ kind: "failed", message });
    });
    return () => {
      abort.abort();
      if (screen) endRemote(screen);
    };
  }, [session]);
  return state;
}
