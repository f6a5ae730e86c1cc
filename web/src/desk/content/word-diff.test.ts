import fc from "fast-check";
import { expect, test } from "vitest";
import { diffWords } from "./word-diff";

test("a changed word is shown as removed and added", () => {
  expect(diffWords("We open at eight.\nCome in.\n", "We open at nine.\nCome in.\n")).toEqual([
    { kind: "same", text: "We open at " },
    { kind: "removed", text: "eight." },
    { kind: "added", text: "nine." },
    { kind: "same", text: "\nCome in.\n" },
  ]);
});

test("both texts can be put together from the parts", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", " ", "\n", "\n\n"), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after);
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join("");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
    }),
  );
});
