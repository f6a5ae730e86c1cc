// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PageData } from "../generated/PageData";
import { ChunkLoadError } from "../lib/loading/load-chunk";
import type { DataResult } from "../lib/loading/page-data";
import type { PageKind } from "../lib/page-props";
import { PageLoader } from "./page-loader";

const Page = () => null;

function dataOf(path: string, kind: PageKind, build = "release-1"): PageData {
  return { build, path, page: { kind } } as PageData;
}

function success(path: string, kind: PageKind, build?: string): DataResult {
  return { ok: true, data: dataOf(path, kind, build) };
}

function createLoader() {
  const clock = { now: 0 };
  const fetchData = vi.fn(async (_path: string, _signal?: AbortSignal) => success("/team", "team"));
  const fetchChunk = vi.fn(async (_kind: PageKind) => Page);
  const initial = { path: "/home", page: { data: dataOf("/home", "home"), Page } };
  const loader = new PageLoader(initial, { fetchData, fetchChunk, now: () => clock.now });
  const load = (path: string) => loader.load(path, new AbortController().signal);
  return { loader, load, fetchData, fetchChunk, clock };
}

test("data and chunk are requested in parallel", async () => {
  const { load, fetchData, fetchChunk } = createLoader();
  const loading = load("/team");
  expect(fetchData).toHaveBeenCalledWith("/team", expect.any(AbortSignal));
  expect(fetchChunk).toHaveBeenCalledWith("team");
  expect(await loading).toEqual({
    type: "loaded",
    page: { data: dataOf("/team", "team"), Page },
  });
});

test("the page from the document is not fetched again", async () => {
  const { load, fetchData } = createLoader();
  expect((await load("/home")).type).toBe("loaded");
  expect(fetchData).not.toHaveBeenCalled();
});

test("a prefetched page is requested only once", async () => {
  const { loader, load, fetchData } = createLoader();
  loader.prefetch("/team");
  loader.prefetch("/team");
  await load("/team");
  expect(fetchData).toHaveBeenCalledTimes(1);
});

test("cached data expires after five minutes", async () => {
  const { load, fetchData, clock } = createLoader();
  await load("/team");
  clock.now = 5 * 60_000 - 1;
  await load("/team");
  expect(fetchData).toHaveBeenCalledTimes(1);
  clock.now = 5 * 60_000;
  await load("/team");
  expect(fetchData).toHaveBeenCalledTimes(2);
});

test("a failed request is not cached", async () => {
  const { load, fetchData } = createLoader();
  fetchData.mockResolvedValueOnce({ ok: false, failure: { kind: "offline" } });
  expect(await load("/team")).toEqual({ type: "failed", failure: { kind: "offline" } });
  expect((await load("/team")).type).toBe("loaded");
});

test("a second attempt does not share the request that the first one has aborted", async () => {
  const { loader, fetchData } = createLoader();
  fetchData.mockImplementation(
    (_path, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener("abort", () =>
          resolve({ ok: false, failure: { kind: "unreachable" } }),
        );
        setTimeout(() => resolve(success("/team", "team")), 20);
      }),
  );
  const first = new AbortController();
  const attempt = loader.load("/team", first.signal);
  first.abort();
  const second = loader.load("/team", new AbortController().signal);
  expect((await attempt).type).toBe("failed");
  expect((await second).type).toBe("loaded");
});

test("complete data is kept when the caller later navigates away", async () => {
  const { loader, load, fetchData } = createLoader();
  const caller = new AbortController();
  await loader.load("/team", caller.signal);
  caller.abort();
  await load("/team");
  expect(fetchData).toHaveBeenCalledTimes(1);
});

test("a path that turns out not to exist gets the not-found chunk", async () => {
  const { load, fetchData, fetchChunk } = createLoader();
  fetchData.mockResolvedValueOnce(success("/404", "not-found"));
  expect((await load("/articles/gone")).type).toBe("loaded");
  expect(fetchChunk.mock.calls.flat()).toEqual(["article", "not-found"]);
});

test("data of a newer release is outdated", async () => {
  const { load, fetchData } = createLoader();
  fetchData.mockResolvedValueOnce(success("/team", "team", "release-2"));
  expect(await load("/team")).toEqual({ type: "outdated", build: "release-2" });
});

test("a chunk removed by a newer release is outdated, even with older data in the cache", async () => {
  const { loader, load, fetchData, fetchChunk } = createLoader();
  loader.prefetch("/team");
  await waitFor(() => expect(fetchData).toHaveBeenCalled());
  fetchChunk.mockRejectedValue(new ChunkLoadError("404"));
  fetchData.mockResolvedValueOnce(success("/team", "team", "release-2"));
  expect(await load("/team")).toEqual({ type: "outdated", build: "release-2" });
});

test("a chunk that fails within the same release can be retried", async () => {
  const { load, fetchChunk } = createLoader();
  const error = new ChunkLoadError("lost");
  fetchChunk.mockRejectedValueOnce(error);
  expect(await load("/team")).toEqual({ type: "failed", failure: { kind: "chunk", error } });
  expect((await load("/team")).type).toBe("loaded");
});
