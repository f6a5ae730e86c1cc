import fc from "fast-check";
import { expect, test } from "vitest";
import { findCode, group, isComplete, retype } from "./code";

test.each([
  ["eye5abcd1234", "EYE5-ABCD-1234"],
  ["EYE5–abcd 1234", "EYE5-ABCD-1234"],
  ["eye5", "EYE5"],
  ["eye5a", "EYE5-A"],
  ["", ""],
])("%j is shown as %j", (typed, shown) => {
  expect(group(typed)).toBe(shown);
});

test.each([
  ["a character at the end", "EYE", "EYE5", 4, "EYE5|"],
  ["a fifth character brings its dash", "EYE5", "EYE5a", 5, "EYE5-A|"],
  ["a character in the middle pushes the rest", "EYE5-ABCD", "EYE5-xABCD", 6, "EYE5-X|ABC-D"],
  ["a dash typed by hand is no second dash", "EYE5", "EYE5-", 5, "EYE5|"],
  ["backspace over a character", "EYE5-AB", "EYE5-A", 6, "EYE5-A|"],
  ["backspace over a dash takes the character before it", "EYE5-AB", "EYE5AB", 4, "EYE|A-B"],
])("%s", (_, before, value, caret, expected) => {
  const typed = retype(before, value, caret);
  expect(`${typed.text.slice(0, typed.caret)}|${typed.text.slice(typed.caret)}`).toBe(expected);
});

test("deleting forward over a dash takes the character behind it", () => {
  expect(retype("EYE5-AB", "EYE5AB", 4, true)).toEqual({ text: "EYE5-B", caret: 5 });
});

const signs = fc.string({ unit: fc.constantFrom(..."abcXYZ0189- –"), maxLength: 16 });

test("whatever is typed wherever, the caret stays behind the same characters", () => {
  const bare = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  fc.assert(
    fc.property(signs, signs, (ahead, behind) => {
      const before = group(ahead + behind);
      const value = `${ahead}7${behind}`;
      const typed = retype(before, value, ahead.length + 1);
      expect(bare(typed.text.slice(0, typed.caret))).toBe(`${bare(ahead)}7`.slice(0, 20));
    }),
  );
});

test("typing one character after the other gives the same as pasting them", () => {
  fc.assert(
    fc.property(signs, (keys) => {
      let typed = { text: "", caret: 0 };
      for (const key of keys) {
        const value = typed.text.slice(0, typed.caret) + key + typed.text.slice(typed.caret);
        typed = retype(typed.text, value, typed.caret + 1);
      }
      expect(typed.text).toBe(group(keys));
      expect(typed.caret).toBe(typed.text.length);
    }),
  );
});

test.each([
  ["EYE5-ABCD-1234", true],
  ["ABCD-1234", true],
  ["EYE5-ABCD", false],
  ["EYES-ABCD", false],
  ["EYES-ABCD-1234", true],
  ["ABCD-123", false],
  ["EYE5-ABCD-12345", false],
])("%s counts as whole: %s", (text, whole) => {
  expect(isComplete(text)).toBe(whole);
});

test.each([
  ["EYE5-AB2D-1234", "EYE5-AB2D-1234"],
  ["Your code: eye5 ab2d 1234. Show it at the desk.", "EYE5-AB2D-1234"],
  ["EYE5–AB2D–1234", "EYE5-AB2D-1234"],
  ["https://example.com", null],
  ["EYE5 is how every code begins", null],
])("in %j the code is %j", (text, code) => {
  expect(findCode(text)).toBe(code);
});
