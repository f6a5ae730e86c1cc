// Loads a page: its data and its chunk in parallel. Keeps loaded data for a few minutes, for Back and for prefetching.
import { ChunkLoadError } from "../lib/loading/load-chunk";
import type { DataResult } from "../lib/loading/page-data";
import type { PageKind } from "../lib/page-props";
import { type PageComponent, pageKind } from "./routes";
import type { Failure, InitialPage, LoadedPage } from "./view-reducer";

type LoadResult =
  | { type: "loaded"; page: LoadedPage }
  | { type: "failed"; failure: Failure }
  /** The server has a newer release than this tab: the document must be reloaded. */
  | { type: "outdated"; build: string };

type Sources = {
  fetchData: (path: string, signal?: AbortSignal) => Promise<DataResult>;
  fetchChunk: (kind: PageKind) => Promise<PageComponent>;
  now: () => number;
};

type ChunkResult = { Page: PageComponent } | { error: ChunkLoadError };

/** `signal` aborts the request while it is in flight. */
type CachedData = { result: Promise<DataResult>; at: number; signal?: AbortSignal | undefined };

/** Short enough that a corrected text is seen during the same visit. */
const MAX_AGE_MS = 5 * 60_000;

// `private` and not `#`: for older browsers the build replaces `#` by functions that every visit would load.
export class PageLoader {
  private readonly build: string;
  private readonly sources: Sources;
  private readonly cache = new Map<string, CachedData>();

  constructor({ path, page }: InitialPage, sources: Sources) {
    this.build = page.data.build;
    this.sources = sources;
    this.store(path, Promise.resolve({ ok: true, data: page.data }));
  }

  /** Never rejects. A caller that has navigated away aborts and ignores the result. */
  async load(path: string, signal: AbortSignal): Promise<LoadResult> {
    const expectedKind = pageKind(path);
    const expectedChunk = this.chunk(expectedKind);
    const result = await (this.cached(path) ?? this.fetch(path, signal));
    if (!result.ok) return { type: "failed", failure: result.failure };
    const { data } = result;
    if (data.build !== this.build) return { type: "outdated", build: data.build };

    const { kind } = data.page;
    const chunk = await (kind === expectedKind ? expectedChunk : this.chunk(kind));
    if ("Page" in chunk) return { type: "loaded", page: { data, Page: chunk.Page } };

    // The chunk may be gone because of a newer release that the cached data does not show yet.
    const fresh = await this.fetch(path, signal);
    if (fresh.ok && fresh.data.build !== this.build) {
      return { type: "outdated", build: fresh.data.build };
    }
    return { type: "failed", failure: { kind: "chunk", error: chunk.error } };
  }

  /** Loads a page that the visitor is likely to open next. Failures are ignored. */
  prefetch(path: string): void {
    if (this.cached(path)) return;
    void this.chunk(pageKind(path));
    void this.fetch(path);
  }

  private cached(path: string): Promise<DataResult> | undefined {
    const entry = this.cache.get(path);
    // The caller who started this request has aborted it; others must not wait for its failure.
    if (entry?.signal?.aborted) return undefined;
    return entry && this.sources.now() - entry.at < MAX_AGE_MS ? entry.result : undefined;
  }

  private store(path: string, result: Promise<DataResult>, signal?: AbortSignal): void {
    this.cache.set(path, { result, at: this.sources.now(), signal });
  }

  private fetch(path: string, signal?: AbortSignal): Promise<DataResult> {
    const pending = this.sources.fetchData(path, signal).then((result) => {
      // Failed and aborted requests are not cached. Complete data stays, whoever navigates away.
      if (this.cache.get(path)?.result === pending) {
        if (result.ok) this.store(path, pending);
        else this.cache.delete(path);
      }
      return result;
    });
    this.store(path, pending, signal);
    return pending;
  }

  private async chunk(kind: PageKind): Promise<ChunkResult> {
    try {
      return { Page: await this.sources.fetchChunk(kind) };
    } catch (cause) {
      return {
        error:
          cause instanceof ChunkLoadError ? cause : new ChunkLoadError(String(cause), { cause }),
      };
    }
  }
}
