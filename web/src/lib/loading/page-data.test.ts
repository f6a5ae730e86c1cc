// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { dataUrl, fetchPageData, parsePageData } from "./page-data";

const complete = {
  build: "0123456789ab",
  path: "/home",
  meta: { title: "Home", description: "Eye care" },
  clinic: {},
  year: 2026,
  page: { kind: "home" },
};

afterEach(() => vi.unstubAllGlobals());

function stubResponse(body: string, status = 200) {
  const fetch = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test("the data URL is derived from the page's path", () => {
  expect(dataUrl("/home")).toBe("/data/home.json");
  expect(dataUrl("/articles/dry-eyes")).toBe("/data/articles/dry-eyes.json");
});

test("complete data is parsed", () => {
  expect(parsePageData(JSON.stringify(complete))).toEqual(complete);
});

test.each(["", "<!doctype html>", "null", "[]", "{}", '{"build":1}'])(
  "%j is not page data",
  (text) => {
    expect(parsePageData(text)).toBeNull();
  },
);

test.each(["build", "path", "meta", "clinic", "page"])("data without %s is rejected", (key) => {
  expect(parsePageData(JSON.stringify({ ...complete, [key]: undefined }))).toBeNull();
});

test("a 404 returns the data of the not-found page", async () => {
  const notFound = { ...complete, page: { kind: "not-found" } };
  stubResponse(JSON.stringify(notFound), 404);
  expect(await fetchPageData("/nowhere")).toEqual({ ok: true, data: notFound });
});

test("a server error is reported with its status", async () => {
  stubResponse("Bad gateway", 502);
  expect(await fetchPageData("/home")).toEqual({
    ok: false,
    failure: { kind: "http-error", status: 502 },
  });
});

test("a response that is not page data, such as a captive portal, is invalid", async () => {
  stubResponse("<html>Sign in to the network</html>");
  expect(await fetchPageData("/home")).toEqual({ ok: false, failure: { kind: "invalid" } });
});

test.each([
  [true, "unreachable"],
  [false, "offline"],
])("with navigator.onLine %s a failed fetch is %s", async (onLine, kind) => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(onLine);
  expect(await fetchPageData("/home")).toEqual({ ok: false, failure: { kind } });
});
