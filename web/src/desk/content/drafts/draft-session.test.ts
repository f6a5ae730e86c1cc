import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { combineTexts } from "./combine-texts";
import type { DeviceCopy, KeptText } from "./device-copy";
import { DraftSession, type Save } from "./draft-session";
import { type Choice, type SaveResult, TYPING_PAUSE_MS } from "./draft-state";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function memoryDevice(kept: KeptText | null = null): DeviceCopy & { kept: KeptText | null } {
  return {
    kept,
    read() {
      return this.kept;
    },
    write(text) {
      this.kept = text;
      return true;
    },
    remove() {
      this.kept = null;
    },
  };
}

const start = { text: "Start.", version: "v1", savedBy: null };

/** A session whose requests are answered by hand. */
function open(device = memoryDevice()) {
  const requests: { text: string; version: string; answer: (result: SaveResult) => void }[] = [];
  const save: Save = (text, version) =>
    new Promise((answer) => {
      requests.push({ text, version, answer });
    });
  const session = new DraftSession(start, save, device);
  const answer = async (result: SaveResult) => {
    requests.at(-1)?.answer(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { session, device, requests, answer };
}

const pause = () => vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);
const theirs = { text: "Theirs.", version: "v9", savedBy: "ngozi" };

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
    const { session, device, requests } = open();
    session.edit("Start. Mine.");
    expect(device.kept).not.toBeNull();
    session.abandon();
    session.edit("Start. Again.");
    await pause();
    expect(requests).toEqual([]);
    expect(device.kept).toBeNull();
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

  test("stays on the device until the server has it", async () => {
    const { session, device, answer } = open();
    session.edit("One");
    expect(device.kept).toEqual({ text: "One", version: "v1" });
    await pause();
    await answer({ kind: "failed", message: null, retryAfterMs: null });
    expect(device.kept?.text).toBe("One");
    expect(session.state.phase).toEqual({ kind: "retrying", message: null });
    await vi.advanceTimersByTimeAsync(2000);
    await answer({ kind: "saved", version: "v2" });
    expect(device.kept).toBeNull();
  });

  test("is sent again when the network is back", async () => {
    const { session, requests, answer } = open();
    session.edit("One");
    await pause();
    await answer({ kind: "failed", message: null, retryAfterMs: null });
    session.edit("One and more");
    session.retry();
    expect(requests.at(-1)).toMatchObject({ text: "One and more", version: "v1" });
  });

  test("that was kept on the device is sent at the next visit", async () => {
    const { session, requests } = open(memoryDevice({ text: "Kept", version: "v1" }));
    expect(session.state.text).toBe("Kept");
    await pause();
    expect(requests).toMatchObject([{ text: "Kept", version: "v1" }]);
  });

  test("that was kept on the device is compared with what somebody else saved since", () => {
    const { session } = open(memoryDevice({ text: "Kept", version: "v0" }));
    expect(session.state).toMatchObject({
      text: "Kept",
      phase: { kind: "conflict", theirs: { text: "Start." } },
    });
  });

  test("waits for a new sign-in when the session ends, and is then sent", async () => {
    const { session, device, requests, answer } = open();
    session.edit("One");
    await pause();
    await answer({ kind: "signedOut" });
    session.edit("One more");
    expect(session.state.phase.kind).toBe("signedOut");
    expect(device.kept?.text).toBe("One more");
    session.signedIn();
    expect(requests.at(-1)).toMatchObject({ text: "One more", version: "v1" });
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
    await answer({ kind: "failed", message: null, retryAfterMs: null });
    session.edit("One two");
    session.retry();
    await answer({ kind: "stale", theirs: { text: "One", version: "v2", savedBy: "ada" } });
    await pause();
    expect(requests.at(-1)).toMatchObject({ text: "One two", version: "v2" });
  });

  test.each<[Choice, string]>([
    ["mine", "Mine."],
    ["theirs", "Theirs."],
    ["both", "Mine.\n\nTheirs.\n"],
  ])("in conflict: keeping %s saves that text over the other version", async (choice, text) => {
    const { session, requests, answer } = open();
    const document = (body: string) => `+++\n+++\n${body}`;
    session.edit(document("Mine."));
    await pause();
    await answer({ kind: "stale", theirs: { ...theirs, text: document("Theirs.") } });
    expect(session.state.phase.kind).toBe("conflict");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
    session.resolveConflict(choice);
    expect(session.state.text).toBe(document(text));
    await pause();
    if (choice === "theirs") expect(session.state.phase.kind).toBe("saved");
    else expect(requests.at(-1)).toMatchObject({ text: document(text), version: "v9" });
  });
});

