import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdit, findCode, formatCode, isComplete } from "./code-format";

test.each([
  ["eye5abcd1234", "EYE5-ABCD-1234"],
  ["EYE5–abcd 1234", "EYE5-ABCD-1234"],
  ["eye5", "EYE5"],
  ["eye5a", "EYE5-A"],
  ["", ""],
])("%j is formatted as %j", (typed, formatted) => {
  expect(formatCode(typed, 5)).toBe(formatted);
});

test.each([
  ["a character is appended", "EYE", "EYE5", 4, "EYE5|"],
  ["a fifth character adds a dash", "EYE5", "EYE5a", 5, "EYE5-A|"],
  ["a character is inserted in the middle", "EYE5-ABCD", "EYE5-xABCD", 6, "EYE5-X|ABC-D"],
  ["a typed dash is not doubled", "EYE5", "EYE5-", 5, "EYE5|"],
  ["backspace deletes a character", "EYE5-AB", "EYE5-A", 6, "EYE5-A|"],
  ["backspace on a dash deletes the character before it", "EYE5-AB", "EYE5AB", 4, "EYE|A-B"],
])("%s", (_, previous, value, caret, expected) => {
  const edit = applyEdit(previous, value, caret, 5);
  expect(`${edit.text.slice(0, edit.caret)}|${edit.text.slice(edit.caret)}`).toBe(expected);
});

test("forward delete on a dash deletes the character after it", () => {
  expect(applyEdit("EYE5-AB", "EYE5AB", 4, 5, true)).toEqual({ text: "EYE5-B", caret: 5 });
});

const input = fc.string({ unit: fc.constantFrom(..."abcXYZ0189- –"), maxLength: 16 });

test("the caret stays behind the same characters after any insertion", () => {
  const strip = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  fc.assert(
    fc.property(input, input, (before, after) => {
      const edit = applyEdit(
        formatCode(before + after, 5),
        `${before}7${after}`,
        before.length + 1,
        5,
      );
      expect(strip(edit.text.slice(0, edit.caret))).toBe(`${strip(before)}7`.slice(0, 20));
    }),
  );
});

test("typing character by character gives the same text as pasting", () => {
  fc.assert(
    fc.property(input, (keys) => {
      let edit = { text: "", caret: 0 };
      for (const key of keys) {
        const value = edit.text.slice(0, edit.caret) + key + edit.text.slice(edit.caret);
        edit = applyEdit(edit.text, value, edit.caret + 1, 5);
      }
      expect(edit.text).toBe(formatCode(keys, 5));
      expect(edit.caret).toBe(edit.text.length);
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
])("isComplete(%s) is %s", (text, complete) => {
  expect(isComplete(text, 5)).toBe(complete);
});

test.each([
  ["EYE5-AB2D-1234", "EYE5-AB2D-1234"],
  ["Your code: eye5 ab2d 1234. Show it at the desk.", "EYE5-AB2D-1234"],
  ["EYE5–AB2D–1234", "EYE5-AB2D-1234"],
  ["https://example.com", null],
  ["Your code: eye10 ab2d 1234.", "EYE10-AB2D-1234"],
  ["EYE5 is how every code begins", null],
])("the code in %j is %j", (text, code) => {
  expect(findCode(text)).toBe(code);
});

test("the prefix follows the discount, and codes of an earlier discount are still recognised", () => {
  expect(formatCode("eye10abcd", 10)).toBe("EYE10-ABCD");
  expect(isComplete("EYE10-ABCD-123", 10)).toBe(false);
  expect(isComplete("EYE10-ABCD-1234", 10)).toBe(true);
  expect(applyEdit("EYE10", "EYE10a", 6, 10)).toEqual({ text: "EYE10-A", caret: 7 });
  expect(formatCode("eye5abcd1234", 10)).toBe("EYE5-ABCD-1234");
  expect(isComplete("EYE5-ABCD-1234", 10)).toBe(true);
  expect(formatCode("eye10abcd1234", 5)).toBe("EYE10-ABCD-1234");
  expect(isComplete("EYE10-ABCD-1234", 5)).toBe(true);
});
