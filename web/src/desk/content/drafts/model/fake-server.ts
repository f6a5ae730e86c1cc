// The server for tests: one document with the version rules of crates/store/src/content/drafts.rs.
import type { SaveResult, ServerText } from "../draft-state";

type Draft = { readonly text: string | null; readonly version: string; readonly author: string };

export type SaveRequest = {
  readonly text: string;
  readonly basedOn: string;
  /** Who wrote the text. */
  readonly account: string;
  /** Whose session the request has. */
  readonly cookie: string | null;
};

export class FakeServer {
  #draft: Draft | null = null;
  #changes = 0;
  readonly #revisions: string[];

  constructor(
    text: string,
    /** Called with every text that was saved. */
    private readonly onSaved: (text: string, request: SaveRequest) => void,
  ) {
    this.#revisions = [text];
  }

  get published(): string {
    return this.#revisions.at(-1) ?? "";
  }

  get current(): ServerText {
    const { text, author } = this.#draft ?? { text: this.published, author: null };
    return { text, version: this.#draft?.version ?? this.#versionOf(text), savedBy: author };
  }

  save(request: SaveRequest): SaveResult {
    const { text, basedOn, account, cookie } = request;
    if (cookie === null || account !== cookie) return { kind: "signedOut" };
    const { current } = this;
    if (current.text !== text) {
      if (current.version !== basedOn) return { kind: "stale", theirs: current };
      this.#write(text, cookie);
    }
    this.onSaved(text, request);
    return { kind: "saved", version: this.current.version };
  }

  /** The document will be deleted. */
  delete(author: string): void {
    this.#write(null, author);
  }

  discard(author: string): void {
    if (this.#draft) this.#write(this.published, author);
  }

  publish(): void {
    const text = this.#draft?.text;
    if (typeof text !== "string") return;
    this.#revisions.push(text);
    this.#draft = null;
  }

  /** Drafts stay. */
  restore(back: number): void {
    const text = this.#revisions.at(-1 - back);
    if (text === undefined || text === this.published) return;
    this.#revisions.push(text);
    if (!this.#draft) this.#changes += 1;
  }

  #write(text: string | null, author: string): void {
    this.#changes += 1;
    const isPublished = text === this.published;
    this.#draft = isPublished ? null : { text, version: this.#versionOf(text), author };
  }

  /** The text stands for its hash. */
  #versionOf(text: string | null): string {
    return text === null ? "none" : `${this.#changes}-${text}`;
  }
}
