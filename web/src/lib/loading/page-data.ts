// Fetches and parses page data. Only the outer fields are checked: this script and the data come from the same
// server, which generates both from the same types.
import type { PageData } from "../../generated/PageData";

export type DataFailure =
  | { kind: "offline" }
  | { kind: "unreachable" }
  | { kind: "http-error"; status: number }
  | { kind: "invalid" };

export type DataResult = { ok: true; data: PageData } | { ok: false; failure: DataFailure };

/** `/articles/x` becomes `/data/articles/x.json`. */
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

/** Never throws. A 404 is a success: its body is the data of the not-found page. */
export async function fetchPageData(path: string, signal?: AbortSignal): Promise<DataResult> {
  try {
    const response = await fetch(dataUrl(path), signal ? { signal } : {});
    if (!response.ok && response.status !== 404) {
      return { ok: false, failure: { kind: "http-error", status: response.status } };
    }
    const data = parsePageData(await response.text());
    return data ? { ok: true, data } : { ok: false, failure: { kind: "invalid" } };
  } catch {
    return { ok: false, failure: { kind: navigator.onLine ? "unreachable" : "offline" } };
  }
}
