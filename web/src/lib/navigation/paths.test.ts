import { expect, test } from "vitest";
import { canonicalPath, isAppPath, pagePath } from "./paths";

test.each([
  "/",
  "/home",
  "/visionTest",
  "/articles/when-to-come-in",
  "/deskchair",
  "/nowhere/at/all",
])("%s is an app path", (path) => {
  expect(isAppPath(path)).toBe(true);
});

test.each([
  "/api/plays",
  "/appointment",
  "/appointment/token",
  "/desk",
  "/desk/codes",
  "/data/home.json",
  "/assets/entry.js",
  "/pictures/eye.svg",
  "/feed.xml",
  "/healthz",
  "/.well-known/security.txt",
])("%s is not an app path", (path) => {
  expect(isAppPath(path)).toBe(false);
});

test("the canonical path of / is the home page", () => {
  expect(canonicalPath("/")).toBe(pagePath("home"));
  expect(canonicalPath("/team")).toBe("/team");
});

test("a page's path comes from the registry", () => {
  expect(pagePath("vision-test")).toBe("/visionTest");
  expect(pagePath("about-us")).toBe("/about-us");
});
