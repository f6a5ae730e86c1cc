import { expect, test } from "vitest";
import { serverErrors } from "./server-errors";
import { parseToml } from "./toml/toml-text";

const toml = `title = "A"
[[sources]]
title = "B"
url = "https://a.example/"
[[sources]]
title = "C"
`;

function errors(line: number, message: string) {
  const file = parseToml(toml);
  if (file === null) throw new Error("not valid TOML");
  // The first line of the file is +++.
  return serverErrors(file, [{ file: "articles/a.md", line, message }], 2);
}

test("a problem appears at the field whose key it names, in its entry", () => {
  const find = errors(6, "`sources.url` is missing. Add a line.");
  expect(find(["sources", 1, "url"], "Web address")).toBe("“Web address” is missing. Add a line.");
  expect(find(["sources", 0, "url"], "Web address")).toBeNull();
  expect(find(["title"], "Title")).toBeNull();
});

test("a problem that names no key appears at the field of its line", () => {
  const find = errors(5, "There is no page /x on this site.");
  expect(find(["sources", 0, "url"], "Web address")).toBe("There is no page /x on this site.");
  expect(find(["sources", 1, "title"], "Title")).toBeNull();
});
