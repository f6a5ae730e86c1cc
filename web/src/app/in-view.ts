// Fetches ahead the few pages whose links a visitor has had before their eyes for a while. Only on a connection that
// is known to be fast and does not save data; only links in the page itself, since the menu is always in view.
import { useEffect } from "react";
import { isFast } from "../lib/connection";

/** A link that is scrolled past is not an intention. */
const DWELL_MS = 1_500;
const MOST_PER_PAGE = 2;

export function usePrefetchInView(page: unknown, prefetch: (href: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page on screen has other links
  useEffect(() => {
    if (!isFast() || !("IntersectionObserver" in window)) return;
    const waiting = new Map<Element, ReturnType<typeof setTimeout>>();
    let left = MOST_PER_PAGE;
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(waiting.get(target));
        if (isIntersecting)
          waiting.set(
            target,
            setTimeout(() => fetchAhead(target), DWELL_MS),
          );
      }
    });
    const fetchAhead = (link: Element) => {
      observer.unobserve(link);
      if (left-- > 0) prefetch(link.getAttribute("href") ?? "");
      else observer.disconnect();
    };
    for (const link of document.querySelectorAll('main a[href^="/"]:not([aria-haspopup])')) {
      observer.observe(link);
    }
    return () => {
      observer.disconnect();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [page, prefetch]);
}
