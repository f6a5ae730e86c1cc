import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type DraftScreen, DraftSession, type Save } from "./draft-session";
import {
  type Choice,
  type DraftState,
  type KeptDraft,
  LONGEST_TYPING_MS,
  type SaveResult,
  type ServerText,
  TYPING_PAUSE_MS,
} from "./draft-state";
import { describeStatus } from "./draft-status";
import { type DraftCopy, DraftStorage } from "./draft-storage";
import { FakeBrowser } from "./test-model/fake-browser";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = { text: "Start.", version: "v1", savedBy: null };

type Request = { text: string; version: string; answer: (result: SaveResult) => void };

interface OpenOptions {
  browser?: FakeBrowser;
  storage?: DraftStorage;
  account?: string;
  server?: ServerText;
}

/** A session whose requests are answered by hand. */
function open(options: OpenOptions = {}) {
  const { browser = new FakeBrowser(), account = "ada", server = start } = options;
  const { storage = browser.newTab() } = options;
  const requests: Request[] = [];
  const save: Save = (text, version) =>
    new Promise((answer) => {
      requests.push({ text, version, answer });
    });
  const copy: DraftCopy = storage.copyOf(account, "a.md");
  const session = new DraftSession(server, save, copy);
  const shown: DraftState[] = [];
  const screen: DraftScreen = {
    hasEditor: true,
    flush: () => {},
    show: (state) => shown.push(state),
  };
  session.open(screen);
  const answer = async (result: SaveResult) => {
    requests.at(-1)?.answer(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { session, screen, copy, browser, storage, requests, shown, answer };
}

const pause = () => vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);
const failed: SaveResult = { kind: "failed", message: null, retryAfterMs: null };
const status = (session: DraftSession) => describeStatus(session.state, false).message;
const document = (body: string) => `+++\n+++\n${body}`;

describe("a draft", () => {
  test("is saved on top of a text that was changed and changed back meanwhile", async () => {
    const { session, requests, answer } = open();
    session.edit("Start. Mine.");
    await pause();
    await answer({ kind: "stale", theirs: { ...start, version: "v3", savedBy: "ada" } });
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "Start. Mine.", version: "v3" });
    await answer({ kind: "saved", version: "v4" });
    expect(session.state.phase.kind).toBe("saved");
  });

  test("that was discarded is neither sent nor kept", async () => {
    const { session, copy, requests } = open();
    session.edit("Start. Mine.");
    expect(copy.read()).not.toBeNull();
    session.abandon();
    session.edit("Start. Again.");
    await pause();
    expect(requests).toEqual([]);
    expect(copy.read()).toBeNull();
  });

  test("that was deleted in another tab at sign-out is kept again only when somebody goes on with it", async () => {
    const { session, copy, answer } = open();
    session.edit("Start. Mine.");
    await pause();
    session.disown();
    await answer(failed);
    await vi.advanceTimersByTimeAsync(5_000);
    await answer({ kind: "signedOut" });
    expect(copy.read()).toBeNull();
    session.edit("Start. Mine again.");
    expect(copy.read()?.text).toBe("Start. Mine again.");
    session.disown();
    session.close();
    expect(copy.read()).toBeNull();
  });

  test("is saved one second after typing stops", async () => {
    const { session, requests } = open();
    session.edit("Start. A");
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS - 1);
    session.edit("Start. AB");
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS - 1);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toMatchObject([{ text: "Start. AB", version: "v1" }]);
  });

  test("is sent at once before signing out, which waits for the answer", async () => {
    const { session, storage, requests, answer } = open();
    session.edit("Start. More.");
    let isSettled = false;
    void session.saveNow().then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(requests.map(({ text }) => text)).toEqual(["Start. More."]);
    expect([isSettled, storage.keptPaths("ada")]).toEqual([false, ["a.md"]]);
    await answer({ kind: "saved", version: "v2" });
    expect([isSettled, storage.keptPaths("ada")]).toEqual([true, []]);
  });

  test("that cannot be saved before signing out is named and stays on the device", async () => {
    const { session, storage, answer } = open();
    session.edit("Start. More.");
    const settled = session.saveNow();
    await answer(failed);
    await settled;
    expect(storage.keptPaths("ada")).toEqual(["a.md"]);
    expect(storage.keptPaths("bola")).toEqual([]);
  });

  test("is saved within ten seconds while typing goes on", async () => {
    const { session, requests } = open();
    for (let key = 0; key < LONGEST_TYPING_MS / 500; key += 1) {
      session.edit(`Start. ${key}`);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(requests).toHaveLength(1);
  });

  test("has one request at a time, each based on the version before", async () => {
    const { session, requests, answer } = open();
    session.edit("One");
    await pause();
    session.edit("Two");
    await pause();
    expect(requests).toHaveLength(1);
    expect(session.hasUnsavedText).toBe(true);
    await answer({ kind: "saved", version: "v2" });
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "Two", version: "v2" });
    await answer({ kind: "saved", version: "v3" });
    expect(session.state.phase.kind).toBe("saved");
    expect(session.hasUnsavedText).toBe(false);
  });

  test("stays on the device until the server has it, with the text that it is based on", async () => {
    const { session, copy, answer } = open();
    session.edit("One");
    expect(copy.read()).toMatchObject({ text: "One", version: "v1", base: "Start." });
    await pause();
    await answer(failed);
    expect(copy.read()).toMatchObject({ text: "One", unanswered: "One" });
    expect(session.state.phase).toEqual({ kind: "retrying", message: null });
    await vi.advanceTimersByTimeAsync(2000);
    await answer({ kind: "saved", version: "v2" });
    expect(copy.read()).toBeNull();
  });

  test("whose answer is missing is sent again as it was, and then what was typed since", async () => {
    const { session, requests, answer } = open();
    session.edit("One");
    await pause();
    await answer(failed);
    session.edit("One and more");
    session.retry();
    expect(requests.at(-1)).toMatchObject({ text: "One", version: "v1" });
    await answer({ kind: "saved", version: "v2" });
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "One and more", version: "v2" });
  });

  test("waits for a new sign-in when the session ends, and is then sent", async () => {
    const { session, copy, requests, answer } = open();
    session.edit("One");
    await pause();
    await answer({ kind: "signedOut" });
    session.edit("One more");
    expect(session.state.phase.kind).toBe("signedOut");
    expect(copy.read()?.text).toBe("One more");
    session.signedIn();
    await answer({ kind: "saved", version: "v2" });
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "One more", version: "v2" });
  });

  test("that the server refuses is sent again after a change", async () => {
    const { session, requests, answer } = open();
    session.edit("One");
    await pause();
    await answer({ kind: "refused", message: "Too long." });
    expect(session.state.phase).toEqual({ kind: "refused", message: "Too long." });
    session.edit("On");
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "On", version: "v1" });
  });

  test("is not in conflict with itself when an answer was lost", async () => {
    const { session, requests, answer } = open();
    session.edit("One");
    await pause();
    await answer(failed);
    session.edit("One two");
    session.retry();
    await answer({ kind: "stale", theirs: { text: "One", version: "v2", savedBy: "ada" } });
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "One two", version: "v2" });
  });
});

