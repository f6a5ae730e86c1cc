import { expect, test } from "vitest";
import { countMissing, groupMissing } from "./count-missing";

const missing = (...files: string[]) =>
  countMissing(files.map((file) => ({ file, line: 1, key: "name", value: "" })));

test("what is missing about the clinic is counted apart from what is missing in documents", () => {
  expect(missing("clinic.toml", "articles/a.md", "articles/a.md", "articles/b.md")).toBe(
    "1 fact about the clinic and 3 about 2 articles",
  );
  expect(missing("clinic.toml", "clinic.toml", "team/ada.md", "urgent.toml")).toBe(
    "2 facts about the clinic, 1 about a team member and 1 about another document",
  );
  expect(missing("articles/a.md", "articles/a.md")).toBe("2 facts about an article");
});

test("documents with something missing are grouped by the lists of the site, the clinic first", () => {
  const files = ["articles/a.md", "urgent.toml", "team/ada.md", "clinic.toml", "articles/b.md"];
  expect(groupMissing(files).map(({ heading, files: found }) => [heading, ...found])).toEqual([
    ["The clinic", "clinic.toml"],
    ["Team", "team/ada.md"],
    ["Articles", "articles/a.md", "articles/b.md"],
    ["Other documents", "urgent.toml"],
  ]);
});
