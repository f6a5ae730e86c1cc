// Tells the other tabs of this browser that somebody signed in or out. All tabs share the session cookie, so a tab must
// not go on showing one account while its requests are made by another.

const CHANNEL = "desk-session";

export type SessionEvent =
  | "signed in"
  | "signed out"
  /** Signed out, with the names of words that somebody has confirmed to be deleted. */
  | { readonly account: string; readonly deleted: readonly string[] };

export type OtherTabs = {
  announce(event: SessionEvent): void;
  close(): void;
};

/** `onEvent` is called for events in other tabs, never for those of this one. */
export function connectOtherTabs(onEvent: (event: SessionEvent) => void): OtherTabs {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isSessionEvent(data)) onEvent(data);
  };
  return {
    announce: (event) => channel.postMessage(event),
    close: () => channel.close(),
  };
}

/** A tab with another release may send something else. */
function isSessionEvent(data: unknown): data is SessionEvent {
  if (data === "signed in" || data === "signed out") return true;
  if (typeof data !== "object" || data === null) return false;
  const { account, deleted } = data as { account?: unknown; deleted?: unknown };
  const isText = (value: unknown) => typeof value === "string";
  return isText(account) && Array.isArray(deleted) && deleted.every(isText);
}