describe("words of a colleague", () => {
  const server = { ...start, text: document("One.\n\nTwo.\n") };

  test("in another paragraph are merged without a question, and shown", async () => {
    const { session, requests, shown, answer } = open({ server });
    session.edit(document("One, mine.\n\nTwo.\n"));
    await pause();
    const theirs = { text: document("One.\n\nTwo, theirs.\n"), version: "v9", savedBy: "ngozi" };
    await answer({ kind: "stale", theirs });
    const merged = document("One, mine.\n\nTwo, theirs.\n");
    expect(session.state.text).toBe(merged);
    expect(shown.at(-1)?.text).toBe(merged);
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: merged, version: "v9" });
  });

  test("are merged with what was typed and not yet part of the draft", async () => {
    const { session, screen, answer } = open({ server });
    session.edit(document("One, mine.\n\nTwo.\n"));
    await pause();
    screen.flush = () => session.edit(document("One, mine and more.\n\nTwo.\n"));
    const theirs = { text: document("One.\n\nTwo, theirs.\n"), version: "v9", savedBy: "ngozi" };
    await answer({ kind: "stale", theirs });
    expect(session.state.text).toBe(document("One, mine and more.\n\nTwo, theirs.\n"));
  });

  test.each<[Choice, string]>([
    ["mine", "Mine."],
    ["theirs", "Theirs."],
    ["both", "Mine.\n\nTheirs.\n"],
  ])(
    "in the same paragraph: keeping %s saves that text over the other version",
    async (choice, text) => {
      const { session, requests, answer } = open({ server: { ...start, text: document("Old.") } });
      session.edit(document("Mine."));
      await pause();
      const theirs = { text: document("Theirs."), version: "v9", savedBy: "ngozi" };
      await answer({ kind: "stale", theirs });
      expect(session.state.phase.kind).toBe("conflict");
      await vi.advanceTimersByTimeAsync(60_000);
      expect(requests).toHaveLength(1);
      session.resolveConflict(choice);
      expect(session.state.text).toBe(document(text));
      await pause();
      if (choice === "theirs") expect(session.state.phase.kind).toBe("saved");
      else expect(requests.at(-1)).toMatchObject({ text: document(text), version: "v9" });
    },
  );

  test("stand beside mine also when the question is answered after a reload", async () => {
    const browser = new FakeBrowser();
    const tab = browser.newTab();
    const clinic = (name: string) => `name = "${name}"\n`;
    const first = open({ browser, storage: tab, server: { ...start, text: clinic("Old") } });
    first.session.edit(clinic("Mine"));
    await pause();
    const theirs = { text: clinic("Theirs"), version: "v9", savedBy: "ngozi" };
    await first.answer({ kind: "stale", theirs });
    browser.close(tab);
    const { session } = open({ browser, server: theirs });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.phase.kind).toBe("conflict");
    session.resolveConflict("both");
    expect(session.state.text).toContain('"Mine"');
    expect(session.state.text).toContain('"Theirs"');
  });

  test.each([
    ["Markdown", server.text, document("One, mine.\n\nTwo.\n")],
    ["TOML", 'name = "A"\nplace = "B"\n', 'name = "Mine"\nplace = "B"\n'],
  ])("are not merged when the document was deleted meanwhile: %s", async (_, text, mine) => {
    const { session, requests, answer } = open({ server: { ...start, text } });
    session.edit(mine);
    await pause();
    await answer({ kind: "stale", theirs: { text: null, version: "none", savedBy: "ngozi" } });
    expect(session.state).toMatchObject({
      text: mine,
      phase: { kind: "conflict", theirs: { text: null } },
    });
    session.resolveConflict("mine");
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: mine, version: "none" });
  });
});

