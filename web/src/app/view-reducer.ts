// What is on screen as a value: a page, the loading message or an error. A pure reducer; use-router does the
// network and history work.
import type { PageData } from "../generated/PageData";
import type { ChunkLoadError } from "../lib/loading/load-chunk";
import type { DataFailure } from "../lib/loading/page-data";
import type { PageComponent } from "./routes";

export type LoadedPage = { data: PageData; Page: PageComponent };

/** The page in the server's document. `path` is the browser's path: a not-found page can be at any path. */
export type InitialPage = { path: string; page: LoadedPage };

/** Decides the scroll position and whether the focus moves to the heading. */
export type NavigationType = "initial" | "push" | "traverse";

export type Failure = DataFailure | { kind: "chunk"; error: ChunkLoadError } | { kind: "outdated" };

/** While loading and after a failure, `page` is the last loaded page: its data is used for header and footer. */
export type View =
  | { state: "shown"; path: string; page: LoadedPage; navigationType: NavigationType }
  | { state: "loading"; path: string; page: LoadedPage }
  | { state: "failed"; path: string; page: LoadedPage; failure: Failure };

type ViewEvent =
  | { type: "slow"; path: string }
  | { type: "loaded"; path: string; page: LoadedPage; navigationType: NavigationType }
  | { type: "failed"; path: string; failure: Failure };

export function viewReducer(view: View, event: ViewEvent): View {
  switch (event.type) {
    case "slow":
      return { state: "loading", path: event.path, page: view.page };
    case "loaded": {
      const { path, page, navigationType } = event;
      return { state: "shown", path, page, navigationType };
    }
    case "failed":
      return { state: "failed", path: event.path, page: view.page, failure: event.failure };
  }
}

export function initialView({ path, page }: InitialPage): View {
  return { state: "shown", path, page, navigationType: "initial" };
}
