// Two people, three tabs, one document, a bad network and a full device. Runs a list of actions and knows which words must
// not be lost.
import { expect, vi } from "vitest";
import { splitDocument } from "../../split-document";
import type { Save } from "../draft-session";
import type { Choice, SaveResult } from "../draft-state";
import { FakeBrowser } from "./fake-browser";
import { FakeServer, type SaveRequest } from "./fake-server";
import { ModelTab } from "./model-tab";
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

/** What happens to a request. */
export type Fate = {
  readonly there: number;
  readonly back: number;
  readonly lost: "no" | "there" | "back";
  /** It arrives a second time. */
  readonly again: number | null;
  readonly problem: "none" | "busy";
};

export type Action =
  | { readonly kind: EditKind; readonly tab: number; readonly at: number }
  | { readonly kind: TabAction; readonly tab: number }
  | { readonly kind: "choose"; readonly tab: number; readonly choice: Choice }
  | { readonly kind: "switchAccount"; readonly tab: number; readonly account: number }
  | { readonly kind: "typeOn"; readonly tab: number; readonly at: number; readonly words: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "restore"; readonly back: number }
  | { readonly kind: "publish" | "expire" | "signIn" | "fill" | "free"; readonly tab: number };

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
  | "break";

/** The last of these is in a browser of its own. */
export const TABS = 3;
export const ACCOUNTS = ["ada", "ngozi"] as const;

const CLIENT_TIMEOUT_MS = 20_000;
/** After this time a word is in the store or on the device, or the screen says that it is not. */
const PROMISE_MS = 2_000;
/** Between two words of somebody who does not stop. */
const TYPING_MS = 150;
const FAILED = { kind: "failed", message: null, retryAfterMs: null } as const;

type ModelBrowser = FakeBrowser & { cookie: string | null };

