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
  // Missing before Safari 15.4. A tab then notices when it becomes visible.
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;
  if (channel) channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => onEvent(data);
  return {
    announce: (event) => channel?.postMessage(event),
    close: () => channel?.close(),
  };
}
