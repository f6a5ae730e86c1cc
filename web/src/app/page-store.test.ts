import { expect, test, vi } from "vitest";
import type { PageData } from "../generated/PageData";
import { ChunkLoadError } from "../lib/chunk";
import type { DataAnswer } from "../lib/page-data";
import type { PageKind } from "../lib/page-props";
import { PageStore } from "./page-store";

const Page = () => null;

function dataOf(path: string, kind: PageKind, build = "release-1"): PageData {
  return { build, path, page: { kind } } as PageData;
}

function good(path: string, kind: PageKind, build?: string): DataAnswer {
  return { ok: true, data: dataOf(path, kind, build) };
}

function openStore() {
  const clock = { now: 0 };
  const fetchData = vi.fn(async (_path: string, _signal?: AbortSignal) => good("/team", "team"));
  const fetchChunk = vi.fn(async (_kind: PageKind) => Page);
  const opening = { path: "/home", loaded: { data: dataOf("/home", "home"), Page } };
  const store = new PageStore(opening, { fetchData, fetchChunk, now: () => clock.now });
  const open = (path: string) => store.open(path, new AbortController().signal);
  return { store, open, fetchData, fetchChunk, clock };
}

test("data and chunk are asked for at the same time", async () => {
  const { open, fetchData, fetchChunk } = openStore();
  const opening = open("/team");
  expect(fetchData).toHaveBeenCalledWith("/team", expect.any(AbortSignal));
  expect(fetchChunk).toHaveBeenCalledWith("team");
  expect(await opening).toEqual({
    type: "loaded",
    loaded: { data: dataOf("/team", "team"), Page },
  });
});

test("the page that came with the document is not fetched again", async () => {
  const { open, fetchData } = openStore();
  expect((await open("/home")).type).toBe("loaded");
  expect(fetchData).not.toHaveBeenCalled();
});

test("what was fetched ahead is used, and asked for once", async () => {
  const { store, open, fetchData } = openStore();
  store.ahead("/team");
  store.ahead("/team");
  await open("/team");
  expect(fetchData).toHaveBeenCalledTimes(1);
});

test("after five minutes a page is fetched anew", async () => {
  const { open, fetchData, clock } = openStore();
  await open("/team");
  clock.now = 5 * 60_000 - 1;
  await open("/team");
  expect(fetchData).toHaveBeenCalledTimes(1);
  clock.now = 5 * 60_000;
  await open("/team");
  expect(fetchData).toHaveBeenCalledTimes(2);
});

test("a failed fetch is not remembered", async () => {
  const { open, fetchData } = openStore();
  fetchData.mockResolvedValueOnce({ ok: false, failure: { kind: "offline" } });
  expect(await open("/team")).toEqual({ type: "failed", failure: { kind: "offline" } });
  expect((await open("/team")).type).toBe("loaded");
});

test("an address that turns out to lead nowhere gets the chunk that says so", async () => {
  const { open, fetchData, fetchChunk } = openStore();
  fetchData.mockResolvedValueOnce(good("/not-found", "notFound"));
  expect((await open("/articles/gone")).type).toBe("loaded");
  expect(fetchChunk.mock.calls.flat()).toEqual(["article", "notFound"]);
});

test("data of a newer release asks for a fresh start", async () => {
  const { open, fetchData } = openStore();
  fetchData.mockResolvedValueOnce(good("/team", "team", "release-2"));
  expect(await open("/team")).toEqual({ type: "outdated", build: "release-2" });
});

test("a chunk that a newer release took away asks for a fresh start, though older data is remembered", async () => {
  const { store, open, fetchData, fetchChunk } = openStore();
  store.ahead("/team");
  await vi.waitFor(() => expect(fetchData).toHaveBeenCalled());
  fetchChunk.mockRejectedValue(new ChunkLoadError("404"));
  fetchData.mockResolvedValueOnce(good("/team", "team", "release-2"));
  expect(await open("/team")).toEqual({ type: "outdated", build: "release-2" });
});

test("a chunk that fails in the same release is a failure, and can be tried again", async () => {
  const { open, fetchChunk } = openStore();
  const error = new ChunkLoadError("lost");
  fetchChunk.mockRejectedValueOnce(error);
  expect(await open("/team")).toEqual({ type: "failed", failure: { kind: "chunk", error } });
  expect((await open("/team")).type).toBe("loaded");
});