export class EditingModel {
  readonly #server: FakeServer;
  readonly #browsers: ModelBrowser[] = ACCOUNTS.map((cookie) =>
    Object.assign(new FakeBrowser(), { cookie }),
  );
  readonly #tabs: ModelTab[];
  readonly #fates: Iterator<Fate>;
  #words = 5;
  /** When each word was written. */
  readonly #written = new Map<string, number>();
  /** Saved in the name of another account. */
  readonly #misattributed: string[] = [];
  /** Somebody decided to remove them. */
  readonly #removed = new Set<string>();
  /** The screen said that they are not saved, and the person left nevertheless; or they were written just before. */
  readonly #excused = new Set<string>();

  constructor(
    private readonly kind: Kind,
    fates: readonly Fate[],
  ) {
    this.#fates = fates[Symbol.iterator]();
    this.#server = new FakeServer(START[kind], (_, request) => this.#checkAuthor(request));
    for (const word of wordsIn(START[kind])) this.#written.set(word, Date.now());
    this.#tabs = Array.from({ length: TABS }, (_, index) => {
      const owner = index === TABS - 1 ? 1 : 0;
      const browser = this.#browsers[owner] as ModelBrowser;
      return new ModelTab(
        browser,
        this.#server,
        (tab, account) => this.#save(tab, account),
        ACCOUNTS[owner] as string,
      );
    });
    for (const tab of this.#tabs) tab.open();
  }

  async run(actions: readonly Action[]): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
    for (const action of actions) {
      await this.#act(action);
      await vi.advanceTimersByTimeAsync(0);
      this.#checkPromise();
    }
    await this.#settle();
    expect(this.#misattributed, "words saved in the name of another account").toEqual([]);
    const stored = wordsIn(this.#server.current.text);
    const lost = [...this.#written.keys()].filter(
      (word) => !stored.has(word) && !this.#removed.has(word) && !this.#excused.has(word),
    );
    expect(lost, "words that are nowhere").toEqual([]);
  }

  async #act(action: Action): Promise<void> {
    if (action.kind === "wait") return this.#wait(action.ms);
    if (action.kind === "restore") {
      const before = this.#server.current.text;
      this.#server.restore(action.back);
      this.#removeMissing(before, this.#server.current.text);
      return;
    }
    const tab = this.#tabs[action.tab] as ModelTab;
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
          this.#checkPromise();
        }
        break;
      case "break":
        if (this.kind === "markdown" && tab.session)
          tab.type(`${tab.body}\n${UNWRITABLE} ${this.#newWord()}\n`);
        break;
      case "open":
        tab.open();
        break;
      case "leave":
        tab.leave();
        break;
      case "reload":
        this.#excuse(tab, tab.warns);
        tab.reload();
        this.#continueAs(tab);
        break;
      case "crash":
        this.#excuse(tab, true);
        tab.crash();
        this.#continueAs(tab);
        break;
      case "discard":
        this.#discard(tab);
        break;
      case "delete": {
        if (!tab.isSettled) break;
        const before = this.#server.current.text;
        this.#server.delete(tab.account);
        this.#removeMissing(before, null);
        tab.discarded();
        break;
      }
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
      case "publish":
        this.#server.publish();
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
    tab.leave();
    if (tab.browser.cookie === null) return;
    tab.account = tab.browser.cookie;
    tab.open();
  }

  #signIn(tab: ModelTab): void {
    tab.browser.cookie ??= tab.account;
    for (const other of this.#tabs) {
      if (other.browser !== tab.browser || other.account !== tab.browser.cookie) continue;
      if (other.session) other.session.signedIn();
      else other.open();
    }
  }

  #newWord(): string {
    this.#words += 1;
    const word = `w${this.#words}`;
    this.#written.set(word, Date.now());
    return word;
  }

  #edit(tab: ModelTab, kind: EditKind, at: number): void {
    if (!tab.session) return;
    const before = tab.text;
    const isText = this.kind === "markdown";
    if (kind === "setKey") {
      const word = this.#newWord();
      tab.editKeys((keys) => setKey(keys, at, word));
    } else if (kind === "addEntry" || !isText) {
      const word = this.#newWord();
      tab.editKeys((keys) => addEntry(keys, word));
    } else {
      const { body } = tab;
      const isBroken = body.includes(UNWRITABLE);
      // Repairs the text as well.
      const usable = isBroken && at % 2 === 0 ? body.replaceAll(UNWRITABLE, "") : body;
      if (kind === "addWord") tab.type(addWord(usable, at, this.#newWord()));
      if (kind === "addParagraph") tab.type(addParagraph(usable, at, this.#newWord()));
      if (kind === "removeParagraph") tab.type(removeParagraph(usable, at));
    }
    this.#removeMissing(before, tab.text);
  }

  #choose(tab: ModelTab, choice: Choice): void {
    const { session } = tab;
    const phase = session?.state.phase;
    if (!session || phase?.kind !== "conflict" || session.state.unwritable) return;
    const { theirs } = phase;
    if (theirs.text === null && choice === "theirs") {
      this.#removeMissing(tab.text, null);
      tab.discarded();
      return;
    }
    if (choice === "mine") this.#removeMissing(theirs.text, tab.text);
    if (choice === "theirs") this.#removeMissing(tab.text, theirs.text);
    session.resolveConflict(choice);
  }

  #discard(tab: ModelTab): void {
    if (!tab.isSettled) return;
    const before = this.#server.current.text;
    this.#server.discard(tab.account);
    this.#removeMissing(before, this.#server.current.text);
    tab.discarded();
    tab.open();
  }

  #removeMissing(before: string | null, after: string | null): void {
    const left = wordsIn(after);
    for (const word of wordsIn(before)) if (!left.has(word)) this.#removed.add(word);
  }

  #isSafe(word: string, tab: ModelTab): boolean {
    const { current } = this.#server;
    const onDevice = tab.browser.copies().some((copy) => wordsIn(copy).has(word));
    return wordsIn(current.text).has(word) || onDevice;
  }

  /** The page goes with the words that the person was told about, and with those of the last two seconds. */
  #excuse(tab: ModelTab, isWarned: boolean): void {
    for (const word of this.#wordsAtRisk(tab)) {
      const isNew = Date.now() - (this.#written.get(word) ?? 0) < PROMISE_MS;
      const isTold = isWarned && (tab.storage.hasUnkeptText || this.#saysNotSaved(tab));
      expect(isNew || isTold, `${word} is lost without a warning`).toBe(true);
      this.#excused.add(word);
    }
  }

  /** Words on the screen, or in the memory of a page, that are in no other place. */
  #wordsAtRisk(tab: ModelTab): string[] {
    const words = new Set([
      ...wordsIn(tab.session ? tab.text : null),
      ...wordsIn(tab.storage.unkeptText),
    ]);
    return [...words].filter((word) => !this.#isSafe(word, tab) && !this.#removed.has(word));
  }

  #saysNotSaved(tab: ModelTab): boolean {
    return tab.status.startsWith("Not saved") && tab.status !== "Not saved yet.";
  }

  #checkPromise(): void {
    for (const tab of this.#tabs) {
      for (const word of tab.session ? this.#wordsAtRisk(tab) : []) {
        if (Date.now() - (this.#written.get(word) ?? 0) < PROMISE_MS) continue;
        expect(this.#saysNotSaved(tab) || tab.storage.hasUnkeptText, `${word}: ${tab.status}`).toBe(
          true,
        );
        expect(tab.warns, `${word}: leaving does not warn`).toBe(true);
      }
    }
  }

  #checkAuthor({ account, cookie }: SaveRequest): void {
    // Not an assertion: a session takes an error for a network that fails.
    if (account !== cookie) this.#misattributed.push(`${account} as ${cookie}`);
  }

  #save(tab: ModelTab, account: string): Save {
    return async (text, basedOn) => {
      const request: SaveRequest = { text, basedOn, account, cookie: tab.browser.cookie };
      const fate = this.#fates.next().value as Fate | undefined;
      const { there, back, lost, again, problem } = fate ?? {
        there: 10,
        back: 10,
        lost: "no",
        again: null,
        problem: "none",
      };
      const trip = async (): Promise<SaveResult> => {
        await delay(there);
        if (lost === "there") return new Promise(() => {});
        if (problem === "busy") return { ...FAILED, message: "Busy." };
        const result = this.#server.save(request);
        if (again !== null) void delay(again).then(() => this.#server.save(request));
        await delay(back);
        return lost === "back" ? new Promise(() => {}) : result;
      };
      // A request that takes too long is given up, but may still arrive later.
      return Promise.race([trip(), delay(CLIENT_TIMEOUT_MS).then(() => FAILED)]);
    };
  }

  /** The network recovers, everybody comes back, answers every question, and closes the tabs. */
  async #settle(): Promise<void> {
    while (this.#fates.next().done !== true);
    await this.#wait(10 * CLIENT_TIMEOUT_MS);
    for (const browser of this.#browsers) browser.isFull = false;
    if (this.#server.current.text === null) this.#server.discard("ada");
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

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
