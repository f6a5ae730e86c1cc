// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadChunk } from "./load-chunk";

afterEach(() => {
  vi.useRealTimers();
});

async function failureOf(promise: Promise<unknown>): Promise<ChunkLoadError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ChunkLoadError))
    throw new Error(`expected a ChunkLoadError, got ${error}`);
  return error;
}

test("a loaded chunk is returned", async () => {
  await expect(loadChunk(async () => "page")).resolves.toBe("page");
});

test("a failed import becomes a ChunkLoadError that keeps its cause", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  const error = await failureOf(loadChunk(() => Promise.reject(cause)));
  expect(error.name).toBe("ChunkLoadError");
  expect(error.code).toBeUndefined();
  expect(error.cause).toBe(cause);
});

test("a chunk times out after exactly 120000 ms", async () => {
  vi.useFakeTimers();
  const settled = vi.fn();
  const loading = failureOf(loadChunk(() => new Promise(() => {}))).finally(settled);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await loading).name).toBe("ChunkLoadError");
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
});

test("a loaded chunk leaves no timer running", async () => {
  vi.useFakeTimers();
  await loadChunk(async () => "page");
  expect(vi.getTimerCount()).toBe(0);
});

test("a failed style sheet has its own error code and is loaded again on the next attempt", async () => {
  const href = "https://clinic.example/assets/home.css";
  const importer = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error(`Unable to preload CSS for ${href}`))
    .mockResolvedValue("page");
  expect((await failureOf(loadChunk(importer))).code).toBe("CSS_CHUNK_LOAD_FAILED");

  stubStyleSheets("error");
  expect((await failureOf(loadChunk(importer))).code).toBe("CSS_CHUNK_LOAD_FAILED");
  expect(importer).toHaveBeenCalledTimes(1);

  const requested = stubStyleSheets("load");
  await expect(loadChunk(importer)).resolves.toBe("page");
  await expect(loadChunk(importer)).resolves.toBe("page");
  expect(requested).toEqual([href]);
});

/** happy-dom loads no style sheets, so this fires the event that a browser would. */
function stubStyleSheets(outcome: "load" | "error"): string[] {
  const requested: string[] = [];
  vi.spyOn(document.head, "append").mockImplementation((link) => {
    if (!(link instanceof HTMLLinkElement)) throw new Error("only style sheets were expected");
    requested.push(link.href);
    queueMicrotask(() => link.dispatchEvent(new Event(outcome)));
  });
  return requested;
}
