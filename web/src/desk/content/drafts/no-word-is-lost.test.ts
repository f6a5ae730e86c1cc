// Two people, three tabs, a network that delays, reorders, repeats and drops, accounts that change, pages that are closed,
// a device without room: every word that was saved stays in the store until somebody removes it, and every word that was
// on a screen for two seconds is in the store or on the device, or the screen says that it is not saved.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  ACCOUNTS,
  type Action,
  EditingModel,
  type EditKind,
  TABS,
  type TabAction,
} from "./test-model/editing-model";
import type { Fate } from "./test-model/fake-network";
import type { Kind } from "./test-model/words";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const tab = fc.nat(TABS - 1);
const trip = fc.oneof(fc.nat(300), fc.nat(8_000));
const fate: fc.Arbitrary<Fate> = fc.record({
  there: trip,
  back: trip,
  lost: fc.constantFrom("no", "no", "no", "there", "back"),
  again: fc.option(fc.nat(30_000), { freq: 4 }),
  problem: fc.constantFrom("none", "none", "none", "none", "none", "none", "busy", "refused"),
});
const edit = fc.record({
  kind: fc.constantFrom<EditKind>(
    "addWord",
    "addWord",
    "addParagraph",
    "removeParagraph",
    "setKey",
    "setKey",
    "addEntry",
  ),
  tab,
  at: fc.nat(5),
});
const tabAction = fc.record({
  kind: fc.constantFrom<TabAction>(
    "open",
    "open",
    "leave",
    "reload",
    "crash",
    "discard",
    "delete",
    "notice",
    "online",
    "break",
  ),
  tab,
});
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: edit },
  { weight: 8, arbitrary: tabAction },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("typeOn" as const),
      tab,
      at: fc.nat(5),
      words: fc.integer({ min: 2, max: 20 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(12_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("choose" as const),
      tab,
      choice: fc.constantFrom("mine" as const, "theirs" as const, "both" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("switchAccount" as const),
      tab,
      account: fc.nat(ACCOUNTS.length - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("restore" as const, "restoreDocument" as const),
      tab,
      back: fc.nat(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "publish" as const,
        "expire" as const,
        "signIn" as const,
        "signIn" as const,
        "signOut" as const,
        "signOut" as const,
        "fill" as const,
        "free" as const,
      ),
      tab,
    }),
  },
);

const SEEDS = [1, 2, 3, 4, 5, 6];
const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

test.each(SEEDS)("no word is lost, seed %i", async (seed) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Kind>("toml", "markdown"),
      fc.array(action, { minLength: 10, maxLength: 50 }),
      // Without Web Locks, nobody knows which tabs are open.
      fc.constantFrom(true, true, true, false),
      fc.array(fate, { maxLength: 60 }),
      async (kind, actions, hasLocks, fates) => {
        vi.clearAllTimers();
        vi.setSystemTime(0);
        await new EditingModel(kind, hasLocks, fates).run(actions);
      },
    ),
    // Without shrinking for editing-mutations.mjs.
    { seed, numRuns: RUNS, endOnFailure: process.env.PROPERTY_FIRST !== undefined },
  );
  expect.hasAssertions();
});
