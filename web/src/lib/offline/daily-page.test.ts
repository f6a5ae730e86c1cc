import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepPage } from "./daily-page";
import { extractPageData } from "./embedded-page-data";

const PAGE = "/visionTest/today";
const DATA = `/data${PAGE}.json`;
const NAMES = { pages: "pages", data: "data", pictures: "pictures" };

let stored: Map<string, Response>;
/** The pictures that the worker has loaded. */
let loaded: string[];
let isOffline: boolean;

beforeEach(() => {
  stored = new Map();
  loaded = [];
  isOffline = false;
  const open = (name: string) => ({
    match: async (path: string) => stored.get(`${name} ${path}`)?.clone(),
    put: async (path: string, response: Response) => void stored.set(`${name} ${path}`, response),
    delete: async (path: string) => stored.delete(`${name} ${path}`),
    add: async (path: string) => {
      if (isOffline) throw new TypeError("Failed to fetch");
      loaded.push(path);
      stored.set(`${name} ${path}`, new Response("picture"));
    },
  });
  vi.stubGlobal("caches", {
    open: async (name: string) => open(name),
    match: async (path: string) =>
      [...stored].find(([key]) => key.endsWith(` ${path}`))?.[1].clone(),
  });
});

afterEach(() => vi.unstubAllGlobals());

const pictureOf = (day: number) => `/pictures/${day}.svg`;
const dataOf = (day: number) =>
  `{"page":{"puzzle":{"date":"2026-11-${day}","level":{"image":{"src":"${pictureOf(day)}"},"alt":"<b>"}}}}`;
const documentOf = (day: number) => {
  const json = dataOf(day).replaceAll("<", "\\u003c");
  const script = `<script type="application/json" id="page-data">${json}</script>`;
  return `<body><div id="root"><h1>${day}</h1></div>${script}</body>`;
};
const response = (body: string) => new Response(body, { headers: { "Content-Type": "text/html" } });
const put = (cache: string, path: string, body: string) =>
  stored.set(`${cache} ${path}`, response(body));
/** Does what the service worker does with a new response. */
const keep = (path: string, body: string) => {
  const cache = path.startsWith("/data") ? "data" : "pages";
  const store = async () => void put(cache, path, body);
  return keepPage(path, response(body), store, NAMES);
};
const text = async (key: string) => stored.get(key)?.clone().text();
const dayOf = async (html: string | undefined) =>
  JSON.parse(extractPageData(html ?? "") ?? "").page.puzzle.date;

test("other pages are cached without more", async () => {
  await keep("/home", "home");
  await keep("/data/home.json", "home data");
  expect([...stored.keys()]).toEqual(["pages /home", "data /data/home.json"]);
});

test("a new document takes the place of the data of an earlier day", async () => {
  put("data", DATA, dataOf(17));
  put("data", "/data/home.json", "home");
  await keep(PAGE, documentOf(18));
  expect(stored.has(`data ${DATA}`)).toBe(false);
  expect(stored.has("data /data/home.json")).toBe(true);
});

test("new data takes the place of the data in the document of an earlier day", async () => {
  put("pages", PAGE, documentOf(17));
  await keep(DATA, dataOf(18));
  expect(stored.get(`pages ${PAGE}`)?.headers.get("content-type")).toBe("text/html");
  const html = await text(`pages ${PAGE}`);
  expect(JSON.parse(extractPageData(html ?? "") ?? "")).toEqual(JSON.parse(dataOf(18)));
  // The app draws the new puzzle: the text of the old one is gone.
  expect(html).not.toContain("<h1>");
});

test("the document stays as it is with the same data, and when the data is of another page", async () => {
  put("pages", PAGE, documentOf(17));
  put("pages", "/home", documentOf(1));
  await keep(DATA, dataOf(17));
  await keep("/data/home.json", dataOf(2));
  expect(await text(`pages ${PAGE}`)).toBe(documentOf(17));
  expect(await text("pages /home")).toBe(documentOf(1));
});

test("a new day comes with its picture, which is loaded once", async () => {
  put("pages", PAGE, documentOf(17));
  await keep(DATA, dataOf(18));
  await keep(PAGE, documentOf(18));
  expect(stored.has(`pictures ${pictureOf(18)}`)).toBe(true);
  expect(loaded).toEqual([pictureOf(18)]);
});

test("without its picture, a new day does not take the place of an earlier one", async () => {
  isOffline = true;
  put("pages", PAGE, documentOf(17));
  await expect(keep(DATA, dataOf(18))).rejects.toThrow();
  expect(stored.has(`data ${DATA}`)).toBe(false);
  await expect(keep(PAGE, documentOf(18))).rejects.toThrow();
  expect(await dayOf(await text(`pages ${PAGE}`))).toBe("2026-11-17");

  stored.clear();
  put("data", DATA, dataOf(17));
  await expect(keep(PAGE, documentOf(18))).rejects.toThrow();
  await expect(keep(DATA, dataOf(18))).rejects.toThrow();
  expect([...stored.keys()]).toEqual([`data ${DATA}`]);
  expect(await text(`data ${DATA}`)).toBe(dataOf(17));
});

test("without an earlier day, the page loads its picture itself when it is opened", async () => {
  await keep(DATA, dataOf(17));
  expect([...stored.keys()]).toEqual([`data ${DATA}`]);
});

test("a page without a puzzle, as when there is none yet, is cached as it is", async () => {
  put("data", DATA, dataOf(17));
  await keep(DATA, '{"page":{"kind":"vision-test"}}');
  expect(await text(`data ${DATA}`)).toBe('{"page":{"kind":"vision-test"}}');
  expect(loaded).toEqual([]);
});

test("when the disk is full, the data of the earlier day stays with its document", async () => {
  put("pages", PAGE, documentOf(17));
  put("data", DATA, dataOf(17));
  const full = async () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await expect(keepPage(PAGE, response(documentOf(18)), full, NAMES)).rejects.toThrow();
  expect(stored.has(`data ${DATA}`)).toBe(true);
});