describe("leaving the screen", () => {
  test("sends nothing more and leaves the words on the device", async () => {
    const { session, requests, copy } = open();
    session.edit("One");
    await pause();
    session.edit("One two");
    session.close();
    requests[0]?.answer(failed);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requests).toHaveLength(1);
    expect(copy.read()).toMatchObject({ text: "One two", unanswered: "One" });
  });

  test("and returning goes on with the words, also before the last answer", async () => {
    const first = open();
    first.session.edit("One");
    await pause();
    first.session.edit("One two");
    first.session.close();
    const { session, requests, answer } = open({ storage: first.storage });
    expect(session.state.text).toBe("One two");
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "One", version: "v1" });
    await answer({ kind: "saved", version: "v2" });
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "One two", version: "v2" });
  });

  test("a late answer removes what it confirms from the device", async () => {
    const { session, copy, answer } = open();
    session.edit("One");
    await pause();
    session.close();
    await answer({ kind: "saved", version: "v2" });
    expect(copy.read()).toBeNull();
  });

  test("a late answer does not touch the words that were typed since", async () => {
    const first = open();
    first.session.edit("One");
    await pause();
    first.session.close();
    const second = open({ storage: first.storage });
    second.session.edit("One two three");
    await first.answer({ kind: "saved", version: "v2" });
    expect(second.copy.read()?.text).toBe("One two three");
  });

  test("leaves what the account has written to the same account only", () => {
    const first = open();
    first.session.edit("Words of Ada");
    first.session.close();
    expect(open({ storage: first.storage, account: "ngozi" }).session.state.text).toBe("Start.");
    expect(open({ storage: first.storage }).session.state.text).toBe("Words of Ada");
  });

  test("and opening the same session again goes on", async () => {
    const { session, screen, requests } = open();
    session.edit("One");
    session.close();
    session.open(screen);
    expect(requests.at(-1)).toMatchObject({ text: "One", version: "v1" });
  });
});

