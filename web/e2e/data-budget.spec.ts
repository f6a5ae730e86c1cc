// The mobile data that a visit to the home page uses, as measured by the browser.
import type { CDPSession } from "@playwright/test";
import { firstVisitIsOver } from "./cached-page";
import { pathsOf, untilFullyCompressed } from "./full-compression";
import { expect, hydrated, reportConnection, test } from "./site-test";

test.use({ serviceWorkers: "allow" });

const MAX_VISIT_BYTES = 110_000;
const MAX_SCRIPT_BYTES = 75_000;
const MAX_DOCUMENT_BYTES = 14_000;
const MAX_SIGHT_CHECK_BYTES = 14_000;
/** On connections that save data or are slow. */
const MAX_SMALL_VISIT_BYTES = 45_000;

/** Sizes in bytes as transferred: `total` includes `headers`. */
type ReceivedFile = { path: string; type: string; headers: number; total: number };

/** Records all responses of a page. */
async function record(devtools: CDPSession): Promise<ReceivedFile[]> {
  const requests = new Map<string, ReceivedFile>();
  const received: ReceivedFile[] = [];
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    const path = request.url.startsWith("data:") ? "data:" : new URL(request.url).pathname;
    requests.set(requestId, { path, type: type ?? "Other", headers: 0, total: 0 });
  });
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request) request.headers = response.encodedDataLength;
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) received.push({ ...request, total: encodedDataLength });
  });
  await devtools.send("Network.enable");
  return received;
}

const totalBytes = (files: ReceivedFile[]) => files.reduce((sum, { total }) => sum + total, 0);
const bodyBytes = (files: ReceivedFile[]) =>
  files.reduce((sum, { total, headers }) => sum + total - headers, 0);

test("a first visit to /home stays within the data budget", async ({ page, context }) => {
  await untilFullyCompressed(page.request, await pathsOf(page.request, "/home"));
  const visit = await record(await context.newCDPSession(page));
  await page.goto("/home");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await hydrated(page);
  await firstVisitIsOver(page);
  // The page's session does not see the request for the worker's script, so it is fetched again to be counted.
  await page.evaluate(() =>
    fetch("/sw.js", { cache: "no-store" }).then((response) => response.text()),
  );
  await expect.poll(() => visit.some(({ path }) => path === "/sw.js")).toBe(true);

  const list = visit
    .map(({ path, total, headers }) => `${total - headers} + ${headers}\t${path}`)
    .join("\n");
  const scripts = visit.filter(({ path }) => path.startsWith("/assets/") && path.endsWith(".js"));
  const documents = visit.filter(({ type }) => type === "Document");
  expect(scripts.length, list).toBeGreaterThan(2);
  expect(bodyBytes(documents), `document:\n${list}`).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
  expect(bodyBytes(scripts), `scripts:\n${list}`).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  expect(totalBytes(visit), `whole visit:\n${list}`).toBeLessThanOrEqual(MAX_VISIT_BYTES);
});

for (const connection of [
  { saveData: true, effectiveType: "4g" },
  { saveData: false, effectiveType: "2g" },
  { saveData: false, effectiveType: "3g" },
]) {
  test(`a first visit to /home stays within the small budget with ${JSON.stringify(connection)}`, async ({
    page,
    context,
  }) => {
    await untilFullyCompressed(page.request, await pathsOf(page.request, "/home"));
    await reportConnection(page, connection);
    const visit = await record(await context.newCDPSession(page));
    await page.goto("/home");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await firstVisitIsOver(page);
    await page.evaluate(() =>
      fetch("/sw.js", { cache: "no-store" }).then((response) => response.text()),
    );
    await expect.poll(() => visit.some(({ path }) => path === "/sw.js")).toBe(true);

    const list = visit.map(({ path, total }) => `${total}\t${path}`).join("\n");
    const scripts = visit.filter(({ path }) => path.startsWith("/assets/") && path.endsWith(".js"));
    expect(scripts.map(({ path }) => path)).toEqual([expect.stringMatching(/\/small-/)]);
    expect(totalBytes(visit), `whole visit:\n${list}`).toBeLessThanOrEqual(MAX_SMALL_VISIT_BYTES);
  });
}

test("every document stays within its budget", async ({ page }) => {
  const sizes: Record<string, number> = {};
  const feed = await (await page.request.get("/sitemap.xml")).text();
  const paths = [...feed.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(
    ([, path = ""]) => path,
  );
  expect(paths.length).toBeGreaterThan(10);
  await untilFullyCompressed(page.request, paths);
  for (const path of paths) {
    const response = await page.request.head(path, { headers: { "accept-encoding": "br" } });
    sizes[path] = Number(response.headers()["content-length"]);
  }
  const tooLarge = Object.entries(sizes).filter(([, size]) => !(size <= MAX_DOCUMENT_BYTES));
  expect(tooLarge, JSON.stringify(sizes)).toEqual([]);
});

test("the sight self-check has a chunk of its own within its budget, which other pages do not load", async ({
  page,
}) => {
  const scripts = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    return [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([script]) => script);
  };
  const chunk = (await scripts("/sight-check")).find((script) => script.includes("/sight-check-"));
  if (!chunk) throw new Error("the page has no chunk of its own");
  for (const path of ["/home", "/services", "/urgent", "/book", "/visionTest"]) {
    expect(await scripts(path)).not.toContain(chunk);
  }
  const response = await page.request.head(chunk, { headers: { "accept-encoding": "br" } });
  expect(Number(response.headers()["content-length"])).toBeLessThanOrEqual(MAX_SIGHT_CHECK_BYTES);
});

test("a second visit transfers no more than a document", async ({ page, context }) => {
  await page.goto("/home");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const received = await record(await context.newCDPSession(page));
  await page.reload();
  await hydrated(page);
  await firstVisitIsOver(page);
  expect(totalBytes(received)).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
});
