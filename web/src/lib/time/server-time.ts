// The server's time. The clocks of phones can be wrong by days, and "Open now" must not depend on them.

/** Small, and the same on every page. Not cached, because a cached answer has an old date. */
const SOURCE = "/robots.txt";

/** On a weak network, the phone's clock is better than no answer. */
const TIMEOUT_MS = 4_000;

let offset: Promise<number> | undefined;

/** The difference between the server's clock and this device's, in milliseconds. 0 if the server does not answer. */
export function serverTimeOffset(): Promise<number> {
  offset ??= Promise.race([fetchOffset(), timeout()]).catch(() => 0);
  return offset;
}

async function fetchOffset(): Promise<number> {
  if (!navigator.onLine) return 0;
  const response = await fetch(SOURCE, { method: "HEAD", cache: "no-store" });
  const serverTime = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(serverTime) ? 0 : serverTime - Date.now();
}

function timeout(): Promise<number> {
  return new Promise((resolve) => setTimeout(() => resolve(0), TIMEOUT_MS));
}
