// One first visit with a cheap phone on a slow network: paint times, blocking time, bytes. The visit starts on another
// site, like one from a search engine or a chat: the browser then always uses a new process, which it may or may not do
// when the visit starts in an empty tab.
import { setTimeout as pause } from "node:timers/promises";

const PHONE = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "en-NG",
  timezoneId: "Africa/Lagos",
};
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
/** A page that has loaded nothing for this long is complete. */
const NETWORK_IDLE_MS = 2_500;
/** Generous, for a busy machine; not a limit on the page. */
const LOAD_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 3;

/** A throttled Chromium on a busy machine sometimes hangs, whatever the page. The visit is then repeated. */
export async function visitHomePage(browser, referrer, site) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryVisit(browser, referrer, site);
    } catch (error) {
      if (error.name !== "TimeoutError" || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * What a visitor sees: the text and the height of the page. Without the typeface, because its `font-display: optional` leaves
 * it to the speed of the network whether a first visit uses it, and lines break elsewhere then.
 */
export async function readPage(browser, { proxy, saveData = false }) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await page.addInitScript(reportConnection, { saveData, effectiveType: "4g" });
    await page.route("**/*.woff2", (route) => route.abort());
    await page.goto(`${proxy.origin}/home`, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS });
    await waitUntilNetworkIdle(proxy);
    return await page.evaluate(() => ({
      text: document.body.innerText.replace(/\s+/g, " "),
      height: document.documentElement.scrollHeight,
    }));
  } finally {
    await context.close();
  }
}

/** A new context has an empty cache and no service worker. */
async function tryVisit(browser, referrer, { proxy, saveData = false }) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.goto(referrer);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", NETWORK);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(observePerformance);
    await page.addInitScript(reportConnection, { saveData, effectiveType: "4g" });
    const before = proxy.bytesSent();
    await page.goto(`${proxy.origin}/home`, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS });
    await waitUntilNetworkIdle(proxy);
    return { bytes: proxy.bytesSent() - before, ...(await page.evaluate(readMeasurements)) };
  } finally {
    await context.close();
  }
}

async function waitUntilNetworkIdle(proxy) {
  for (let bytes = -1; bytes !== proxy.bytesSent(); ) {
    bytes = proxy.bytesSent();
    await pause(NETWORK_IDLE_MS);
  }
}

/** Runs in the page before its own scripts. The throttled network counts as 4g in Chromium; this makes it certain. */
function reportConnection(value) {
  Object.defineProperty(navigator, "connection", { value });
}

/** Runs in the page before its own scripts. */
function observePerformance() {
  const entries = { paints: [], largestPaints: [], longTasks: [] };
  const observe = (type, list) =>
    new PerformanceObserver((observed) => list.push(...observed.getEntries())).observe({ type, buffered: true });
  observe("paint", entries.paints);
  observe("largest-contentful-paint", entries.largestPaints);
  observe("longtask", entries.longTasks);
  window.benchEntries = entries;
}

/** Runs in the page. Blocking time is the part of a long task beyond 50 ms, counted from the first contentful paint. */
async function readMeasurements() {
  await new Promise((idle) => requestIdleCallback(idle));
  const { paints, largestPaints, longTasks } = window.benchEntries;
  const firstPaint = paints.find(({ name }) => name === "first-contentful-paint").startTime;
  const blocking = longTasks.map(
    ({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint) - 50,
  );
  return {
    firstPaint,
    largestPaint: largestPaints.at(-1).startTime,
    blockingTime: blocking.filter((time) => time > 0).reduce((sum, time) => sum + time, 0),
  };
}
