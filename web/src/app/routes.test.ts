import { expect, test } from "vitest";
import { kindOf } from "./routes";

test.each([
  ["/home", "home"],
  ["/services", "services"],
  ["/outreaches", "outreaches"],
  ["/articles", "articles"],
  ["/articles/dry-eyes", "article"],
  ["/about-us", "aboutUs"],
  ["/team", "team"],
  ["/visionTest", "visionTest"],
  ["/privacy", "privacy"],
])("%s is the %s page", (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});

test.each(["/Home", "/visiontest", "/articles/", "/articles/a/b", "/about", ""])(
  "%j is not in the table",
  (path) => {
    expect(kindOf(path)).toBe("notFound");
  },
);
