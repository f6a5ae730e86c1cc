// Gets a page ready to be shown: its data and its chunk at the same time. Remembers what it has fetched, so that
// Back is instant and fetching ahead is not wasted. Knows nothing of history or of the screen.
import { ChunkLoadError } from "../lib/chunk";
import type { DataAnswer } from "../lib/page-data";
import type { PageKind } from "../lib/page-props";
import { kindOf, type PageComponent } from "./routes";
import type { Failure, Loaded, Opening } from "./view";

export type Outcome =
  | { type: "loaded"; loaded: Loaded }
  | { type: "failed"; failure: Failure }
  /** The server has a newer release than this tab: the page must be loaded afresh. */
  | { type: "outdated"; build: string };

type Sources = {
  fetchData: (path: string, signal?: AbortSignal) => Promise<DataAnswer>;
  fetchChunk: (kind: PageKind) => Promise<PageComponent>;
  now: () => number;
};

type ChunkAnswer = { Page: PageComponent } | { error: ChunkLoadError };

/** Long enough to walk about in, short enough that an edited word is seen the same day. */
const FRESH_MS = 5 * 60_000;

export class PageStore {
  readonly #build: string;
  readonly #sources: Sources;
  readonly #remembered = new Map<string, { answer: Promise<DataAnswer>; at: number }>();

  constructor({ path, loaded }: Opening, sources: Sources) {
    this.#build = loaded.data.build;
    this.#sources = sources;
    this.#remember(path, Promise.resolve({ ok: true, data: loaded.data }));
  }

  /** Resolves in any case; a caller that has moved on aborts and ignores the outcome. */
  async open(path: string, signal: AbortSignal): Promise<Outcome> {
    const guess = kindOf(path);
    const early = this.#chunk(guess);
    const answer = await (this.#recall(path) ?? this.#fetch(path, signal));
    if (!answer.ok) return { type: "failed", failure: answer.failure };
    const { data } = answer;
    if (data.build !== this.#build) return { type: "outdated", build: data.build };

    const { kind } = data.page;
    const chunk = await (kind === guess ? early : this.#chunk(kind));
    if ("Page" in chunk) return { type: "loaded", loaded: { data, Page: chunk.Page } };

    // The data may have been remembered from before a release that took the chunk away.
    const fresh = await this.#fetch(path, signal);
    if (fresh.ok && fresh.data.build !== this.#build) {
      return { type: "outdated", build: fresh.data.build };
    }
    return { type: "failed", failure: { kind: "chunk", error: chunk.error } };
  }

  /** Fetches a page the visitor is likely to open next; failing quietly costs nothing. */
  ahead(path: string): void {
    if (this.#recall(path)) return;
    void this.#chunk(kindOf(path));
    void this.#fetch(path);
  }

  #recall(path: string): Promise<DataAnswer> | undefined {
    const entry = this.#remembered.get(path);
    return entry && this.#sources.now() - entry.at < FRESH_MS ? entry.answer : undefined;
  }

  #remember(path: string, answer: Promise<DataAnswer>): void {
    this.#remembered.set(path, { answer, at: this.#sources.now() });
  }

  #fetch(path: string, signal?: AbortSignal): Promise<DataAnswer> {
    const answer = this.#sources.fetchData(path, signal).then((result) => {
      // Only whole answers are kept: a failure, or a fetch that was called off, must be asked for again.
      if (!result.ok && this.#remembered.get(path)?.answer === answer) {
        this.#remembered.delete(path);
      }
      return result;
    });
    this.#remember(path, answer);
    return answer;
  }

  async #chunk(kind: PageKind): Promise<ChunkAnswer> {
    try {
      return { Page: await this.#sources.fetchChunk(kind) };
    } catch (cause) {
      return {
        error:
          cause instanceof ChunkLoadError ? cause : new ChunkLoadError(String(cause), { cause }),
      };
    }
  }
}
