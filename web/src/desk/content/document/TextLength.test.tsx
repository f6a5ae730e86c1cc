import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { countWords, TextLength } from "./TextLength";

afterEach(cleanup);

test.each([
  ["", 0],
  ["## What to do\n\n- Rinse - at once.", 6],
  ["Read [our **services**](/services) now.", 4],
  ["![A lens on a table](lens.webp)\n\nOne.", 1],
])("the words of %j are counted without marks and addresses", (markdown, count) => {
  expect(countWords(markdown)).toBe(count);
});

test("the length of a text says how long reading takes, and an empty one says nothing", () => {
  const { rerender } = render(<TextLength markdown={"word ".repeat(181)} />);
  expect(screen.getByText("181 words, about 2 minutes to read")).toBeTruthy();
  rerender(<TextLength markdown="Once." />);
  expect(screen.getByText("1 word, about 1 minute to read")).toBeTruthy();
  rerender(<TextLength markdown=" " />);
  expect(screen.queryByText(/word/)).toBeNull();
});
