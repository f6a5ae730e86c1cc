// The sight self-check in WebKit: the whole check is played by visitors who see only screenshots, and the page of a phone is used.
import type { WebDriver } from "selenium-webdriver";
import type { Direction } from "../../src/sight-check/drawing/figure";
import { readPng } from "../png-pixels";
import { address } from "../shared-server";
import {
  type Area,
  BEFORE_WAY,
  HELPER,
  holdLetters,
  MILLIMETRES,
  MIRROR,
  PAUSE,
  type Player,
  playBothEyes,
  playOneEye,
  REMOTE,
  seedRandom,
  showLetter,
  TOUCH_MILLIMETRES,
  type Way,
  WINDOW,
  waitingLetter,
} from "../sight-journey";
import { type Letter, readLetter, sizeProblems } from "../sight-observer";
import { clickByScript, scaledTest } from "./scaled-webkit-test";
import { By, button, click, expect, open, test, text, visible } from "./webkit-test";

/** The arrows by their names. */
const ARROW: Record<Direction, string> = { up: "Up", down: "Down", left: "Left", right: "Right" };

/** While an answer is being sent, an arrow takes no other one. */
const arrow = (direction: Direction) =>
  By.css(`button[aria-label="${ARROW[direction]}"]:not([aria-disabled])`);
const clickArrow = (driver: WebDriver, direction: Direction) => click(driver, arrow(direction));

/** A screenshot of the window, not of the element: WebKit leaves out what is in front of the page. The canvas begins in the
 * upper left corner. */
async function seen(driver: WebDriver, { width, height }: Area): Promise<Letter | null> {
  const ratio = await devicePixelRatio(driver);
  const screenshot = Buffer.from(await driver.takeScreenshot(), "base64");
  const pixels = readPng(screenshot, Math.round(height * ratio));
  return readLetter({ ...pixels, width: Math.round(width * ratio) });
}

const devicePixelRatio = (driver: WebDriver) =>
  driver.executeScript<number>("return devicePixelRatio");

/** The next letter. A screenshot can be older than what the page has drawn, so the white screen has to be seen first. */
async function look(driver: WebDriver): Promise<Letter> {
  const canvas = await waitFor(driver, "no letter waits", () =>
    driver.executeScript<Area | null>(`return (${waitingLetter})()`),
  );
  await waitFor(
    driver,
    "the letter before is not cleared",
    async () => !(await seen(driver, canvas)),
  );
  await driver.executeScript(`(${showLetter})()`);
  return waitFor(driver, "no letter is drawn", () => seen(driver, canvas));
}

async function waitFor<T>(driver: WebDriver, message: string, find: () => Promise<T | null>) {
  const found = await driver.wait(find, 30_000, message);
  if (!found) throw new Error(message);
  return found;
}

async function setUp(driver: WebDriver, way: Way): Promise<void> {
  // The browser's own bar is a part of the window.
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width: WINDOW.width, height: WINDOW.height + 40 });
  await chooseWay(driver, way);
}

/** @param press clicks, unless the driver cannot */
async function chooseWay(driver: WebDriver, { name, seed }: Way, press = click): Promise<void> {
  await open(driver, "/sight-check");
  await driver.executeScript(`(${seedRandom})(${seed}); (${holdLetters})(${PAUSE})`);
  for (const step of [...BEFORE_WAY, name]) await press(driver, button(step));
}

async function playerOn(
  driver: WebDriver,
  answer: Player["answer"] = (direction) => clickArrow(driver, direction),
): Promise<Player> {
  const next = By.xpath(
    "//button[normalize-space()='Start with the left eye' or normalize-space()='Repeat the check']",
  );
  return {
    press: (name) => click(driver, button(name)),
    look: () => look(driver),
    answer,
    isOver: async (answers) => {
      const counted = async () => {
        if ((await driver.findElements(text(`${answers} answered`))).length > 0) return "counted";
        return (await driver.findElements(next)).length > 0 ? "over" : null;
      };
      return (await waitFor(driver, `answer ${answers} is not counted`, counted)) === "over";
    },
    read: async (name) => {
      const value = By.xpath(`//section[h2[normalize-space()='${name}']]/p[contains(., '6/')]`);
      return (await visible(driver, value)).getText();
    },
    ratio: await devicePixelRatio(driver),
  };
}

