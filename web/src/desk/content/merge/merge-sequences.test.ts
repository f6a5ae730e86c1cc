import { describe, expect, test } from "vitest";
import { mergeSequences, sharedWords, unite } from "./merge-sequences";

/** Items are sentences, and a sentence that both changed is there twice. */
const merge = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  addedByBoth: "clean" | "ask" = "ask",
) =>
  mergeSequences(
    { base, mine, theirs },
    {
      keyOf: (item) => item,
      similarity: sharedWords,
      mergeItem: (item) => ({ value: [item.mine, item.theirs], isClean: false }),
      addedByBoth,
    },
  );
const clean = (...value: string[]) => ({ value, isClean: true });
const asked = (...value: string[]) => ({ value, isClean: false });

const eyes = "Have your eyes checked";
const bring = "Bring your old glasses";
const park = "Park behind the house";

describe("an item", () => {
  test("that one side changed is changed, and one that both changed alike is there once", () => {
    const theirs = `${park} please`;
    expect(merge([eyes, park], [eyes, park], [eyes, theirs])).toEqual(clean(eyes, theirs));
    expect(merge([eyes, park], [eyes, theirs], [eyes, park])).toEqual(clean(eyes, theirs));
    expect(merge([eyes, park], [eyes, theirs], [eyes, theirs])).toEqual(clean(eyes, theirs));
  });

  test("that both changed in another way is asked about", () => {
    const [mine, theirs] = [`${park} please`, `${park} today`];
    expect(merge([eyes, park], [eyes, mine], [eyes, theirs])).toEqual(asked(eyes, mine, theirs));
  });

  test("that was asked about is still asked about after a later one that is clean", () => {
    const [mine, theirs] = [`${eyes} soon`, `${eyes} today`];
    expect(merge([eyes, park], [mine, park], [theirs, park]).isClean).toBe(false);
  });

  test("that one or both removed and nobody changed is gone", () => {
    expect(merge([eyes, bring, park], [eyes, park], [eyes, bring, park])).toEqual(
      clean(eyes, park),
    );
    expect(merge([eyes, bring, park], [eyes, bring, park], [eyes, park])).toEqual(
      clean(eyes, park),
    );
    expect(merge([eyes, bring, park], [eyes, park], [eyes, park])).toEqual(clean(eyes, park));
  });

  test("that one removed and the other changed stays changed", () => {
    const changed = `${bring} please`;
    expect(merge([eyes, bring, park], [eyes, park], [eyes, changed, park])).toEqual(
      clean(eyes, changed, park),
    );
    expect(merge([eyes, bring, park], [eyes, changed, park], [eyes, park])).toEqual(
      clean(eyes, changed, park),
    );
  });
});

describe("what was added", () => {
  test("at the start, in the middle and at the end is where it was added", () => {
    expect(
      merge([eyes, park], ["First", eyes, "Middle", park], [eyes, park, "Last", "Very last"]),
    ).toEqual(clean("First", eyes, "Middle", park, "Last", "Very last"));
  });

  test("by both at the same place is there in the order of mine, and asked about if it has to be", () => {
    expect(merge([eyes], [eyes, "Mine"], [eyes, "Theirs"])).toEqual(asked(eyes, "Mine", "Theirs"));
    expect(merge([eyes], [eyes, "Mine"], [eyes, "Theirs"], "clean")).toEqual(
      clean(eyes, "Mine", "Theirs"),
    );
  });

  test("by both alike is there once, and not asked about", () => {
    expect(merge([eyes], [eyes, "New"], [eyes, "New"])).toEqual(clean(eyes, "New"));
    expect(merge([eyes], [eyes, "New"], [eyes, "New", "More"])).toEqual(clean(eyes, "New", "More"));
    expect(merge([eyes], [eyes, "New", "More"], [eyes, "More"])).toEqual(
      clean(eyes, "New", "More"),
    );
  });

  test("after an item that was changed follows it", () => {
    const changed = `${eyes} every year`;
    expect(merge([eyes, park], [changed, "New", park], [eyes, park, "Last"])).toEqual(
      clean(changed, "New", park, "Last"),
    );
  });
});

