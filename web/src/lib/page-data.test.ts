import { afterEach, expect, test, vi } from "vitest";
import { dataUrl, fetchPageData, parsePageData } from "./page-data";

const whole = {
  build: "0123456789ab",
  path: "/home",
  meta: { title: "Home", description: "Eye care" },
  clinic: {},
  year: 2026,
  page: { kind: "home" },
};

afterEach(() => vi.unstubAllGlobals());

function serverAnswers(body: string, status = 200) {
  const fetch = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test("a page's data lies beside its path", () => {
  expect(dataUrl("/home")).toBe("/data/home.json");
  expect(dataUrl("/articles/dry-eyes")).toBe("/data/articles/dry-eyes.json");
});

test("whole data is taken as it is", () => {
  expect(parsePageData(JSON.stringify(whole))).toEqual(whole);
});

test.each(["", "<!doctype html>", "null", "[]", "{}", '{"build":1}'])(
  "%j is no page data",
  (text) => {
    expect(parsePageData(text)).toBeNull();
  },
);

test.each(["build", "path", "meta", "clinic", "page"])("data without its %s is refused", (key) => {
  expect(parsePageData(JSON.stringify({ ...whole, [key]: undefined }))).toBeNull();
});

test("a page that is not there brings the page that says so", async () => {
  const lost = { ...whole, page: { kind: "notFound" } };
  serverAnswers(JSON.stringify(lost), 404);
  expect(await fetchPageData("/nowhere")).toEqual({ ok: true, data: lost });
});

test("a server in trouble is named with its status", async () => {
  serverAnswers("Bad gateway", 502);
  expect(await fetchPageData("/home")).toEqual({
    ok: false,
    failure: { kind: "refused", status: 502 },
  });
});

test("an answer that is no page data, from a hotel's login page say, is unreadable", async () => {
  serverAnswers("<html>Sign in to the network</html>");
  expect(await fetchPageData("/home")).toEqual({ ok: false, failure: { kind: "unreadable" } });
});

test.each([
  [true, "unreachable"],
  [false, "offline"],
])("with navigator.onLine %s a failed fetch is %s", async (onLine, kind) => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(onLine);
  expect(await fetchPageData("/home")).toEqual({ ok: false, failure: { kind } });
});
