// The token of the patient's link, from the part of the page's address after the #, which browsers send to no server.
import { useEffect, useState } from "react";

/** A full stop or a bracket after the link in a message is not part of it. */
const TOKEN = /^#([\w-]{44})(?![\w-])/;

export function tokenOf(link: string): string {
  return link.split("#")[1] ?? "";
}

/** The appointment has another link: the page can be loaded again. */
export function replaceLinkToken(token: string): void {
  history.replaceState(history.state, "", `#${token}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Null until the page has started, empty when the address has none. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    let shown = "";
    const read = () => {
      const found = TOKEN.exec(location.hash)?.[1];
      if (found) shown = found;
      // A link to a part of the page has replaced the token; without it the page could not be loaded again.
      else if (shown) history.replaceState(history.state, "", `#${shown}`);
      setToken(shown);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
}