async function expectRightSizes(
  driver: WebDriver,
  { ratio, metres, millimetres }: { ratio: number; metres: number; millimetres: number },
  press = click,
): Promise<void> {
  const distance = await visible(driver, By.css("input[inputmode=decimal]"));
  await distance.clear();
  await distance.sendKeys(String(metres));
  await press(driver, button("Continue"));
  await press(driver, button("Start with the right eye"));
  expect(await devicePixelRatio(driver)).toBe(ratio);
  const arcMinute = metres * 1000 * Math.tan(Math.PI / 10_800);
  for (const [index, size] of [1, 0.7, 0.4, 0.1].entries()) {
    const letter = await look(driver);
    const exact = (10 ** size * arcMinute) / (millimetres / ratio);
    expect(sizeProblems(letter, exact), `${size}`).toEqual([]);
    await press(driver, arrow(letter.direction));
    await visible(driver, text(`${index + 1} answered`));
  }
}

test("letters have the right size at ratio 1", async ({ driver }) => {
  await setUp(driver, HELPER);
  await expectRightSizes(driver, { ratio: 1, metres: 1.5, millimetres: MILLIMETRES });
});

for (const ratio of [1.5, 2, 3]) {
  scaledTest.describe(`with ${ratio} device pixels`, () => {
    scaledTest.use({ deviceScale: ratio });

    scaledTest(`letters have the right size at ratio ${ratio}`, async ({ driver }) => {
      await chooseWay(driver, HELPER, clickByScript);
      const screen = { ratio, metres: 1.5, millimetres: TOUCH_MILLIMETRES };
      await expectRightSizes(driver, screen, clickByScript);
    });
  });
}

for (const way of [HELPER, MIRROR]) {
  test(`${way.name}: the result is within the published limits`, async ({ driver }) => {
    await setUp(driver, way);
    await click(driver, button("Continue"));
    const play = way === HELPER ? playBothEyes : playOneEye;
    await play(await playerOn(driver), way);
    await visible(driver, text("Please book an eye examination soon."));
  });
}

const call = (path: string, body: unknown) =>
  fetch(`${address}/api/sight-check/remotes${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

// WebKit's driver has one window, and a hidden page pauses: what the phone sends comes from the test.
test("with a phone as remote, the result is within the published limits", async ({ driver }) => {
  await setUp(driver, REMOTE);
  const shown = await visible(driver, By.xpath("//span[contains(., '#remote=')]"));
  const [, code] = (await shown.getText()).split("#remote=");
  const { phone } = (await (await call("/join", { code })).json()) as { phone: string };
  await visible(driver, text("Your phone is connected. It shows four arrows."));
  await click(driver, button("Continue"));
  await click(driver, button("Continue"));
  let number = 0;
  const player = await playerOn(driver, async (answer) => {
    let response: Response;
    // Withdrawn when the screen of a slow machine has not taken it within five seconds.
    do {
      number += 1;
      response = await call("/answer", { phone, number, answer });
    } while (response.status === 409);
    expect(await response.json()).toEqual({ counted: true });
  });
  await playOneEye(player, REMOTE);
  // The screen has ended the connection.
  await expect
    .poll(async () => (await call("/answer", { phone, number: number + 1, answer: "up" })).status)
    .toBe(410);
});

test("a phone sends the arrow that is pressed, and says what became of it", async ({ driver }) => {
  const { screen, code } = (await (await call("", {})).json()) as { screen: string; code: string };
  await open(driver, `/sight-check#remote=${code}`);
  await visible(driver, text("Connected."));
  const events = await call("/listen", { screen });
  await clickArrow(driver, "left");
  const decoder = new TextDecoder();
  let received = "";
  for await (const bytes of events.body ?? []) {
    received += decoder.decode(bytes, { stream: true });
    if (received.includes("id: 1\ndata: left\n\n")) break;
  }
  await call("/take", { screen, number: 1, counts: true });
  await visible(driver, text("1 sent"));
  await call("/end", { screen });
  await clickArrow(driver, "up");
  await visible(driver, By.xpath("//p[starts-with(., 'This connection has ended.')]"));
});
