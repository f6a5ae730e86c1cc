// A window as narrow as a small phone in WebKit, and what is checked in it.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { WebDriver } from "selenium-webdriver";
import { finishAnimations, listSmallTargets, measureOverflow } from "../accessibility-checks";
import { TIMEOUT } from "./webkit-processes";
import { By, SCREEN } from "./webkit-test";

const axe = readFileSync(
  resolve(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"),
  "utf8",
);

/** Runs axe with all WCAG rules up to AAA. */
export async function axeViolations(driver: WebDriver): Promise<string[]> {
  await driver.executeScript(axe);
  await driver.executeScript(finishAnimations);
  const violations = await driver.executeAsyncScript<string[]>(`
    const done = arguments[arguments.length - 1];
    const runOnly = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    axe.run({ runOnly }).then(
      ({ violations }) =>
        done(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html))),
      (failure) => done([String(failure)]),
    );`);
  // WebKit's style sheet hides the title of an SVG, so axe does not find the names of buttons with an icon. The tests in
  // Chromium check them.
  return violations.filter((line) => !/^button-name: .*<title>\w+<\/title>/.test(line));
}

const PHONE = { width: 360, height: 800 };

/** A window of 360 pixels instead of the first one, whose toolbar is wider. What a page opens in a size of its own has no toolbar. */
export async function openPhoneWindow(driver: WebDriver): Promise<void> {
  const first = await driver.getWindowHandle();
  const features = `noopener,width=${PHONE.width},height=${PHONE.height}`;
  await driver.get(`data:text/html,<button onclick="open('', '', '${features}')">Open</button>`);
  await driver.findElement(By.css("button")).click();
  const opened = async () => (await driver.getAllWindowHandles()).find((it) => it !== first);
  const phone = await driver.wait(opened, TIMEOUT, "the window did not open");
  await driver.close();
  await driver.switchTo().window(phone ?? "");
  // Around the pointer, which stays in the middle of the screen: without a window manager, what is below it has the keyboard.
  const [x, y] = [(SCREEN.width - PHONE.width) / 2, (SCREEN.height - PHONE.height) / 2];
  await driver
    .manage()
    .window()
    .setRect({ x, y, ...PHONE });
  const isReady = () =>
    driver.executeScript<boolean>(`return innerWidth === ${PHONE.width} && document.hasFocus()`);
  await driver.wait(isReady, TIMEOUT, "the window has another size or not the keyboard");
}

export const horizontalOverflow = (driver: WebDriver): Promise<number> =>
  driver.executeScript<number>(measureOverflow);

export const smallTargets = (driver: WebDriver): Promise<string[]> =>
  driver.executeScript<string[]>(listSmallTargets);
