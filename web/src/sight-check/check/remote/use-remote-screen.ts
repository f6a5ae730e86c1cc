// The screen's side of a paired phone: asks for a code, listens for answers, and connects again when the network was lost.
import { useEffect, useRef, useState } from "react";
import { addRemote, endRemote, listenOnce, RemoteFailure, takeAnswer } from "./remote-api";

export type RemoteState =
  | { readonly kind: "starting" }
  /** The code waits for a phone. */
  | { readonly kind: "waiting"; readonly code: string }
  | { readonly kind: "joined" }
  /** The page on the phone was closed. */
  | { readonly kind: "left" }
  /** No connection at the moment; it is tried again. */
  | { readonly kind: "lost" }
  | { readonly kind: "failed"; readonly message: string };

const RETRY_MS = 2000;
const GONE = 410;

/** What an answer would do now, or null when it would change nothing. */
export type Accept = (answer: string) => (() => void) | null;

/** @param session another number asks for another code; 0 ends the connection */
export function useRemoteScreen(session: number, accept: Accept): RemoteState {
  const [state, setState] = useState<RemoteState>({ kind: "starting" });
  const latest = useRef(accept);
  latest.current = accept;
  useEffect(() => {
    if (session === 0) return;
    setState({ kind: "starting" });
    const abort = new AbortController();
    const stop = connect((answer) => latest.current(answer), setState, abort.signal);
    const end = () => {
      abort.abort();
      stop();
    };
    // React does not clean up when the page is closed or loaded again.
    addEventListener("pagehide", stop);
    return () => {
      removeEventListener("pagehide", stop);
      end();
    };
  }, [session]);
  return state;
}

/** Returns a function that ends the connection at the server. */
function connect(accept: Accept, setState: (state: RemoteState) => void, signal: AbortSignal) {
  let screen: string | null = null;
  const run = async () => {
    const keys = await addRemote();
    screen = keys.screen;
    if (signal.aborted) {
      endRemote(screen);
      return;
    }
    const take = answerTaker(keys.screen, accept, signal);
    let current: RemoteState = { kind: "waiting", code: keys.code };
    setState(current);
    while (!signal.aborted) {
      try {
        await listenOnce(
          keys.screen,
          ({ name, data, id }) => {
            if (signal.aborted) return;
            if (name === "joined" || name === "left") current = { kind: name };
            if (name === "message") void take(id, data);
            setState(current);
          },
          signal,
        );
      } catch (failure) {
        if (failure instanceof RemoteFailure && failure.status === GONE) throw failure;
        if (signal.aborted) return;
        setState({ kind: "lost" });
        await delay(RETRY_MS);
      }
    }
  };
  run().catch((failure: unknown) => {
    if (signal.aborted) return;
    const message = failure instanceof RemoteFailure ? failure.message : String(failure);
    setState({ kind: "failed", message });
  });
  return () => {
    if (screen) endRemote(screen);
  };
}

/** Takes each answer once, and counts it only after the server knows that it is taken: then the phone is told the same. */
function answerTaker(screen: string, accept: Accept, signal: AbortSignal) {
  let last = 0;
  return async (number: number, answer: string) => {
    // A new listener receives again what still waits.
    if (number <= last) return;
    last = number;
    const count = accept(answer);
    while (!signal.aborted) {
      try {
        await takeAnswer(screen, number, count !== null);
        if (!signal.aborted) count?.();
        return;
      } catch (failure) {
        // The phone no longer waits, or the connection has ended: the answer must not count.
        if (!(failure instanceof RemoteFailure) || !failure.isUnknown) return;
        await delay(RETRY_MS);
      }
    }
  };
}

const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
