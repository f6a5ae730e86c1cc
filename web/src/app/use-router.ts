// The client-side router: follows the browser's location, loads pages, and updates title, focus and scroll position.
// A new navigation aborts the previous one.
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import { navigate as changeLocation, usePathname } from "wouter/use-browser-location";
import { savesData } from "../lib/loading/connection";
import type { Navigate, Navigation } from "../lib/navigation/navigation-context";
import { isOverlayEntry } from "../lib/navigation/overlay-history";
import { canonicalPath, isAppPath } from "../lib/navigation/paths";
import { isCached } from "../lib/offline/register-service-worker";
import { updateDocumentHead } from "./document-head";
import type { PageLoader } from "./page-loader";
import { reloadOnce } from "./reload-for-new-release";
import { newHistoryEntry, restoreScrollPosition, trackScrollPositions } from "./scroll-positions";
import {
  type Failure,
  type InitialPage,
  initialView,
  type NavigationType,
  type View,
  viewReducer,
} from "./view-reducer";
import { withViewTransition } from "./view-transition";

/** Most pages load faster; a "Loading..." that appears for a moment is worse than none. */
const SLOW_MS = 120;

type Router = { view: View; navigation: Navigation; retry: () => void };

export function useRouter(initial: InitialPage, loader: PageLoader): Router {
  const [view, dispatch] = useReducer(viewReducer, initial, initialView);
  const [attempt, setAttempt] = useState(0);
  const path = usePathname();
  const nextType = useRef<NavigationType>("initial");
  const retriedPath = useRef("");
  const failure = useRef<Failure | null>(null);
  failure.current = view.state === "failed" ? view.failure : null;

  const shownAt = useRef("");
  shownAt.current = view.state === "shown" ? view.path : "";

  useEffect(() => {
    trackScrollPositions(() => {
      // Back to another position in the same page. Another page is scrolled after it has loaded.
      if (location.pathname === shownAt.current) restoreScrollPosition();
    });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt at the same path must load it again
  useEffect(() => {
    const navigationType = nextType.current;
    nextType.current = "traverse";
    if (canonicalPath(path) !== path) {
      nextType.current = "push";
      changeLocation(canonicalPath(path), { replace: true, state: newHistoryEntry(true) });
      return;
    }
    if (navigationType === "initial") return;
    const abort = new AbortController();
    const slow = setTimeout(() => dispatch({ type: "slow", path }), SLOW_MS);
    const load = async () => {
      const result = await loader.load(path, abort.signal);
      const cached = result.type === "failed" && (await isCached(path));
      if (abort.signal.aborted) return;
      clearTimeout(slow);
      // The page's data or chunk failed, but its complete document is in the offline cache.
      if (cached && reloadOnce(path, "cached")) return;
      switch (result.type) {
        case "loaded":
          withViewTransition(() => {
            if (abort.signal.aborted) return;
            dispatch({ type: "loaded", path, page: result.page, navigationType });
          });
          break;
        case "outdated":
          if (reloadOnce(path, result.build)) break;
          dispatch({ type: "failed", path, failure: { kind: "outdated" } });
          break;
        case "failed":
          dispatch({ type: "failed", path, failure: result.failure });
          break;
      }
    };
    void load();
    return () => {
      abort.abort();
      clearTimeout(slow);
    };
  }, [path, attempt, loader]);

  useLayoutEffect(() => updateDocument(view), [view]);

  const retry = useCallback(() => {
    // Some browsers cache a failed module import for the life of the document, so the second retry reloads it.
    const sameChunk =
      failure.current?.kind === "chunk" && retriedPath.current === location.pathname;
    if (sameChunk || failure.current?.kind === "outdated") {
      location.reload();
      return;
    }
    retriedPath.current = location.pathname;
    nextType.current = "push";
    setAttempt((count) => count + 1);
  }, []);

  const navigate = useCallback<Navigate>(
    (href, { replace = false } = {}) => {
      const url = new URL(href, location.href);
      if (url.origin !== location.origin || !isAppPath(url.pathname)) {
        location.assign(url.href);
        return;
      }
      const target = url.pathname + url.search + url.hash;
      if (url.pathname === location.pathname) {
        if (failure.current) retry();
        else navigateWithinPage(target, url.hash);
        return;
      }
      nextType.current = "push";
      // The menu's entry is replaced: Back from the new page must not lead to the closed menu.
      const state = newHistoryEntry(replace);
      changeLocation(target, { replace: replace || isOverlayEntry(), state });
    },
    [retry],
  );

  const prefetch = useCallback(
    (href: string) => {
      if (savesData()) return;
      const { origin, pathname } = new URL(href, location.href);
      if (origin === location.origin && isAppPath(pathname)) {
        loader.prefetch(canonicalPath(pathname));
      }
    },
    [loader],
  );

  const shownPath = view.state === "shown" ? view.page.data.path : view.path;
  const navigation = useMemo(
    () => ({ path: shownPath, navigate, prefetch }),
    [shownPath, navigate, prefetch],
  );
  return { view, navigation, retry };
}

/** Scrolls to the link's anchor, or to the top of the page. */
function navigateWithinPage(target: string, hash: string): void {
  if (hash !== location.hash) changeLocation(target, { state: newHistoryEntry(false) });
  if (!scrollToAnchor(hash)) scrollTo({ top: 0 });
}

function updateDocument(view: View): void {
  if (view.state === "loading") return;
  if (view.state === "failed") {
    document.title = "This page did not load";
    scrollTo({ top: 0, behavior: "instant" });
    focusHeading();
    return;
  }
  if (view.navigationType === "initial") return;
  updateDocumentHead(view.page.data);
  focusHeading();
  if (view.navigationType === "traverse" && restoreScrollPosition()) return;
  if (!scrollToAnchor(location.hash)) scrollTo({ top: 0, behavior: "instant" });
}

/** Moving the focus makes screen readers read the new heading. */
function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

function scrollToAnchor(hash: string): boolean {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return false;
  target.scrollIntoView();
  return true;
}
