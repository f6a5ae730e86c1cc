// What a first visit to the home page costs a visitor in mobile data, measured on the wire by the browser itself.
import type { CDPSession } from "@playwright/test";
import { expect, test } from "./visit";

const KB = 1_000;

type Received = { path: string; type: string; bytes: number };

async function record(devtools: CDPSession): Promise<Received[]> {
  const asked = new Map<string, { path: string; type: string }>();
  const received: Received[] = [];
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    asked.set(requestId, { path: new URL(request.url).pathname, type: type ?? "Other" });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId);
    if (request) received.push({ ...request, bytes: encodedDataLength });
  });
  await devtools.send("Network.enable");
  return received;
}

test("a first visit to /home stays within its budget of data", async ({ page, context }) => {
  const received = await record(await context.newCDPSession(page));
  await page.goto("/home");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The visitor reads for a while: whatever is fetched ahead counts as well.
  await page.waitForTimeout(4_000);
  const worker = await page.evaluate(async () => {
    const answer = await fetch("/sw.js", { cache: "no-store" });
    return Number(answer.headers.get("content-length"));
  });
  const visit = received.filter(({ path }) => path !== "/sw.js");
  const sum = (part: Received[]) => part.reduce((total, { bytes }) => total + bytes, 0);
  const scripts = sum(visit.filter(({ type, path }) => type === "Script" || path.endsWith(".js")));
  const document = sum(visit.filter(({ type }) => type === "Document"));
  const all = sum(visit) + worker;

  const list = visit.map(({ path, bytes }) => `${bytes}\t${path}`).join("\n");
  test.info().annotations.push({ type: "bytes", description: `${all} in all\n${list}` });
  expect(worker, "the worker's size is known").toBeGreaterThan(1 * KB);
  expect(document, list).toBeLessThanOrEqual(14 * KB);
  expect(scripts, list).toBeLessThanOrEqual(75 * KB);
  expect(all, list).toBeLessThanOrEqual(110 * KB);
});

test("a second visit costs next to nothing", async ({ page, context }) => {
  await page.goto("/home");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const received = await record(await context.newCDPSession(page));
  await page.reload();
  await page.waitForLoadState("networkidle");
  const total = received.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeLessThanOrEqual(14 * KB);
});
