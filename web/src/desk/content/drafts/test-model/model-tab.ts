// A tab of the desk for tests: who is signed in, and the document that is open in it with a simple editor.
import { splitDocument } from "../../split-document";
import { type DraftScreen, DraftSession, type Save } from "../draft-session";
import type { SaveResult, ServerText, Unwritable } from "../draft-state";
import { describeStatus } from "../draft-status";
import type { DraftCopy, DraftStorage } from "../draft-storage";
import { OpenDrafts } from "../open-drafts";
import { PendingInput } from "../pending-input";
import type { FakeBrowser } from "./fake-browser";
import { delay, type FakeNetwork } from "./fake-network";
import type { FakeServer, SaveRequest } from "./fake-server";
import { UNWRITABLE } from "./words";

/** How often a document that could not be loaded is asked for again. */
const RETRY_MS = 5_000;
const NOT_SIGNED_IN: ServerText = { text: null, version: "none", savedBy: null };

/** Like the screens of the desk, without React. */
export class ModelTab {
  session: DraftSession | null = null;
  storage: DraftStorage;
  /** What signing out asks about. */
  question: readonly string[] | null = null;
  readonly drafts = new OpenDrafts(() => this.storage);
  #page = { isAlive: true };
  /** The screen of the document, also while it is being loaded. */
  #visit: object | null = null;
  /** The body that the editor shows. */
  #body = "";
  #input: PendingInput<() => void> | null = null;
  #unregister = () => {};

  constructor(
    readonly browser: FakeBrowser,
    private readonly server: FakeServer,
    private readonly network: FakeNetwork,
    public account: string,
  ) {
    this.storage = browser.newTab();
  }

  /** Changes when the page is loaded again. */
  get page(): object {
    return this.#page;
  }

  /** The document is opened, as the server has it when the request arrives. */
  open(): void {
    if (this.#visit || this.browser.cookie !== this.account) return;
    const visit = {};
    this.#visit = visit;
    void this.#load(visit);
  }

  async #load(visit: object): Promise<void> {
    for (;;) {
      const answer = await this.network.request(() =>
        this.browser.cookie === this.account ? this.server.current : NOT_SIGNED_IN,
      );
      if (visit !== this.#visit) return;
      if (answer.kind === "answered") return this.#show(answer.value);
      await delay(RETRY_MS);
    }
  }

  #show(loaded: ServerText): void {
    if (loaded.text === null) {
      this.#visit = null;
      return;
    }
    const { account } = this;
    const page = this.#page;
    const copy = this.storage.copyOf(account, "document");
    const ofPage: DraftCopy = {
      ...copy,
      write: (kept) => !page.isAlive || copy.write(kept),
      remove: () => page.isAlive && copy.remove(),
    };
    const save: Save = (text, basedOn) =>
      page.isAlive ? this.#save(text, basedOn, account) : new Promise(() => {});
    const session = new DraftSession(loaded, save, ofPage);
    this.session = session;
    const input = new PendingInput<() => void>((written) => written());
    this.#input = input;
    this.#body = splitDocument(loaded.text).body;
    const screen: DraftScreen = {
      hasEditor: true,
      flush: () => input.flush(),
      show: ({ text, unwritable }) => {
        if (!page.isAlive) return;
        this.#body = (unwritable?.document as string | undefined) ?? splitDocument(text).body;
      },
    };
    session.open(screen);
    this.#unregister = this.drafts.register(session, account, "document");
  }

  async #save(text: string, basedOn: string, account: string): Promise<SaveResult> {
    const request: SaveRequest = { text, basedOn, account, cookie: this.browser.cookie };
    const answer = await this.network.request(() => this.server.save(request));
    if (answer.kind === "answered") return answer.value;
    if (answer.kind === "refused") return { kind: "refused", message: "Too long." };
    return { ...answer, retryAfterMs: null };
  }

  /** What the person sees. */
  get text(): string {
    const text = this.session?.state.text ?? "";
    return splitDocument(text).keys + this.#body;
  }

  get body(): string {
    return this.#body;
  }

  /** In the editor. */
  type(body: string): void {
    const { session } = this;
    if (!session) return;
    this.#body = body;
    this.#input?.change(() => () => {
      const unwritable: Unwritable = { message: "Close what it opens.", document: body };
      if (body.includes(UNWRITABLE)) session.refuseInput(unwritable);
      else session.edit(splitDocument(session.state.text).keys + body);
    });
  }

  /** In the form. */
  editKeys(change: (keys: string) => string): void {
    this.session?.editKeys(change);
  }

  /** Another screen, or another account. */
  leave(): void {
    this.session?.close();
    this.#close();
  }

  /** The page goes without another event. */
  crash(): void {
    this.browser.close(this.storage);
    // Nothing of a page that is gone does anything any more.
    this.#page.isAlive = false;
    this.#page = { isAlive: true };
    this.#close();
    this.question = null;
    this.storage = this.browser.newTab();
  }

  /** The page is about to be closed. */
  beforeUnload(): void {
    this.#input?.flush();
  }

  /** The draft is gone at the server. */
  discarded(): void {
    this.session?.discarded();
    this.#close();
  }

  /** Agrees that the document is deleted, and its words here. */
  agreeWithDeletion(): void {
    this.session?.resolveConflict("theirs");
    this.#close();
  }

  #close(): void {
    this.#unregister();
    this.#unregister = () => {};
    this.session = null;
    this.#visit = null;
  }

  /** Whether the buttons that discard or delete the document can be pressed. */
  get isSettled(): boolean {
    return this.session?.state.phase.kind === "saved" && !this.#input?.isPending;
  }

  get status(): string {
    return this.session ? describeStatus(this.session.state, false).message : "";
  }

  /** Whether the browser asks before the page is closed. */
  get warns(): boolean {
    const isTyping = this.session !== null && this.#input?.isPending === true;
    return isTyping || this.storage.hasUnkeptText || this.session?.hasUnsavedText === true;
  }
}
