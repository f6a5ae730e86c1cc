// Two people, three tabs, one document, a bad network and a full device. Runs a list of actions and knows which words must
// not be lost.
import { expect, vi } from "vitest";
import { splitDocument } from "../../split-document";
import type { Choice } from "../draft-state";
import { FakeBrowser } from "./fake-browser";
import { CLIENT_TIMEOUT_MS, FakeNetwork, type Fate } from "./fake-network";
import { FakeServer } from "./fake-server";
import { ModelTab } from "./model-tab";
import { WrittenWords } from "./word-loss-checks";
import {
  addEntry,
  addParagraph,
  addWord,
  type Kind,
  removeParagraph,
  START,
  setKey,
  UNWRITABLE,
  wordsIn,
} from "./words";

export type Action =
  | { readonly kind: EditKind; readonly tab: number; readonly at: number }
  | { readonly kind: TabAction; readonly tab: number }
  | { readonly kind: "choose"; readonly tab: number; readonly choice: Choice }
  | { readonly kind: "switchAccount"; readonly tab: number; readonly account: number }
  | { readonly kind: "typeOn"; readonly tab: number; readonly at: number; readonly words: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "restore" | "restoreDocument"; readonly tab: number; readonly back: number };

export type EditKind = "addWord" | "addParagraph" | "removeParagraph" | "setKey" | "addEntry";
export type TabAction =
  | "open"
  | "leave"
  | "reload"
  | "crash"
  | "discard"
  | "delete"
  | "notice"
  | "online"
  | "break"
  | "publish"
  | "expire"
  | "signIn"
  | "signOut"
  | "fill"
  | "free";

/** The last of these is in a browser of its own. */
export const TABS = 3;
export const ACCOUNTS = ["ada", "ngozi"] as const;

/** Between two words of somebody who does not stop. */
const TYPING_MS = 150;

export class EditingModel {
  readonly #words: WrittenWords;
  readonly #network = new FakeNetwork();
  readonly #server: FakeServer;
  readonly #browsers: FakeBrowser[];
  readonly #tabs: ModelTab[];
  /** What must never happen, and happened where no assertion can stop the run: a session takes it for a network that fails. */
  readonly #mistakes: string[] = [];
  /** Who wrote each word. */
  readonly #writers = new Map<string, string>();
  /** What was deleted from each device at sign-out. */
  readonly #deleted = new Map<FakeBrowser, Set<string>>();