describe("the copy on the device", () => {
  test("of one tab is not removed by a save in another", async () => {
    const browser = new FakeBrowser();
    const [one, other] = [open({ browser }), open({ browser })];
    one.session.edit("Start. One.");
    other.session.edit("Start. Other.");
    await pause();
    await one.answer({ kind: "saved", version: "v2" });
    expect(one.copy.read()).toBeNull();
    expect(other.copy.read()?.text).toBe("Start. Other.");
  });

  test("of an open tab is left alone, and taken over when that tab is closed", async () => {
    const browser = new FakeBrowser();
    const one = open({ browser });
    one.session.edit("Words of the other tab");
    const { session } = open({ browser });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.text).toBe("Start.");
    browser.close(one.storage);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.text).toBe("Words of the other tab");
  });

  test("of a tab that is gone is sent at the next visit", async () => {
    const browser = new FakeBrowser();
    const one = open({ browser });
    one.session.edit("Kept");
    browser.close(one.storage);
    const { session, requests } = open({ browser });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.text).toBe("Kept");
    expect(browser.copies()).toHaveLength(1);
    await pause();
    expect(requests).toMatchObject([{ text: "Kept", version: "v1" }]);
  });

  test("of several tabs that are gone are merged", async () => {
    const browser = new FakeBrowser();
    const server = { ...start, text: document("One.\n\nTwo.\n") };
    const [one, other] = [open({ browser, server }), open({ browser, server })];
    one.session.edit(document("One, changed.\n\nTwo.\n"));
    other.session.edit(document("One, also changed.\n\nTwo, changed.\n"));
    browser.close(one.storage);
    browser.close(other.storage);
    const { session } = open({ browser, server });
    await vi.advanceTimersByTimeAsync(0);
    for (const words of ["One, changed.", "One, also changed.", "Two, changed."]) {
      expect(session.state.text).toContain(words);
    }
    expect(browser.copies()).toHaveLength(1);
  });

  test("of a browser without locks is taken over", () => {
    const browser = new FakeBrowser({ hasLocks: false });
    const one = open({ browser });
    one.session.edit("Kept");
    expect(open({ browser }).session.state.text).toBe("Kept");
  });

  test.each([
    ["v1", "sending", "Kept"],
    ["v0", "conflict", "Kept"],
  ])("of the former release, based on %s, is adopted", (version, phase, text) => {
    const browser = new FakeBrowser();
    browser.storage.setItem("draft:ada:a.md", JSON.stringify({ text: "Kept", version }));
    const { session } = open({ browser });
    expect(session.state).toMatchObject({ text, phase: { kind: phase } });
    expect(browser.storage.getItem("draft:ada:a.md")).toBeNull();
  });

  test("that the device does not take is announced, and there is one until the page is closed", () => {
    const browser = new FakeBrowser();
    const { session, storage } = open({ browser });
    browser.isFull = true;
    session.edit("One");
    expect(status(session)).toMatch(/^Not saved, also not on this device/);
    session.close();
    expect(storage.hasUnkeptText).toBe(true);
    const again = open({ browser, storage });
    expect(again.session.state.text).toBe("One");
    browser.isFull = false;
    again.session.edit("One two");
    expect(status(again.session)).toBe("Saving...");
    expect(storage.hasUnkeptText).toBe(false);
  });

  test("of another tab stays when the device has no room to take it over", async () => {
    const browser = new FakeBrowser();
    const one = open({ browser });
    one.session.edit("Kept");
    browser.close(one.storage);
    browser.isFull = true;
    const { session } = open({ browser });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.text).toBe("Kept");
    expect(browser.copies()).toHaveLength(1);
  });
});

