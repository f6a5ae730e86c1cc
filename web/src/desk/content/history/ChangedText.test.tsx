import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ChangedText } from "./ChangedText";

afterEach(cleanup);

function marks(before: string, after: string): { added: string[]; removed: string[] } {
  const { container } = render(<ChangedText before={before} after={after} />);
  const texts = (tag: string) =>
    [...container.querySelectorAll(tag)].map(({ textContent }) => textContent);
  expect(container.textContent).toContain(after.slice(0, 5));
  return { added: texts("ins"), removed: texts("del") };
}

test("the words that changed are marked", () => {
  expect(marks("We open at 8:00 AM.", "We open at 9:00 AM.")).toEqual({
    added: ["9"],
    removed: ["8"],
  });
});

test("two long texts without anything in common are compared", () => {
  const words = (name: string) =>
    Array.from({ length: 20_000 }, (_, index) => `${name}${index}`).join(" ");
  const { added, removed } = marks(words("a"), words("b"));
  expect(added.join("")).toContain("b19999");
  expect(removed.join("")).toContain("a19999");
});
