import { expect, test } from "vitest";
import { joinFrontMatter, splitFrontMatter } from "./front-matter";

test("the lines +++ are not part of the TOML", () => {
  expect(splitFrontMatter('+++\ntitle = "A"\n+++\n')).toEqual({
    before: "+++\n",
    toml: 'title = "A"\n',
    after: "+++\n",
    firstLine: 2,
  });
  expect(splitFrontMatter('name = "A"\n')).toMatchObject({ toml: 'name = "A"\n', firstLine: 1 });
});

test("the parts together are the whole text", () => {
  for (const keys of [
    "",
    "+++\n+++",
    '+++\r\na = "+++"\r\n+++\r\n',
    "\uFEFF+++\na = 1\n+++\n",
    "a = 1",
  ]) {
    expect(joinFrontMatter(splitFrontMatter(keys))).toBe(keys);
  }
});