describe("a text that the editor cannot write", () => {
  const unwritable = { message: "Close what it opens.", document: { type: "doc" } };

  test("is kept as the editor's document, and not called saved", async () => {
    const { session, copy } = open();
    session.refuseInput(unwritable);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.hasUnsavedText).toBe(true);
    expect(status(session)).toBe(
      "Not saved. Close what it opens. Your words are kept on this device.",
    );
    expect(copy.read()?.unwritable).toEqual(unwritable);
  });

  test("is shown again at the next visit, until it can be written", async () => {
    const first = open();
    first.session.edit("Start. More.");
    first.session.refuseInput(unwritable);
    first.session.close();
    const { session, shown, copy, answer } = open({ storage: first.storage });
    expect(shown.at(-1)?.unwritable).toEqual(unwritable);
    await pause();
    await answer({ kind: "saved", version: "v2" });
    expect(session.hasUnsavedText).toBe(true);
    expect(copy.read()?.unwritable).toEqual(unwritable);
    session.edit("Start. More and closed.");
    expect(session.state.unwritable).toBeNull();
  });

  test("is not overwritten when words of another tab are found", async () => {
    const browser = new FakeBrowser();
    const one = open({ browser });
    one.session.edit("Words of the other tab");
    const { session } = open({ browser });
    session.refuseInput(unwritable);
    browser.close(one.storage);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.text).toBe("Start.");
    session.edit("Start. Closed.");
    expect(browser.copies().join()).toContain("Words of the other tab");
  });

  test("stays after a change in the form", () => {
    const { session } = open();
    session.refuseInput(unwritable);
    session.editKeys((text) => `# keys\n${text}`);
    expect(session.state).toMatchObject({ text: "# keys\nStart.", unwritable });
  });

  test("waits on the device while a screen without an editor is open", () => {
    const first = open();
    first.session.refuseInput(unwritable);
    first.session.close();
    const session = new DraftSession(
      start,
      async () => failed,
      first.storage.copyOf("ada", "a.md"),
    );
    session.open({ hasEditor: false, flush: () => {}, show: () => {} });
    session.editKeys((text) => `# keys\n${text}`);
    expect(first.copy.read()?.unwritable).toEqual(unwritable);
  });

  test("is merged with a colleague's words as soon as it can be written", async () => {
    const server = { ...start, text: document("One.\n\nTwo.\n") };
    const { session, requests, answer } = open({ server });
    session.edit(document("One, mine.\n\nTwo.\n"));
    session.refuseInput(unwritable);
    await pause();
    const theirs = { text: document("One.\n\nTwo, theirs.\n"), version: "v9", savedBy: "ngozi" };
    await answer({ kind: "stale", theirs });
    expect(session.state.unwritable).toEqual(unwritable);
    session.edit(document("One, mine, closed.\n\nTwo.\n"));
    await pause();
    await answer({ kind: "stale", theirs });
    await pause();
    expect(requests.at(-1)).toMatchObject({
      text: document("One, mine, closed.\n\nTwo, theirs.\n"),
      version: "v9",
    });
  });
});