describe("combining two versions", () => {
  const file = (title: string, body: string) => `+++\ntitle = "${title}"\n+++\n${body}`;

  test("keeps every paragraph of both, and common ones once", () => {
    const combined = combineTexts({
      base: file("T", "A\n\nB\n\nC\n"),
      mine: file("T", "A\n\nB changed\n\nC\n"),
      theirs: file("New", "A\n\nB\n\nC\n\nD\n"),
    });
    expect(combined).toBe(file("New", "A\n\nB changed\n\nB\n\nC\n\nD\n"));
  });

  test("keeps the other person's keys as comments when both changed them", () => {
    const combined = combineTexts({
      base: file("T", "A\n"),
      mine: file("Mine", "A\n"),
      theirs: file("Theirs", "A\n"),
    });
    expect(combined).toBe('+++\ntitle = "Mine"\n# Other version: title = "Theirs"\n+++\nA\n');
  });

  test("loses no paragraph of any two texts", () => {
    const paragraphs = fc.array(fc.constantFrom("A", "B", "C", "- one\n- two", "> q"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(paragraphs, paragraphs, (mine, other) => {
        const text = (blocks: string[]) => file("T", blocks.join("\n\n"));
        const combined = combineTexts({ base: text([]), mine: text(mine), theirs: text(other) });
        for (const list of [mine, other]) {
          let from = 0;
          for (const block of list) {
            const found = combined.indexOf(block, from);
            expect(found).toBeGreaterThanOrEqual(from);
            from = found + block.length;
          }
        }
      }),
    );
  });
});

describe("on a slow, reordering, failing network", () => {
  /** What happens to a request: how long each way takes, and which way it gets lost on. */
  const fate = fc.record({
    there: fc.nat(8000),
    back: fc.nat(8000),
    lost: fc.constantFrom("no", "no", "there", "back"),
    problem: fc.constantFrom("none", "none", "none", "signedOut", "serverError"),
  });
  const action = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("type" as const),
        words: fc.constantFrom("a", "b", " ", "\n\n"),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(20_000) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("colleague" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  );
  const CLIENT_TIMEOUT = 10_000;

  test("every word ends in the store, and nothing that was saved is overwritten unseen", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 40 }),
        fc.array(fate, { maxLength: 60 }),
        fc.constantFrom<Choice>("mine", "both"),
        async (actions, fates, choice) => {
          let versions = 1;
          let store = { text: "", version: "1", savedBy: null as string | null };
          /** What the client may overwrite: its own texts, and those that it showed in a conflict. */
          const seen = new Set([""]);
          const device = memoryDevice();
          const network = fates[Symbol.iterator]();
          const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

          const atServer = (text: string, version: string): SaveResult => {
            if (version !== store.version) return { kind: "stale", theirs: { ...store } };
            expect(seen.has(store.text)).toBe(true);
            versions += 1;
            store = { text, version: String(versions), savedBy: "ada" };
            seen.add(text);
            return { kind: "saved", version: store.version };
          };
          let open = 0;
          const save: Save = async (text, version) => {
            open += 1;
            expect(open).toBe(1);
            const {
              there = 10,
              back = 10,
              lost = "no",
              problem = "none",
            } = network.next().value ?? {};
            const failed: SaveResult = { kind: "failed", message: null, retryAfterMs: null };
            const trip = async (): Promise<SaveResult> => {
              await delay(there);
              if (lost === "there") return new Promise(() => {});
              if (problem === "signedOut") return { kind: "signedOut" };
              if (problem === "serverError") return { ...failed, message: "Busy." };
              const result = atServer(text, version);
              await delay(back);
              return lost === "back" ? new Promise(() => {}) : result;
            };
            // A request that takes too long is given up, but may still arrive later.
            const result = await Promise.race([trip(), delay(CLIENT_TIMEOUT).then(() => failed)]);
            open -= 1;
            return result;
          };

          let session = new DraftSession(store, save, device);
          const settle = () => {
            const { phase } = session.state;
            if (phase.kind === "signedOut") session.signedIn();
            if (phase.kind === "conflict") {
              const before = session.state.text;
              seen.add(phase.theirs.text);
              session.resolveConflict(choice);
              expect(session.state.text.length).toBeGreaterThanOrEqual(before.trim().length);
            }
          };
          for (const next of actions) {
            settle();
            const { text } = session.state;
            if (next.kind === "type") session.edit(text + next.words);
            if (next.kind === "delete") session.edit(text.slice(0, -1));
            if (next.kind === "wait") await vi.advanceTimersByTimeAsync(next.ms);
            if (next.kind === "colleague") {
              versions += 1;
              store = { text: `${store.text}c`, version: String(versions), savedBy: "ngozi" };
            }
            if (next.kind === "restart") {
              // The browser is closed at any moment and opened again; its last request may still be on its way.
              session.close();
              open = 0;
              const words = session.state.text;
              session = new DraftSession(store, save, device);
              if (session.state.saved.text === session.state.text) seen.add(store.text);
              if (device.kept) expect(session.state.text).toBe(words);
            }
          }
          // The network recovers. A last word finds out about colleagues.
          settle();
          session.edit(`${session.state.text}!`);
          for (let round = 0; round < 40 && !isDone(); round += 1) {
            settle();
            await vi.advanceTimersByTimeAsync(20_000);
          }
          function isDone(): boolean {
            return session.state.phase.kind === "saved" && network.next().done === true;
          }
          expect(session.state.phase.kind).toBe("saved");
          expect(store.text).toBe(session.state.text);
          expect(device.kept).toBeNull();
          session.close();
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 200) },
    );
  }, 120_000);
});
