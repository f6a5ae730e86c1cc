import { expect, test } from "vitest";
import { homeOf, isAppPath } from "./paths";

test.each([
  "/",
  "/home",
  "/visionTest",
  "/articles/when-to-come-in",
  "/deskchair",
  "/nowhere/at/all",
])("%s is a page of the app", (path) => {
  expect(isAppPath(path)).toBe(true);
});

test.each([
  "/api/plays",
  "/desk",
  "/desk/codes",
  "/data/home.json",
  "/assets/entry.js",
  "/pictures/eye.svg",
  "/feed.xml",
  "/healthz",
  "/.well-known/security.txt",
])("%s is the server's", (path) => {
  expect(isAppPath(path)).toBe(false);
});

test("the bare address is the home page", () => {
  expect(homeOf("/")).toBe("/home");
  expect(homeOf("/team")).toBe("/team");
});
