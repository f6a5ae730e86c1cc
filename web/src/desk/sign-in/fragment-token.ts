// The token of a one-time link, which is in the fragment of the address.
import { useEffect, useState } from "react";

/**
 * Removes the token from the address, so that it is not read over a shoulder, copied or kept in the browser's history. The
 * state of the history entry has it, so that the page can be reloaded.
 */
export function useFragmentToken(): string {
  const [token] = useState(() => location.hash.slice(1) || tokenOf(history.state));
  useEffect(() => history.replaceState({ token }, "", location.pathname), [token]);
  return token;
}

function tokenOf(state: unknown): string {
  const { token } = (state ?? {}) as { token?: unknown };
  return typeof token === "string" ? token : "";
}