describe("an item that was changed while others were added or removed beside it", () => {
  test("is found by its words", () => {
    const changed = `${park} please`;
    // Theirs has a new item before it, and mine has changed it too.
    const mine = `${park} today`;
    expect(merge([eyes, park], [eyes, mine], [eyes, "Something new", changed])).toEqual(
      asked(eyes, "Something new", mine, changed),
    );
  });

  test("is the one with the most words in common", () => {
    const near = "Park behind a house";
    const nearer = "Park behind the house now";
    expect(merge([park], [`${park} please`], [near, nearer])).toEqual(
      asked(near, `${park} please`, nearer),
    );
    expect(merge([park], [`${park} please`], [nearer, near])).toEqual(
      asked(`${park} please`, nearer, near),
    );
  });

  test("is another one when fewer than four of ten words are the same", () => {
    const other = "Park at our new clinic";
    expect(merge([eyes, park], [eyes, park], [eyes, other, "More", "Words"])).toEqual(
      clean(eyes, other, "More", "Words"),
    );
    // So mine, which is a change of what theirs removed, stays beside it.
    expect(merge([eyes, park], [eyes, `${park} please`], [eyes, other, "More"])).toEqual(
      clean(eyes, other, "More", `${park} please`),
    );
  });

  test("goes to the item that it is most like, also when an earlier one is a little like it", () => {
    const first = "Park behind the shop";
    const changed = `${park} now`;
    // Theirs removed the first item and changed the second one.
    expect(merge([first, park], [first, `${park} please`], [changed])).toEqual(
      asked(`${park} please`, changed),
    );
  });

  test("goes to the first of two items that it is equally like", () => {
    const [left, right] = ["Park left", "Park right"];
    expect(merge([left, right], [`${left} please`, right], ["Park left right"])).toEqual(
      asked("Park left please", "Park left right"),
    );
    expect(merge([left], [`${left} please`], ["Park left now", "Park left soon"])).toEqual(
      asked("Park left please", "Park left now", "Park left soon"),
    );
  });

  test("is found also when the item before it, which was changed less, is more like it", () => {
    const gate = "Gate at the shop";
    const theirs = [`${park} now`, "Park behind the shop", "New"];
    expect(merge([park, gate], [park, `${gate} please`], theirs)).toEqual(
      asked(`${park} now`, `${gate} please`, "Park behind the shop", "New"),
    );
  });

  test("is found also when others follow that were changed too", () => {
    const theirs = [`${eyes} now`, "New", `${park} now`];
    expect(merge([eyes, park], [`${eyes} please`, park], theirs)).toEqual(
      asked(`${eyes} please`, `${eyes} now`, "New", `${park} now`),
    );
  });

  test("is not found before an item that was before it", () => {
    const theirs = [`${bring} now`, `${eyes} now`, "New", "More"];
    expect(merge([eyes, park, bring], [eyes, park, `${bring} please`], theirs)).toEqual(
      clean(`${bring} now`, `${eyes} now`, "New", "More", `${bring} please`),
    );
  });

  test("is still the same item when nothing was added or removed, and all its words are new", () => {
    expect(merge([eyes, park], [eyes, "All words are new"], [eyes, `${park} please`])).toEqual(
      asked(eyes, "All words are new", `${park} please`),
    );
  });

  test("keeps its order with others", () => {
    const changed = [`${park} now`, `${eyes} now`];
    // Both are exchanged: only one of them can be found again.
    const merged = merge([eyes, park], [eyes, park], [...changed, "More"]);
    expect(merged).toEqual(clean(...changed, "More"));
  });
});

describe("two lists without a base", () => {
  const keyOf = (item: string) => item;

  test("have what is in both once, and the rest in order", () => {
    expect(unite(["a", "b", "c"], ["b", "x", "c", "y"], keyOf)).toEqual(["a", "b", "x", "c", "y"]);
    expect(unite([], ["x"], keyOf)).toEqual(["x"]);
  });

  test("have the item of mine where both have the same key", () => {
    const mine = { key: "a", from: "mine" };
    const theirs = { key: "a", from: "theirs" };
    expect(unite([mine], [theirs], ({ key }) => key)).toEqual([mine]);
  });
});

describe("words that two texts share", () => {
  test("are counted from 0 to 1 of the longer one", () => {
    expect(sharedWords("old glasses", "old glasses")).toBe(1);
    expect(sharedWords("old", "old glasses")).toBe(0.5);
    expect(sharedWords("old glasses", "old")).toBe(0.5);
    expect(sharedWords("old", "new")).toBe(0);
  });

  test("are whole words with their accents and numbers, without punctuation", () => {
    expect(sharedWords("Èkó, 2 km!", "Èkó 2 km")).toBe(1);
    expect(sharedWords("Room 21", "Room 2")).toBe(0.5);
  });

  test("are none when there are no words", () => {
    expect(sharedWords("", "")).toBe(0);
    expect(sharedWords("---", "***")).toBe(0);
  });
});
