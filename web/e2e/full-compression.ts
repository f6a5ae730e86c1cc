// Waiting until the server sends its texts as small as it can: after its start it first uses fast compression, and replaces it
// with Brotli at the highest level in the background.
import { brotliCompressSync, constants } from "node:zlib";
import { type APIRequestContext, expect } from "@playwright/test";
import { address } from "./shared-server";

/** Brotli of the server and of Node.js differ by a few bytes; the fast level is a tenth larger. */
const TOLERANCE = 1.02;

export async function untilFullyCompressed(
  request: APIRequestContext,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const text = await (await request.get(address + path)).text();
    const best = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }).length;
    const excess = async () => {
      const response = await request.head(address + path, { headers: { "accept-encoding": "br" } });
      return Number(response.headers()["content-length"]) - best * TOLERANCE;
    };
    await expect.poll(excess, { message: path, timeout: 120_000 }).toBeLessThanOrEqual(0);
  }
}

/** The page itself and the drawings that it shows. */
export async function pathsOf(request: APIRequestContext, path: string): Promise<string[]> {
  const html = await (await request.get(address + path)).text();
  const pictures = [...html.matchAll(/(?:src|href)="(\/pictures\/[^"]+\.svg)"/g)];
  return [path, ...pictures.map(([, picture = ""]) => picture)];
}