test("a text that can be written again after a colleague's change is saved within ten seconds of typing", async () => {
  const { session, requests, answer } = open({ server: { ...start, text: document("One.\n") } });
  session.edit(document("One, mine.\n"));
  await pause();
  session.refuseInput({ message: "Close what it opens.", document: { type: "doc" } });
  const theirs = { text: document("One.\n\nTwo.\n"), version: "v2", savedBy: "ngozi" };
  await answer({ kind: "stale", theirs });
  const sent = requests.length;
  for (let key = 0; key < LONGEST_TYPING_MS / 500; key += 1) {
    session.edit(document(`One, mine ${key}.\n`));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(requests.length).toBe(sent + 1);
});

test("a record that is not a draft is ignored", () => {
  const browser = new FakeBrowser();
  for (const value of ["", "{", "null", "[]", '{"text":1}']) {
    browser.storage.setItem("draft:ada:a.md", value);
    expect(open({ browser }).session.state.text).toBe("Start.");
  }
  browser.storage.setItem("desk-draft:{", "{}");
  browser.storage.setItem("desk-draft:null", "{}");
  expect(open({ browser }).session.state.text).toBe("Start.");
});

describe("words that no screen has", () => {
  const find = async (tab: DraftStorage) => {
    const found: string[] = [];
    tab.findLeft("ada", "a.md", ({ text }) => found.push(text));
    await vi.advanceTimersByTimeAsync(0);
    return found;
  };

  test("are not those of an open tab, until it is closed", async () => {
    const browser = new FakeBrowser();
    const { session, storage } = open({ browser });
    session.edit("Start. Mine.");
    const found = await find(browser.newTab());
    expect(await find(storage)).toEqual([]);
    expect(found).toEqual([]);
    browser.close(storage);
    await vi.advanceTimersByTimeAsync(0);
    expect(found).toEqual(["Start. Mine."]);
  });

  test("are not those that a screen has taken over", async () => {
    const browser = new FakeBrowser();
    const { session, storage } = open({ browser });
    session.edit("Start. Mine.");
    const next = open({ browser });
    const found = await find(next.storage);
    browser.close(storage);
    await vi.advanceTimersByTimeAsync(0);
    expect(next.session.state.text).toBe("Start. Mine.");
    expect(found).toEqual([]);
  });

  test("are those that were set aside, also when the device is full, and no screen takes them", async () => {
    const browser = new FakeBrowser();
    const { session, storage } = open({ browser, server: { ...start, text: document("Start.") } });
    session.refuseInput({ message: "No.", document: { type: "text", text: "Aside." } });
    browser.isFull = true;
    session.setAside();
    expect(storage.hasUnkeptText).toBe(true);
    session.edit(document("Other."));
    expect(await find(storage)).toEqual([document("Aside.")]);
    expect(open({ browser, storage }).session.state.unwritable).toBeNull();
  });
});

test("a device that forbids its storage is like a full one", () => {
  const storage = new DraftStorage({
    storage: () => {
      throw new Error("blocked");
    },
    locks: null,
    tab: "1",
  });
  const { session } = open({ storage });
  session.edit("One");
  expect(session.state.isKept).toBe(false);
  const kept: KeptDraft | null = storage.copyOf("ada", "b.md").read();
  expect(kept).toBeNull();
});

describe("a line +++ in the keys", () => {
  const text = '+++\ntitle = "A"\nsummary = "S"\n+++\nBody\n';

  test("moves the rest of the keys into the text that the editor shows", () => {
    const { session, shown } = open({ server: { ...start, text } });
    session.editKeys((keys) => keys.replace('title = "A"\n', 'title = "A"\n+++\n'));
    expect(shown.at(-1)?.text).toBe('+++\ntitle = "A"\n+++\nsummary = "S"\n+++\nBody\n');
  });

  test("is not taken while the editor has something that it cannot write", () => {
    const { session } = open({ server: { ...start, text } });
    session.refuseInput({ message: "No.", document: {} });
    session.editKeys((keys) => keys.replace('title = "A"\n', 'title = "A"\n+++\n'));
    expect(session.state.text).toBe(text);
  });

  test("stays on a line of its own", () => {
    const { session } = open({ server: { ...start, text } });
    session.editKeys((keys) => keys.trimEnd());
    expect(session.state.text).toBe(text);
  });
});

test("words of another tab that arrive while a draft is discarded stay on the device", async () => {
  const browser = new FakeBrowser();
  const first = open({ browser });
  first.session.edit("Start. Kept.");
  const second = open({ browser });
  first.session.close();
  browser.close(first.storage);
  await vi.advanceTimersByTimeAsync(0);
  expect(second.session.state.text).toContain("Kept.");
  second.session.discarded();
  expect(second.copy.read()?.text).toContain("Kept.");
});

test("words that were typed just before the answer about discarding stay on the device", () => {
  const { session, screen, copy } = open();
  screen.flush = () => session.edit("Start. Mine.");
  session.discarded();
  expect(copy.read()?.text).toBe("Start. Mine.");
});

test("choosing the version of somebody who deleted the document sends nothing", async () => {
  const { session, copy, requests, answer } = open();
  session.edit("Start. Mine.");
  await pause();
  await answer({ kind: "stale", theirs: { text: null, version: "none", savedBy: "ben" } });
  expect(session.resolveConflict("theirs")).toBe(false);
  await pause();
  expect(requests).toHaveLength(1);
  expect(copy.read()).toBeNull();
});

test("nobody is asked when the answer got lost and a colleague changed something else", async () => {
  const server = { ...start, text: document("P\n\nQ\n") };
  const { session, answer } = open({ server });
  session.edit(document("P a\n\nQ\n"));
  await pause();
  await answer(failed);
  session.edit(document("P a b\n\nQ\n"));
  await vi.advanceTimersByTimeAsync(2_000);
  const theirs = { text: document("P a\n\nQ bo\n"), version: "v3", savedBy: "ben" };
  await answer({ kind: "stale", theirs });
  expect(session.state.phase.kind).toBe("waiting");
  expect(session.state.text).toBe(document("P a b\n\nQ bo\n"));
});
