// What a first visit to a page costs: its document, and its scripts, styles, font and pictures.
import { type APIRequestContext, expect } from "@playwright/test";

const MAX_DOCUMENT_BYTES = 14_000;
const MAX_PAGE_BYTES = 110_000;

/** `script` is a part of the name of the script that only this page loads. */
export async function expectWithinBudget(
  request: APIRequestContext,
  path: string,
  script: string,
): Promise<void> {
  const html = await (await request.get(path)).text();
  const files = [...html.matchAll(/"(\/(?:assets|pictures)\/[^" ]+)"/g)].map(
    ([, file = ""]) => file,
  );
  expect(files.some((file) => file.includes(script))).toBe(true);
  expect(files.some((file) => file.startsWith("/pictures/"))).toBe(true);
  const bytes = async (path: string) => {
    const response = await request.head(path, { headers: { "accept-encoding": "br" } });
    expect(response.status(), path).toBe(200);
    return Number(response.headers()["content-length"]);
  };
  const total = async () => {
    const sizes = await Promise.all([path, ...new Set(files)].map(bytes));
    return sizes.reduce((sum, size) => sum + size);
  };
  // The server compresses better in the background, some seconds after it has published a page.
  const timeout = 120_000;
  await expect.poll(() => bytes(path), { timeout }).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
  await expect.poll(total, { timeout }).toBeLessThanOrEqual(MAX_PAGE_BYTES);
}
