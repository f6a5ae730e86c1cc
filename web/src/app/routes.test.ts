import { expect, test } from "vitest";
import { pages } from "../generated/pages";
import { importPage, pageKind } from "./routes";

test.each([
  ["/home", "home"],
  ["/services", "services"],
  ["/outreaches", "outreaches"],
  ["/articles", "articles"],
  ["/articles/dry-eyes", "article"],
  ["/about-us", "about-us"],
  ["/team", "team"],
  ["/visionTest", "vision-test"],
  ["/privacy", "privacy"],
  ["/book", "book"],
  ["/appointment", "appointment"],
])("%s is the %s page", (path, kind) => {
  expect(pageKind(path)).toBe(kind);
});

test.each(["/Home", "/visiontest", "/articles/", "/articles/a/b", "/about", ""])(
  "%j is not found",
  (path) => {
    expect(pageKind(path)).toBe("not-found");
  },
);

test("every page in the registry has a folder, and every folder is in the registry", () => {
  const folders = Object.keys(import.meta.glob("../pages/*/index.tsx")).map(
    (file) => file.split("/")[2],
  );
  expect(folders.sort()).toEqual(pages.map(({ kind }) => kind as string).sort());
});

test.each(pages.map(({ kind }) => kind))(
  "the folder of %s exports a Page component",
  async (kind) => {
    expect((await importPage(kind)).Page).toBeTypeOf("function");
  },
);
