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
import { isKept } from "../lib/offline";
import { homeOf, isAppPath } from "../lib/paths";
import { describeDocument } from "./document-head";
import { startAfresh } from "./fresh-start";
import type { PageStore } from "./page-store";
import { leaveEntry, restorePosition, watchPositions } from "./positions";
import { inTransition } from "./transition";
import { type Arrival, type Failure, firstView, nextView, type Opening, type View } from "./view";

/** Most pages come sooner; a "Loading..." that flashes by is worse than none. */
const SLOW_MS = 120;

type Visit = { view: View; navigation: Navigation; retry: () => void };

export function useVisit(opening: Opening, store: PageStore): Visit {
  const [view, dispatch] = useReducer(nextView, opening, firstView);
  const [attempt, setAttempt] = useState(0);
  const path = usePathname();
  const arrival = useRef<Arrival>("opened");
  const retried = useRef("");
  const failure = useRef<Failure | null>(null);
  failure.current = view.state === "failed" ? view.failure : null;

  const onScreen = useRef("");
  onScreen.current = view.state === "shown" ? view.path : "";

  useEffect(() => {
    watchPositions(() => {
      // Back to another part of the same page; another page is scrolled when it has come.
      if (location.pathname === onScreen.current) restorePosition();
    });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt at the same path must load it again
  useEffect(() => {
    const how = arrival.current;
    arrival.current = "returned";
    if (homeOf(path) !== path) {
      arrival.current = "pushed";
      changeLocation(homeOf(path), { replace: true, state: leaveEntry(true) });
      return;
    }
    if (how === "opened") return;
    const calledOff = new AbortController();
    const slow = setTimeout(() => dispatch({ type: "slow", path }), SLOW_MS);
    const load = async () => {
      const outcome = await store.open(path, calledOff.signal);
      const kept = outcome.type === "failed" && (await isKept(path));
      if (calledOff.signal.aborted) return;
      clearTimeout(slow);
      // A page whose parts are out of reach may still be kept whole, with its styles inside.
      if (kept && startAfresh(path, "kept")) return;
      switch (outcome.type) {
        case "loaded":
          inTransition(() => {
            if (calledOff.signal.aborted) return;
            dispatch({ type: "arrived", path, loaded: outcome.loaded, arrival: how });
          });
          break;
        case "outdated":
          if (startAfresh(path, outcome.build)) break;
          dispatch({ type: "failed", path, failure: { kind: "outdated" } });
          break;
        case "failed":
          dispatch({ type: "failed", path, failure: outcome.failure });
          break;
      }
    };
    void load();
    return () => {
      calledOff.abort();
      clearTimeout(slow);
    };
  }, [path, attempt, store]);

  useLayoutEffect(() => settle(view), [view]);

  const retry = useCallback(() => {
    // Some browsers remember that a module failed and never ask for it again; a new document does.
    const again = failure.current?.kind === "chunk" && retried.current === location.pathname;
    if (again || failure.current?.kind === "outdated") {
      location.reload();
      return;
    }
    retried.current = location.pathname;
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
      const { origin, pathname } = new URL(href, location.href);
      if (origin === location.origin && isAppPath(pathname)) store.ahead(homeOf(pathname));
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
    document.title = "This page did not load";
    scrollTo({ top: 0, behavior: "instant" });
    focusHeading();
    return;
  }
  describeDocument(view.loaded.data);
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
