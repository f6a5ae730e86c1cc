// A screen reader for browser tests: @guidepup/virtual-screen-reader runs in the page and writes down what it would say when
// the focus moves, when a live region changes and when it reads on.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Virtual } from "@guidepup/virtual-screen-reader";
import type { Page } from "@playwright/test";
import { idle } from "../site-test";

const script = createRequire(import.meta.url).resolve("@guidepup/virtual-screen-reader/browser.js");

type WindowWithScreenReader = typeof globalThis & { screenReader: Virtual };

export class ScreenReader {
  readonly #page: Page;
  readonly #lines: string[] = [];
  #heard = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Starts on the document that is open. A new document needs a new screen reader. */
  static async start(page: Page): Promise<ScreenReader> {
    const url = "/virtual-screen-reader.js";
    const body = readFileSync(script, "utf8");
    await page.route(`**${url}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body }),
    );
    await page.evaluate(async (url) => {
      const { Virtual } = (await import(url)) as { Virtual: new () => Virtual };
      const screenReader = new Virtual();
      await screenReader.start({ container: document.body });
      Object.assign(window, { screenReader });
    }, url);
    const reader = new ScreenReader(page);
    await reader.#listen();
    return reader;
  }

  /** Notes the action in the transcript, performs it, and adds what is said afterwards. */
  async after(action: string, perform: () => Promise<unknown>): Promise<void> {
    this.#lines.push("", `> ${action}`);
    await perform();
    await this.#listen();
  }

  async press(key: string, settled: () => Promise<unknown> = async () => {}): Promise<void> {
    await this.after(key, async () => {
      await this.#page.keyboard.press(key);
      await settled();
    });
  }

  /** Reads the whole page, as a visitor who listens to all of it, or its main part. */
  async read(part: "document" | "main"): Promise<void> {
    this.#lines.push("", `> read the ${part}`);
    // After the last phrase of the page the screen reader goes on with the first.
    await this.#readUntil(part);
    this.#heard = (await this.#phrases()).length - 1;
    await this.#readUntil(`end of ${part}`);
    await this.#listen();
  }

  /** One phrase for each line. Lines with ">" say what the visitor does. */
  transcript(replacements: readonly [RegExp | string, string][] = []): string {
    const text = `${this.#lines.join("\n").trim()}\n`;
    return replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  }

  async #readUntil(phrase: string): Promise<void> {
    await this.#page.evaluate(async (last) => {
      const { screenReader } = window as unknown as WindowWithScreenReader;
      do await screenReader.next();
      while ((await screenReader.lastSpokenPhrase()) !== last);
    }, phrase);
  }

  /** Adds the new phrases. The screen reader speaks as soon as the page changes; when the page has nothing to do, all is
   * said. */
  async #listen(): Promise<void> {
    await idle(this.#page);
    const phrases = await this.#phrases();
    this.#lines.push(...withoutNoise(phrases.slice(this.#heard), await this.#textsForNoScript()));
    this.#heard = phrases.length;
  }

  /** The virtual screen reader also reads these, although the browser does not show them. */
  #textsForNoScript(): Promise<string[]> {
    return this.#page.evaluate(() =>
      [...document.querySelectorAll("noscript")].map((element) => element.textContent.trim()),
    );
  }

  #phrases(): Promise<string[]> {
    return this.#page.evaluate(() =>
      (window as unknown as WindowWithScreenReader).screenReader.spokenPhraseLog(),
    );
  }
}

/** Leaves out what no screen reader says: where a paragraph begins and elements end, a live region without text, and the
 * text of a link, button or heading a second time. */
function withoutNoise(phrases: string[], textsForNoScript: string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < phrases.length; i++) {
    const phrase = phrases[i] ?? "";
    if (/^(end( of|,) |(paragraph|strong|emphasis|polite: )$)/.test(phrase)) continue;
    if (textsForNoScript.includes(phrase)) continue;
    if (phrase === "status" && /^(end( of|,) |button, )/.test(phrases[i + 1] ?? "")) continue;
    kept.push(
      phrase.replace(/^listitem, level 1, position (\d+), set size (\d+)/, "item $1 of $2"),
    );
    const following = phrases.slice(i + 1);
    if (/^(link|button), /.test(phrase)) i += contentLength(following, phrase);
    if (phrase.startsWith("heading, ")) i += repeatedTexts(following, phrase);
  }
  return kept;
}

/** How many phrases after the one of a heading are its text in several parts. 0 if it contains something else, such as a
 * link. */
function repeatedTexts(following: string[], phrase: string): number {
  const texts = following.slice(0, Math.max(0, following.indexOf(`end of ${phrase}`)));
  return texts.length > 0 && phrase.startsWith(`heading, ${texts.join(" ")}, level `)
    ? texts.length
    : 0;
}

/** How many phrases after the one of an element belong to its content. 0 if the same phrase comes before its end: then this
 * element had no content of its own. */
function contentLength(following: string[], phrase: string): number {
  const end = following.indexOf(`end of ${phrase}`);
  const next = following.indexOf(phrase);
  return end === -1 || (next !== -1 && next < end) ? 0 : end + 1;
}
