// A page's data, from the document or from the network, checked where it enters the app.
// The check is of the envelope only: the server that wrote the rest is the one this script came from.
import type { PageData } from "../generated/PageData";

export type DataFailure =
  | { kind: "offline" }
  | { kind: "unreachable" }
  | { kind: "refused"; status: number }
  | { kind: "unreadable" };

export type DataAnswer = { ok: true; data: PageData } | { ok: false; failure: DataFailure };

/** Where the data of the page at `path` is served: `/articles/x` is `/data/articles/x.json`. */
export function dataUrl(path: string): string {
  return `/data${path}.json`;
}

export function parsePageData(text: string): PageData | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPageData(value) ? value : null;
  } catch {
    return null;
  }
}

function isPageData(value: unknown): value is PageData {
  return (
    isRecord(value) &&
    typeof value.build === "string" &&
    typeof value.path === "string" &&
    isRecord(value.meta) &&
    isRecord(value.clinic) &&
    isRecord(value.page) &&
    typeof value.page.kind === "string"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Never throws: a page that is not there (404) still comes with the data of the page that says so. */
export async function fetchPageData(path: string, signal?: AbortSignal): Promise<DataAnswer> {
  try {
    const response = await fetch(dataUrl(path), signal ? { signal } : {});
    if (!response.ok && response.status !== 404) {
      return { ok: false, failure: { kind: "refused", status: response.status } };
    }
    const data = parsePageData(await response.text());
    return data ? { ok: true, data } : { ok: false, failure: { kind: "unreadable" } };
  } catch {
    return { ok: false, failure: { kind: navigator.onLine ? "unreachable" : "offline" } };
  }
}
