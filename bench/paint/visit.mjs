// One first visit with a cheap phone on a weak network, and what it cost: paints, blocking time, bytes. The visitor comes
// from another site, as from a search engine or a chat: a browser gives the next site a process of its own then, which it
// may or may not do when a visit begins with an empty tab.
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
const SLOWER_CPU = 4;
/** A page that has fetched nothing for so long is done; the visitor reads meanwhile. */
const QUIET_MS = 2_500;
/** Patience for a busy machine, not a measure. */
const PATIENCE_MS = 60_000;
const MOST_TRIES = 3;

/** Now and then a slowed-down Chromium on a busy machine freezes for good, whatever the page: then it is tried again. */
export async function visit(browser, elsewhere, door) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryVisit(browser, elsewhere, door);
    } catch (trouble) {
      if (trouble.name !== "TimeoutError" || tries === MOST_TRIES) throw trouble;
    }
  }
}

/** A context of its own has empty caches and no service worker. */
async function tryVisit(browser, elsewhere, door) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.goto(elsewhere);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", NETWORK);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
    await page.addInitScript(watchPaints);
    const before = door.sent();
    await page.goto(`${door.address}/home`, { waitUntil: "load", timeout: PATIENCE_MS });
    await quiet(door);
    return { bytes: door.sent() - before, ...(await page.evaluate(report)) };
  } finally {
    await context.close();
  }
}

async function quiet(door) {
  for (let sent = -1; sent !== door.sent(); ) {
    sent = door.sent();
    await pause(QUIET_MS);
  }
}

/** Runs in the page before anything of its own. */
function watchPaints() {
  const seen = { paints: [], largest: [], tasks: [] };
  const watch = (type, list) =>
    new PerformanceObserver((entries) => list.push(...entries.getEntries())).observe({ type, buffered: true });
  watch("paint", seen.paints);
  watch("largest-contentful-paint", seen.largest);
  watch("longtask", seen.tasks);
  window.seenByBench = seen;
}

/** Runs in the page. A task blocks for what it takes beyond 50 ms; what happened before the first paint is in that. */
async function report() {
  await new Promise((idle) => requestIdleCallback(idle));
  const { paints, largest, tasks } = window.seenByBench;
  const first = paints.find(({ name }) => name === "first-contentful-paint").startTime;
  const blocked = tasks.map(({ startTime, duration }) => startTime + duration - Math.max(startTime, first) - 50);
  return {
    first,
    largest: largest.at(-1).startTime,
    blocking: blocked.filter((time) => time > 0).reduce((sum, time) => sum + time, 0),
    shown: { words: document.body.innerText.replace(/\s+/g, " "), height: document.documentElement.scrollHeight },
  };
}
