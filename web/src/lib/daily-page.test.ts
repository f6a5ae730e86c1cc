import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dataCached, documentCached } from "./daily-page";
import { extractPageData } from "./embedded-data";

const PAGE = "/visionTest/today";
const DATA = `/data${PAGE}.json`;

let stored: Map<string, Response>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("caches", {
    open: async (name: string) => ({
      match: async (path: string) => stored.get(`${name} ${path}`)?.clone(),
      put: async (path: string, response: Response) => void stored.set(`${name} ${path}`, response),
      delete: async (path: string) => stored.delete(`${name} ${path}`),
    }),
  });
});

afterEach(() => vi.unstubAllGlobals());

const dataOf = (day: number) => `{"date":"2026-11-${day}","alt":"<b>"}`;
const documentOf = (day: number) => {
  const json = dataOf(day).replaceAll("<", "\\u003c");
  const script = `<script type="application/json" id="page-data">${json}</script>`;
  return `<body><div id="root"><h1>${day}</h1></div>${script}</body>`;
};
const put = (cache: string, path: string, body: string) =>
  stored.set(`${cache} ${path}`, new Response(body, { headers: { "Content-Type": "text/html" } }));

test("a new document takes the place of the data of an earlier day", async () => {
  put("data", DATA, dataOf(17));
  put("data", "/data/home.json", "home");
  await documentCached("/home", "data");
  expect(stored.size).toBe(2);
  await documentCached(PAGE, "data");
  expect([...stored.keys()]).toEqual(["data /data/home.json"]);
});

test("new data takes the place of the data in the document of an earlier day", async () => {
  put("pages", PAGE, documentOf(17));
  await dataCached(DATA, dataOf(18), "pages");
  const response = stored.get(`pages ${PAGE}`);
  expect(response?.headers.get("content-type")).toBe("text/html");
  const html = (await response?.text()) ?? "";
  expect(JSON.parse(extractPageData(html) ?? "")).toEqual(JSON.parse(dataOf(18)));
  // The app draws the new puzzle: the text of the old one is gone.
  expect(html).not.toContain("<h1>");
});

test("the document stays as it is with the same data, and when the data is of another page", async () => {
  put("pages", PAGE, documentOf(17));
  put("pages", "/home", documentOf(1));
  await dataCached(DATA, dataOf(17), "pages");
  await dataCached("/data/home.json", dataOf(2), "pages");
  expect(await stored.get(`pages ${PAGE}`)?.text()).toBe(documentOf(17));
  expect(await stored.get("pages /home")?.text()).toBe(documentOf(1));
});

test("nothing happens without a document", async () => {
  await dataCached(DATA, dataOf(17), "pages");
  expect(stored.size).toBe(0);
});
