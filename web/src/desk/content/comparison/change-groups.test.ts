import { expect, test } from "vitest";
import { groupChanges, positionsOf } from "./change-groups";

const service = (title: string, order: number) =>
  `+++\ntitle = "${title}"\norder = ${order}\n+++\nWords.\n`;
const changed = (path: string, before: string | null, after: string | null) => ({
  path,
  before,
  after,
});

test("another order of a list is one change, apart from a text that changed as well", () => {
  const exams = changed("services/exams.md", service("Exams", 1), service("Exams", 2));
  const frames = changed("services/frames.md", service("Frames", 2), service("Frames", 1));
  const drops = changed("services/drops.md", service("Drops", 3), service("Eye drops", 4));
  expect(groupChanges([exams, frames, drops])).toEqual([
    { kind: "order", list: "services", paths: ["services/exams.md", "services/frames.md"] },
  ]);
  expect(positionsOf(exams, "services")).toEqual(["1", "2"]);
  expect(groupChanges([exams, drops])).toEqual([]);
});

test("an article that is put on the home page, or taken off, is a part of its order", () => {
  const article = (home: string) => `+++\ntitle = "News"\n${home}picture = "a.svg"\n+++\n`;
  const on = changed("articles/on.md", article(""), article("home = 1\n"));
  const off = changed("articles/off.md", article("home = 1\n"), article(""));
  expect(groupChanges([on, off])).toEqual([
    { kind: "order", list: "home", paths: ["articles/on.md", "articles/off.md"] },
  ]);
  expect(positionsOf(off, "home")).toEqual(["1", ""]);
});

test("another address is one change with its redirect and the links that only follow it", () => {
  const article = '+++\ntitle = "News"\n+++\nWords.\n';
  const changes = [
    changed("articles/new.md", null, article),
    changed("articles/old.md", article, null),
    changed("redirects.toml", "", '"/articles/old" = "/articles/new"\n'),
    changed("pages/home.md", "See [it](/articles/old).", "See [it](/articles/new)."),
    changed("pages/team.md", "See [it](/articles/old).", "See [that](/articles/new)."),
    changed("services/a.md", '+++\narticles = ["old"]\n+++\n', '+++\narticles = ["new"]\n+++\n'),
  ];
  expect(groupChanges(changes)).toEqual([
    {
      kind: "address",
      moves: [{ from: "/articles/old", to: "/articles/new" }],
      paths: [
        "articles/new.md",
        "articles/old.md",
        "redirects.toml",
        "pages/home.md",
        "services/a.md",
      ],
    },
  ]);
  // A redirect alone is none.
  expect(groupChanges(changes.slice(2))).toEqual([]);
});
