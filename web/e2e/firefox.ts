// What is special about Firefox in the browser tests: Playwright drives the Firefox of Debian over WebDriver BiDi, and this
// channel cannot do everything. Playwright 1.65.0 does not work with Firefox 153: it sends a command for media features
// that this Firefox does not know. Try a newer version of either before you upgrade Playwright.
import type { BrowserContext, Locator, Page } from "@playwright/test";

const NO_TOUCH = "Playwright's tap() does nothing over WebDriver BiDi";
const NO_MEDIA_EMULATION = "WebDriver BiDi does not emulate this media feature";

const WORKER_STAYS_ONLINE =
  "WebDriver BiDi does not take the service worker offline; server-down.spec.ts tests this in Firefox";

/** Journeys that do not run in Firefox, by title, with the reason. */
export const NOT_IN_FIREFOX: Record<string, string> = {
  "a visitor opens the menu and goes to the team page, and the menu closes": NO_TOUCH,
  "a perfect game shows no confetti and does not load it": NO_MEDIA_EMULATION,
  "a visitor opens the first page of the first visit again offline": WORKER_STAYS_ONLINE,
  "a page opened inside the app can be loaded as a document offline, and the reverse":
    WORKER_STAYS_ONLINE,
  "is of one day without a network, when only the page or only its data was loaded on a new day":
    WORKER_STAYS_ONLINE,
  "a visitor who opens an uncached page offline reads what to do": WORKER_STAYS_ONLINE,
};

/** Over WebDriver BiDi, `fill` assigns the value of the input, and React ignores the event because it has tracked the
 * assignment. This inserts the text as an edit, as `fill` does in Chromium. */
export async function fillByEditing(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(window, "__pw_bidiInsertText", {
      get: () => (text: string) => void document.execCommand("insertText", false, text),
      set: () => {},
    });
  });
}

/** Playwright's connection to the browser, which has no public name. */
type Connected = {
  _connection: {
    toImpl(page: Page): {
      delegate: {
        _session: { sessionId: string; send(method: string, params: object): Promise<unknown> };
      };
    };
  };
};

/** Touches an element. Playwright's `tap` is empty over WebDriver BiDi, so this sends the command itself. Returns when the page has seen
 * the click that follows, as `tap` does in Chromium. */
export async function touch(target: Locator): Promise<void> {
  const page = target.page();
  // Only scrolls to it and waits until it can be touched.
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} is not visible`);
  const clicking = await page.evaluateHandle(() => {
    const clicked = new Promise<void>((resolve) => {
      addEventListener("click", () => resolve(), { capture: true, once: true });
    });
    return { clicked };
  });
  const { _session: session } = (page as unknown as Connected)._connection.toImpl(page).delegate;
  const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const finger = {
    type: "pointer",
    id: "finger",
    parameters: { pointerType: "touch" },
    actions: [
      { type: "pointerMove", ...point },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  };
  await session.send("input.performActions", { context: session.sessionId, actions: [finger] });
  await clicking.evaluate(({ clicked }) => clicked);
  await clicking.dispose();
}
