// A tab of the desk for tests: who is signed in, and the document that is open in it with a simple editor.
import { splitDocument } from "../../split-document";
import { type DraftScreen, DraftSession, type Save } from "../draft-session";
import type { Unwritable } from "../draft-state";
import { describeStatus } from "../draft-status";
import type { DraftCopy, DraftStorage } from "../draft-storage";
import { PendingInput } from "../pending-input";
import type { FakeBrowser } from "./fake-browser";
import type { FakeServer } from "./fake-server";
import { UNWRITABLE } from "./words";

/** Like the screens of the desk, without React. */
export class ModelTab {
  session: DraftSession | null = null;
  storage: DraftStorage;
  #page = { isAlive: true };
  /** The body that the editor shows. */
  #body = "";
  #input: PendingInput<() => void> | null = null;

  constructor(
    readonly browser: FakeBrowser & { cookie: string | null },
    private readonly server: FakeServer,
    private readonly send: (tab: ModelTab, account: string) => Save,
    public account: string,
  ) {
    this.storage = browser.newTab();
  }

  /** The document is opened, as the server has it now. */
  open(): void {
    if (this.session || this.browser.cookie !== this.account) return;
    const { current } = this.server;
    if (current.text === null) return;
    const page = this.#page;
    const copy = this.storage.copyOf(this.account, "document");
    const ofPage: DraftCopy = {
      ...copy,
      write: (kept) => !page.isAlive || copy.write(kept),
      remove: () => page.isAlive && copy.remove(),
    };
    const send = this.send(this, this.account);
    const save: Save = (...request) => (page.isAlive ? send(...request) : new Promise(() => {}));
    const session = new DraftSession(current, save, ofPage);
    this.session = session;
    const input = new PendingInput<() => void>((written) => written());
    this.#input = input;
    this.#body = splitDocument(current.text).body;
    const screen: DraftScreen = {
      hasEditor: true,
      flush: () => input.flush(),
      show: ({ text, unwritable }) => {
        if (!page.isAlive) return;
        this.#body = (unwritable?.document as string | undefined) ?? splitDocument(text).body;
      },
    };
    session.open(screen);
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
    this.session = null;
  }

  /** The page goes without another event. */
  crash(): void {
    this.browser.close(this.storage);
    // Nothing of a page that is gone does anything any more.
    this.#page.isAlive = false;
    this.#page = { isAlive: true };
    this.session = null;
    this.storage = this.browser.newTab();
  }

  /** The page is closed or loaded again, with the events that a browser sends. */
  reload(): void {
    this.#input?.flush();
    this.crash();
  }

  /** The draft is gone at the server. */
  discarded(): void {
    this.session?.abandon();
    this.session = null;
  }

  /** Whether the document can be discarded or deleted: its buttons wait until everything is saved. */
  get isSettled(): boolean {
    const { session } = this;
    if (!session || this.#input?.isPending || session.hasUnsavedText) return false;
    const { version } = this.server.current;
    return session.state.phase.kind === "saved" && session.state.saved.version === version;
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