  constructor(
    private readonly kind: Kind,
    hasLocks: boolean,
    private readonly fates: readonly Fate[],
  ) {
    this.#words = new WrittenWords(START[kind]);
    this.#server = new FakeServer(START[kind], {
      onSaved: (text, { account, cookie }) => {
        this.#words.acknowledge(text);
        if (account !== cookie) this.#mistakes.push(`saved for ${account} as ${cookie}`);
      },
      onReplaced: (before, after) => this.#words.removeMissing(before, after),
      onPublished: (text, shown) => {
        if (text !== shown.text) this.#mistakes.push("published what nobody was shown");
      },
    });
    this.#browsers = ACCOUNTS.map((cookie) =>
      Object.assign(new FakeBrowser({ hasLocks }), { cookie }),
    );
    this.#tabs = Array.from({ length: TABS }, (_, index) => {
      const owner = index === TABS - 1 ? 1 : 0;
      const browser = this.#browsers[owner] as FakeBrowser;
      return new ModelTab(browser, this.#server, this.#network, ACCOUNTS[owner] as string);
    });
  }

  async run(actions: readonly Action[]): Promise<void> {
    for (const tab of this.#tabs) tab.open();
    await this.#wait(1_000);
    this.#network.follow(this.fates);
    for (const action of actions) {
      await this.#act(action);
      await this.#wait(0);
      this.#check();
    }
    await this.#settle();
    this.#check();
    this.#words.checkAll(this.#server.current.text);
  }

  async #act(action: Action): Promise<void> {
    if (action.kind === "wait") return this.#wait(action.ms);
    const tab = this.#tabs[action.tab] as ModelTab;
    if (action.kind !== "signOut") tab.question = null;
    switch (action.kind) {
      case "addWord":
      case "addParagraph":
      case "removeParagraph":
      case "setKey":
      case "addEntry":
        this.#edit(tab, action.kind, action.at);
        break;
      case "typeOn":
        for (let word = 0; word < action.words; word += 1) {
          this.#edit(tab, "addWord", action.at);
          await this.#wait(TYPING_MS);
          this.#check();
        }
        break;
      case "break":
        if (this.kind === "markdown" && tab.session)
          tab.type(`${tab.body}\n${UNWRITABLE} ${this.#newWord(tab)}\n`);
        break;
      case "open":
        tab.open();
        break;
      case "leave":
        this.#leave(tab);
        break;
      case "reload":
        tab.beforeUnload();
        this.#losePage(tab, tab.warns);
        break;
      case "crash":
        this.#losePage(tab, true);
        break;
      case "discard":
      case "delete":
        void this.#remove(tab, action.kind);
        break;
      case "notice":
        if (tab.browser.cookie !== tab.account) this.#continueAs(tab);
        break;
      case "online":
        tab.session?.retry();
        break;
      case "choose":
        this.#choose(tab, action.choice);
        break;
      case "switchAccount": {
        const account = ACCOUNTS[action.account] as string;
        tab.browser.cookie = account;
        if (tab.account !== account) this.#continueAs(tab);
        break;
      }
      case "expire":
        tab.browser.cookie = null;
        break;
      case "signIn":
        this.#signIn(tab);
        break;
      case "signOut":
        void this.#signOut(tab, tab.question ?? []);
        break;
      case "publish":
        void this.#publish();
        break;
      case "restore":
        void this.#restore(action.back);
        break;
      case "restoreDocument":
        void this.#restoreDocument(tab, action.back);
        break;
      case "fill":
        tab.browser.isFull = true;
        break;
      case "free":
        tab.browser.isFull = false;
        break;
    }
  }

  async #wait(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
  }

  /** The tab shows the account that is signed in now. */
  #continueAs(tab: ModelTab): void {
    this.#leave(tab);
    if (tab.browser.cookie === null) return;
    tab.account = tab.browser.cookie;
    tab.open();
  }

  #signIn(tab: ModelTab): void {
    tab.browser.cookie ??= tab.account;
    for (const other of this.#tabsOf(tab.browser, tab.browser.cookie)) {
      if (other.session) other.session.signedIn();
      else other.open();
    }
  }

  #tabsOf(browser: FakeBrowser, account: string): ModelTab[] {
    return this.#tabs.filter((tab) => tab.browser === browser && tab.account === account);
  }

  /** `confirmed` names what may be deleted. As in session/use-sign-out.tsx. */
  async #signOut(tab: ModelTab, confirmed: readonly string[]): Promise<void> {
    const { account, page, browser } = tab;
    if (browser.cookie !== account) return;
    const isThere = () => tab.page === page && tab.account === account;
    tab.question = null;
    if (confirmed.length === 0) await tab.drafts.save();
    if (!isThere()) return;
    const names = tab.drafts.unsavedPaths(account);
    if (!names.every((name) => confirmed.includes(name))) {
      tab.question = names;
      return;
    }
    const answer = await this.#network.request(() => {
      if (browser.cookie === account) browser.cookie = null;
    });
    if (answer.kind === "answered" && isThere()) this.#endSession(tab, confirmed);
  }

  #endSession(tab: ModelTab, confirmed: readonly string[]): void {
    const { account, browser } = tab;
    const tabs = this.#tabsOf(browser, account);
    const deleted =
      confirmed.length === 0
        ? []
        : [...browser.copies(account), ...tabs.map((other) => other.text), tab.storage.unkeptText];
    // The line above the text has said so while it was typed.
    this.#tellLosses(tab);
    tab.drafts.abandon(account, confirmed);
    for (const other of tabs) if (other !== tab) other.drafts.disown(account, confirmed);
    for (const other of tabs) {
      // What only the screen has waits on it, hidden, for the same account.
      if (other === tab || !other.session?.losses.length) other.leave();
    }
    const shown = wordsIn(tabs.map((other) => (other.session ? other.text : "")).join(" "));
    const words = this.#words.removeUnsaved(deleted.join(" ")).filter((word) => !shown.has(word));
    const before = this.#deleted.get(browser) ?? [];
    this.#deleted.set(browser, new Set([...before, ...words]));
  }

  #newWord(tab: ModelTab): string {
    const word = this.#words.add();
    this.#writers.set(word, tab.account);
    return word;
  }

  #edit(tab: ModelTab, kind: EditKind, at: number): void {
    if (!tab.session) return;
    const before = tab.text;
    const isText = this.kind === "markdown";
    if (kind === "setKey") {
      const word = this.#newWord(tab);
      tab.editKeys((keys) => setKey(keys, at, word));
    } else if (kind === "addEntry" || !isText) {
      const word = this.#newWord(tab);
      tab.editKeys((keys) => addEntry(keys, word));
    } else {
      const { body } = tab;
      const isBroken = body.includes(UNWRITABLE);
      // Repairs the text as well.
      const usable = isBroken && at % 2 === 0 ? body.replaceAll(UNWRITABLE, "") : body;
      if (kind === "addWord") tab.type(addWord(usable, at, this.#newWord(tab)));
      if (kind === "addParagraph") tab.type(addParagraph(usable, at, this.#newWord(tab)));
      if (kind === "removeParagraph") tab.type(removeParagraph(usable, at));
    }
    this.#words.removeMissing(before, tab.text);
  }

  #choose(tab: ModelTab, choice: Choice): void {
    const { session } = tab;
    const phase = session?.state.phase;
    if (!session || phase?.kind !== "conflict" || session.state.unwritable) return;
    const { theirs } = phase;
    if (theirs.text === null && choice === "theirs") {
      this.#words.removeUnsaved(tab.text);
      tab.agreeWithDeletion();
      return;
    }
    if (choice === "mine") this.#words.removeMissing(theirs.text, tab.text);
    if (choice === "theirs") this.#words.removeMissing(tab.text, theirs.text);
    session.resolveConflict(choice);
  }

  /** Discards the draft, or deletes the document. */
  async #remove(tab: ModelTab, kind: "discard" | "delete"): Promise<void> {
    const { session, account, browser } = tab;
    if (!session || !tab.isSettled) return;
    const { version } = session.state.saved;
    const answer = await this.#network.request(
      () => browser.cookie === account && this.#server[kind](account, version),
    );
    // An answer does nothing to a screen that is gone.
    if (answer.kind !== "answered" || !answer.value || tab.session !== session) return;
    this.#tellLosses(tab);
    tab.discarded();
    if (kind === "discard") tab.open();
  }

  /** The dialog shows the draft, and names its version. */
  async #publish(): Promise<void> {
    const answer = await this.#network.request(() => this.#server.draft);
    const shown = answer.kind === "answered" ? answer.value : null;
    if (shown) await this.#network.request(() => this.#server.publish(shown));
  }

  /** The dialog shows what it changes, and names the revision for which it does. */
  async #restore(back: number): Promise<void> {
    const answer = await this.#network.request(() => this.#server.revision);
    if (answer.kind !== "answered") return;
    await this.#network.request(() => this.#server.restore(back, answer.value));
  }

  async #restoreDocument({ account }: ModelTab, back: number): Promise<void> {
    const answer = await this.#network.request(() => this.#server.current);
    if (answer.kind !== "answered") return;
    const { version } = answer.value;
    await this.#network.request(() => this.#server.restoreDocument(back, account, version));
  }

  /** Leaving a screen asks when something is lost. */
  #leave(tab: ModelTab): void {
    this.#tellLosses(tab);
    const onScreen = tab.session ? this.#atRisk(tab, tab.text) : [];
    for (const word of onScreen) expect(this.#words.isTold(word), `${word} is left`).toBe(true);
    tab.leave();
  }

  #tellLosses(tab: ModelTab): void {
    const losses = tab.session?.losses ?? [];
    if (losses.includes("unkept")) this.#words.tell(this.#atRisk(tab, tab.text));
  }

  /** The page goes with the words that the person was told about, and with those of the last two seconds. */
  #losePage(tab: ModelTab, isWarned: boolean): void {
    for (const word of this.#wordsOfPage(tab)) {
      const isTold = isWarned && this.#isSaidOf(word, tab);
      expect(this.#words.isNew(word) || isTold, `${word} is lost without a warning`).toBe(true);
      this.#words.lose(word);
    }
    tab.crash();
    this.#continueAs(tab);
  }

  /** Those of a text that are in no other place. */
  #atRisk(tab: ModelTab, text: string): string[] {
    const stored = wordsIn(this.#server.current.text);
    const kept = wordsIn(tab.browser.copies().join(" "));
    return [...wordsIn(text)].filter(
      (word) => !stored.has(word) && !kept.has(word) && !this.#words.isRemoved(word),
    );
  }

  /** Words on the screen, or in the memory of the page, that are in no other place. */
  #wordsOfPage(tab: ModelTab): string[] {
    return this.#atRisk(tab, `${tab.session ? tab.text : ""} ${tab.storage.unkeptText}`);
  }

  /** Whether the screen says that the word is not saved, or has said so when it was left. */
  #isSaidOf(word: string, tab: ModelTab): boolean {
    if (!tab.session || !wordsIn(tab.text).has(word)) return this.#words.isTold(word);
    return tab.status.startsWith("Not saved") && tab.status !== "Not saved yet.";
  }

  #check(): void {
    for (const tab of this.#tabs) {
      for (const word of this.#wordsOfPage(tab)) {
        if (this.#words.isNew(word)) continue;
        expect(this.#isSaidOf(word, tab), `${word}: ${tab.status}`).toBe(true);
        expect(tab.warns, `${word}: leaving does not warn`).toBe(true);
      }
    }
    for (const [browser, deleted] of this.#deleted) {
      const back = [...wordsIn(browser.copies().join(" "))].filter(
        (word) => deleted.has(word) && !this.#words.isAcknowledged(word),
      );
      expect(back, "words that were deleted at sign-out and are on the device").toEqual([]);
    }
    expect(this.#mistakes).toEqual([]);
    this.#words.checkAcknowledged(this.#server.current.text);
    this.#checkAuthors();
  }

  /** Whose words would go live with the draft is named before it is published. */
  #checkAuthors(): void {
    const { text, authors } = this.#server.drafted ?? { text: "", authors: [] };
    const published = wordsIn(this.#server.everPublished);
    const unnamed = [...wordsIn(text)].filter((word) => {
      const writer = this.#writers.get(word);
      const isDraft = !published.has(word) && !this.#words.isRemoved(word);
      return isDraft && writer !== undefined && !authors.includes(writer);
    });
    expect(unnamed, "words of a draft whose writer is not one of its authors").toEqual([]);
  }

  /** The network recovers, everybody comes back, answers every question, and closes the tabs. */
  async #settle(): Promise<void> {
    this.#network.follow([]);
    await this.#wait(10 * CLIENT_TIMEOUT_MS);
    for (const browser of this.#browsers) browser.isFull = false;
    const { text, version } = this.#server.current;
    if (text === null) this.#server.discard("ada", version);
    for (let round = 0; round < 3; round += 1) {
      for (const account of ACCOUNTS) {
        for (const tab of this.#tabs) {
          for (const other of this.#tabs) if (other.browser === tab.browser) other.leave();
          tab.browser.cookie = account;
          tab.account = account;
          tab.open();
          await this.#finish(tab);
          tab.leave();
        }
      }
    }
    for (const browser of this.#browsers)
      expect(browser.copies(), "copies that nobody takes").toEqual([]);
  }

  async #finish(tab: ModelTab): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      await this.#wait(2_000);
      if (tab.body.includes(UNWRITABLE)) tab.type(tab.body.replaceAll(UNWRITABLE, ""));
      this.#choose(tab, "both");
      const isSaved = tab.session?.state.phase.kind === "saved" && !tab.session.hasUnsavedText;
      if (isSaved && round > 0) break;
    }
    const { session } = tab;
    expect(session?.state.phase.kind).toBe("saved");
    expect(tab.text.trim(), "the screen shows what is saved").toBe(session?.state.text.trim());
    expect(splitDocument(this.#server.current.text ?? "")).toEqual(
      splitDocument(session?.state.text ?? ""),
    );
  }
}
