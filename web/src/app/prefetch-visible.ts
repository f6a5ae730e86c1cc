// Prefetches pages whose links have been visible for a while, on connections that are known to be fast and do not save
// data. Only links inside the page count: the menu is always visible.
import { useEffect } from "react";
import { isFast } from "../lib/connection";

/** Links that the visitor only scrolls past are not prefetched. */
const DWELL_MS = 1_500;
const MAX_PER_PAGE = 2;

export function usePrefetchVisible(page: unknown, prefetch: (href: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page on screen has other links
  useEffect(() => {
    if (!isFast() || !("IntersectionObserver" in window)) return;
    const timers = new Map<Element, ReturnType<typeof setTimeout>>();
    let remaining = MAX_PER_PAGE;
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target));
        if (isIntersecting)
          timers.set(
            target,
            setTimeout(() => prefetchLink(target), DWELL_MS),
          );
      }
    });
    const prefetchLink = (link: Element) => {
      observer.unobserve(link);
      if (remaining-- > 0) prefetch(link.getAttribute("href") ?? "");
      else observer.disconnect();
    };
    for (const link of document.querySelectorAll('main a[href^="/"]:not([aria-haspopup])')) {
      observer.observe(link);
    }
    return () => {
      observer.disconnect();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [page, prefetch]);
}
