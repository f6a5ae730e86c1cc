// What a first visit to the home page costs a visitor in mobile data, measured on the wire by the browser itself.
import type { CDPSession, Page } from "@playwright/test";
import { expect, hydrated, test } from "./visit";

/** In bytes. */
const WHOLE_VISIT = 110_000;
const SCRIPTS = 75_000;
const DOCUMENT = 14_000;

type Received = { path: string; type: string; head: number; wire: number };

/** Everything that arrives: `wire` with the headers, which count as data too; `head` is their part of it. */
async function record(devtools: CDPSession): Promise<Received[]> {
  const asked = new Map<string, Received>();
  const received: Received[] = [];
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    const path = request.url.startsWith("data:") ? "data:" : new URL(request.url).pathname;
    asked.set(requestId, { path, type: type ?? "Other", head: 0, wire: 0 });
  });
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const request = asked.get(requestId);
    if (request) request.head = response.encodedDataLength;
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId);
    if (request) received.push({ ...request, wire: encodedDataLength });
  });
  await devtools.send("Network.enable");
  return received;
}

const onTheWire = (part: Received[]) => part.reduce((sum, { wire }) => sum + wire, 0);
const bodies = (part: Received[]) => part.reduce((sum, { wire, head }) => sum + wire - head, 0);

/** The visitor reads for a while: whatever is fetched ahead, or comes late on a busy machine, counts as well. */
async function quiet(page: Page, received: Received[]): Promise<void> {
  await expect(async () => {
    const before = received.length;
    await page.waitForTimeout(3_000);
    expect(received).toHaveLength(before);
  }).toPass();
}

/** Right after its start the server answers with what it could pack quickly, and packs hard meanwhile. */
async function packed(page: Page): Promise<void> {
  const headers = { "accept-encoding": "br, zstd, gzip" };
  const encodings = async () => {
    const html = await (await page.request.get("/home")).text();
    const pictures = [...html.matchAll(/(?:src|href)="(\/pictures\/[^"]+)"/g)];
    const paths = ["/home", ...pictures.map(([, path = ""]) => path)];
    const answers = await Promise.all(paths.map((path) => page.request.head(path, { headers })));
    return [...new Set(answers.map((answer) => answer.headers()["content-encoding"]))];
  };
  await expect.poll(encodings, { timeout: 60_000 }).toEqual(["br"]);
}

test("a first visit to /home stays within its budget of data", async ({ page, context }) => {
  test.setTimeout(120_000);
  await packed(page);
  const visit = await record(await context.newCDPSession(page));
  await page.goto("/home");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await hydrated(page);
  await quiet(page, visit);
  // The worker's own script is fetched out of this page's sight, so it is asked for once more to be weighed.
  await page.evaluate(() => fetch("/sw.js", { cache: "no-store" }).then((answer) => answer.text()));
  await expect.poll(() => visit.some(({ path }) => path === "/sw.js")).toBe(true);

  const list = visit.map(({ path, wire, head }) => `${wire - head} + ${head}\t${path}`).join("\n");
  const scripts = visit.filter(({ path }) => path.startsWith("/assets/") && path.endsWith(".js"));
  const documents = visit.filter(({ type }) => type === "Document");
  expect(scripts.length, list).toBeGreaterThan(2);
  expect(bodies(documents), `the document:\n${list}`).toBeLessThanOrEqual(DOCUMENT);
  expect(bodies(scripts), `the scripts:\n${list}`).toBeLessThanOrEqual(SCRIPTS);
  expect(onTheWire(visit), `the visit in all:\n${list}`).toBeLessThanOrEqual(WHOLE_VISIT);
});

test("a second visit costs next to nothing", async ({ page, context }) => {
  await page.goto("/home");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const received = await record(await context.newCDPSession(page));
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect(onTheWire(received)).toBeLessThanOrEqual(DOCUMENT);
});
