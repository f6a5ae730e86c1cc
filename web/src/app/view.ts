// What is on screen, as a value: a page, the wait for one, or the news that it did not come.
// Pure: the network and history live in use-visit.
import type { PageData } from "../generated/PageData";
import type { ChunkLoadError } from "../lib/chunk";
import type { DataFailure } from "../lib/page-data";
import type { PageComponent } from "./routes";

export type Loaded = { data: PageData; Page: PageComponent };

/** The page that came with the document, and where it was opened: a page that is not there may be anywhere. */
export type Opening = { path: string; loaded: Loaded };

/** How the visitor got here: it decides where the page is scrolled to and whether focus moves. */
export type Arrival = "opened" | "pushed" | "returned";

export type Failure = DataFailure | { kind: "chunk"; error: ChunkLoadError } | { kind: "outdated" };

export type View =
  | { state: "shown"; path: string; loaded: Loaded; arrival: Arrival }
  | { state: "loading"; path: string; loaded: Loaded }
  | { state: "failed"; path: string; loaded: Loaded; failure: Failure };

export type ViewEvent =
  | { type: "slow"; path: string }
  | { type: "arrived"; path: string; loaded: Loaded; arrival: Arrival }
  | { type: "failed"; path: string; failure: Failure };

/** `loaded` stays the last page that came, since header and footer are drawn from its data meanwhile. */
export function nextView(view: View, event: ViewEvent): View {
  switch (event.type) {
    case "slow":
      return { state: "loading", path: event.path, loaded: view.loaded };
    case "arrived":
      return { state: "shown", path: event.path, loaded: event.loaded, arrival: event.arrival };
    case "failed":
      return { state: "failed", path: event.path, loaded: view.loaded, failure: event.failure };
  }
}

export function firstView({ path, loaded }: Opening): View {
  return { state: "shown", path, loaded, arrival: "opened" };
}
