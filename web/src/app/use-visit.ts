// Moves the visitor through the site: follows the browser's location, gets each page, and sees to it that title,
// focus and scroll position arrive with it. One navigation at a time; a newer one calls the older off.
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
import { savesData } from "../lib/connection";
import type { Navigate, Navigation } from "../lib/navigation";
import { describeDocument } from "./document-head";
import { startAfresh } from "./fresh-start";
import type { PageStore } from "./page-store";
import { leaveEntry, restorePosition, watchPositions } from "./positions";
import { isAppPath } from "./routes";
import { inTransition } from "./transition";
import { type Arrival, type Failure, firstView, type Loaded, nextView, type View } from "./view";

/** Most pages come sooner; a "Loading..." that flashes by is worse than none. */
const SLOW_MS = 120;

type Visit = { view: View; navigation: Navigation; retry: () => void };

export function useVisit(first: Loaded, store: PageStore): Visit {
  const [view, dispatch] = useReducer(nextView, first, firstView);
  const [attempt, setAttempt] = useState(0);
  const path = usePathname();
  const arrival = useRef<Arrival>("opened");
  const failure = useRef<Failure | null>(null);
  failure.current = view.state === "failed" ? view.failure : null;

  useEffect(() => watchPositions(() => void restorePosition()), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt at the same path must load it again
  useEffect(() => {
    const how = arrival.current;
    arrival.current = "returned";
    if (how === "opened") return;
    if (path === "/") {
      arrival.current = "pushed";
      changeLocation("/home", { replace: true, state: leaveEntry(true) });
      return;
    }
    const calledOff = new AbortController();
    const slow = setTimeout(() => dispatch({ type: "slow", path }), SLOW_MS);
    store.open(path, calledOff.signal).then((outcome) => {
      if (calledOff.signal.aborted) return;
      clearTimeout(slow);
      switch (outcome.type) {
        case "loaded":
          inTransition(() => {
            dispatch({ type: "arrived", path, loaded: outcome.loaded, arrival: how });
          });
          break;
        case "failed":
          dispatch({ type: "failed", path, failure: outcome.failure });
          break;
        case "outdated":
          if (!startAfresh(path, outcome.build)) {
            dispatch({ type: "failed", path, failure: { kind: "outdated" } });
          }
          break;
      }
    });
    return () => {
      calledOff.abort();
      clearTimeout(slow);
    };
  }, [path, attempt, store]);

  useLayoutEffect(() => settle(view), [view]);

  const retry = useCallback(() => {
    if (failure.current?.kind === "outdated") {
      location.reload();
      return;
    }
    arrival.current = "pushed";
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
        else stay(target, url.hash);
        return;
      }
      arrival.current = "pushed";
      changeLocation(target, { replace, state: leaveEntry(replace) });
    },
    [retry],
  );

  const prefetch = useCallback(
    (href: string) => {
      if (savesData()) return;
      const url = new URL(href, location.href);
      if (url.origin === location.origin && isAppPath(url.pathname)) store.ahead(url.pathname);
    },
    [store],
  );

  const shownPath = view.state === "shown" ? view.loaded.data.path : view.path;
  const navigation = useMemo(
    () => ({ path: shownPath, navigate, prefetch }),
    [shownPath, navigate, prefetch],
  );
  return { view, navigation, retry };
}

/** A link to the page on screen: to its part, or back to its top. */
function stay(target: string, hash: string): void {
  if (hash !== location.hash) changeLocation(target, { state: leaveEntry(false) });
  if (!scrollToPart(hash)) scrollTo({ top: 0 });
}

function settle(view: View): void {
  if (view.state === "loading" || (view.state === "shown" && view.arrival === "opened")) return;
  if (view.state === "failed") {
    describeDocument({ title: "This page did not load", path: view.path });
    scrollTo({ top: 0, behavior: "instant" });
    focusHeading();
    return;
  }
  describeDocument({ ...view.loaded.data.meta, path: view.loaded.data.path });
  focusHeading();
  if (view.arrival === "returned" && restorePosition()) return;
  if (!scrollToPart(location.hash)) scrollTo({ top: 0, behavior: "instant" });
}

/** Focus is how a screen reader learns of the new page: it reads the heading out. */
function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

function scrollToPart(hash: string): boolean {
  const part = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!part) return false;
  part.scrollIntoView();
  return true;
}
