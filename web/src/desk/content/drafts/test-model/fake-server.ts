// The server for tests: one document with the version rules of crates/store/src/content/drafts.rs.
import type { SaveResult, ServerText } from "../draft-state";

type Draft = {
  readonly text: string | null;
  readonly version: string;
  readonly author: string;
  /** Everybody whose words are in it. */
  readonly authors: readonly string[];
};

export type SaveRequest = {
  readonly text: string;
  readonly basedOn: string;
  /** Who wrote the text. */
  readonly account: string;
  /** Whose session the request has. */
  readonly cookie: string | null;
};

/** What somebody looks at before it is published. */
type ShownDraft = { readonly text: string; readonly version: string };

export class FakeServer {
  #draft: Draft | null = null;
  #changes = 0;
  readonly #revisions: string[];

  constructor(
    text: string,
    private readonly events: {
      /** A text was saved. */
      onSaved(text: string, request: SaveRequest): void;
      /** Somebody decided that the document has another text now. */
      onReplaced(before: string | null, after: string | null): void;
      onPublished(text: string, shown: ShownDraft): void;
    },
  ) {
    this.#revisions = [text];
  }

  get published(): string {
    return this.#revisions.at(-1) ?? "";
  }

  /** How many revisions there are. */
  get revision(): number {
    return this.#revisions.length;
  }

  get drafted(): { readonly text: string; readonly authors: readonly string[] } | null {
    const { text = null, authors = [] } = this.#draft ?? {};
    return text === null ? null : { text, authors };
  }

  /** Of all revisions. */
  get everPublished(): string {
    return this.#revisions.join(" ");
  }

  get current(): ServerText {
    const { text, author } = this.#draft ?? { text: this.published, author: null };
    return { text, version: this.#draft?.version ?? this.#versionOf(text), savedBy: author };
  }

  get draft(): ShownDraft | null {
    const { text = null, version = "" } = this.#draft ?? {};
    return text === null ? null : { text, version };
  }

  save(request: SaveRequest): SaveResult {
    const { text, basedOn, account, cookie } = request;
    if (cookie === null || account !== cookie) return { kind: "signedOut" };
    const { current } = this;
    if (current.text !== text) {
      if (current.version !== basedOn) return { kind: "stale", theirs: current };
      this.#write(text, cookie);
    }
    this.events.onSaved(text, request);
    return { kind: "saved", version: this.current.version };
  }

  /** The document will be deleted. False when somebody has changed it since. */
  delete(author: string, basedOn: string): boolean {
    return this.#replace(null, author, basedOn);
  }

  discard(author: string, basedOn: string): boolean {
    return this.#draft !== null && this.#replace(this.published, author, basedOn);
  }

  publish(shown: ShownDraft): void {
    if (this.draft === null || this.draft.version !== shown.version) return;
    const { text } = this.draft;
    this.#revisions.push(text);
    this.#draft = null;
    this.events.onPublished(text, shown);
  }

  /** Of the whole site, as it was when it had `revision` revisions. Drafts stay. */
  restore(back: number, revision: number): void {
    const text = this.#revisions.at(-1 - back);
    if (revision !== this.revision || text === undefined || text === this.published) return;
    const before = this.current.text;
    this.#revisions.push(text);
    if (!this.#draft) this.#changes += 1;
    this.events.onReplaced(before, this.current.text);
  }

  /** An earlier text becomes the draft. */
  restoreDocument(back: number, author: string, basedOn: string): boolean {
    const text = this.#revisions.at(-1 - back);
    return text !== undefined && this.#replace(text, author, basedOn);
  }

  #replace(text: string | null, author: string, basedOn: string): boolean {
    const before = this.current;
    if (before.version !== basedOn) return false;
    if (before.text !== text) this.#write(text, author);
    this.events.onReplaced(before.text, text);
    return true;
  }

  #write(text: string | null, author: string): void {
    this.#changes += 1;
    const isPublished = text === this.published;
    // Nobody's words are in a deletion.
    const before = text === null ? [] : (this.#draft?.authors ?? []);
    const authors = [...before.filter((other) => other !== author), author];
    this.#draft = isPublished ? null : { text, version: this.#versionOf(text), author, authors };
  }

  /** The text stands for its hash. */
  #versionOf(text: string | null): string {
    return text === null ? "none" : `${this.#changes}-${text}`;
  }
}
