// What a visitor does on the site, in WebKit.
import type { WebDriver } from "selenium-webdriver";
import { CLAIMED, newAddress, SENT } from "../claim-form";
import { LEVELS } from "../game-player";
import { codesMailedTo } from "../mailed-codes";
import { MENU } from "../menu";
import { PAGES } from "../site-test";
import { openPhoneWindow } from "./phone";
import {
  atPath,
  By,
  button,
  click,
  expect,
  field,
  heading,
  hidden,
  link,
  open,
  radio,
  test,
  text,
  textOf,
  visible,
} from "./webkit-test";

const dialog = By.css("dialog[open]");
const mainLink = (name: string) => link(name, "header//nav");
const currentPage = By.css('header nav a[aria-current="page"]');

const hasFocus = (driver: WebDriver, name: string) =>
  expect
    .poll(() => driver.executeScript<string>("return document.activeElement.innerText"))
    .toBe(name);

test("every page opens, is hydrated and needs no sideways scrolling", async ({ driver }) => {
  for (const path of PAGES) {
    await open(driver, path);
    expect(await (await visible(driver, heading)).getText(), path).not.toBe("");
    const overflow = "return document.documentElement.scrollWidth - window.innerWidth";
    expect(await driver.executeScript<number>(overflow), path).toBeLessThanOrEqual(0);
  }
});

test("a visitor opens every page of the menu and goes back", async ({ driver }) => {
  await open(driver, "/privacy");
  // A new document would not have this property.
  await driver.executeScript("window.isFirstDocument = true");
  const visited = Object.entries(MENU);
  for (const [name, path] of visited) {
    await click(driver, mainLink(name));
    await atPath(driver, path);
    await expect.poll(() => textOf(driver, currentPage)).toBe(name);
  }
  for (const [name, path] of visited.slice(0, -1).reverse()) {
    await driver.navigate().back();
    await atPath(driver, path);
    await expect.poll(() => textOf(driver, currentPage)).toBe(name);
  }
  expect(await driver.executeScript("return window.isFirstDocument")).toBe(true);
});

test("a visitor opens the contact popup and closes it", async ({ driver }) => {
  await open(driver, "/home");
  await click(driver, link("Contact Us", "footer"));
  await visible(driver, dialog);
  const call = await visible(driver, By.css('dialog[open] a[href^="tel:"]'));
  expect(await call.getText()).toContain("Call Now");
  await click(driver, button("Close"));
  await hidden(driver, dialog);
  // WebKit does not focus what is pressed with a mouse.
  await hasFocus(driver, "Contact Us");

  await click(driver, link("Book Appointment", "footer"));
  await visible(driver, dialog);
  await driver.actions().sendKeys("\uE00C").perform();
  await hidden(driver, dialog);
  await hasFocus(driver, "Book Appointment");
  await atPath(driver, "/home");
});

test("a visitor opens the menu in a narrow window and goes to the team page", async ({
  driver,
}) => {
  await openPhoneWindow(driver);
  await open(driver, "/home");
  await click(driver, button("Menu"));
  await click(driver, mainLink("Our Team"));
  await atPath(driver, "/team");
  await hidden(driver, mainLink("Our Team"));
});

test("a chosen theme and text size are kept on the next page", async ({ driver }) => {
  const root = () => driver.findElement(By.css("html"));
  await open(driver, "/home");
  for (const name of ["Dark", "Largest"]) await click(driver, radio(name));
  await open(driver, "/services");
  expect(await root().getAttribute("data-theme")).toBe("dark");
  expect(await root().getAttribute("data-text")).toBe("largest");
  const paper = await root().getCssValue("background-color");
  expect(paper).toContain("10, 26, 39");
});

/** The lines in which the page shows an email address. */
function linesOf(driver: WebDriver, email: string): Promise<string[]> {
  return driver.executeScript<string[]>((address: string) => {
    const element = [...document.querySelectorAll("strong")].find(
      ({ textContent }) => textContent === address,
    );
    const lines = new Map<number, string>();
    const texts = document.createTreeWalker(element as Node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (let i = 0; i < text.length; i++) {
        const range = document.createRange();
        range.setStart(text, i);
        range.setEnd(text, i + 1);
        const { top } = range.getBoundingClientRect();
        lines.set(top, (lines.get(top) ?? "") + text.data[i]);
      }
    }
    return [...lines.values()];
  }, email);
}

test("a visitor finds all differences, gets a code by email and cannot claim again", async ({
  driver,
}) => {
  const play = async () => {
    await open(driver, "/visionTest");
    for (const { heading: level, spots, button: next } of LEVELS) {
      await visible(driver, text(level));
      const all = By.css("button[data-spot]");
      await expect.poll(async () => (await driver.findElements(all)).length).toBe(spots);
      for (const spot of await driver.findElements(all)) {
        await spot.click();
        await expect.poll(() => spot.getAttribute("aria-pressed")).toBe("true");
      }
      await click(driver, button(next));
    }
    await visible(driver, text("Eyes like a hawk!"));
  };
  await play();
  const email = newAddress().replace("player-", "aplayerwithaname");
  await (await visible(driver, field("Enter your email to claim 5% off:"))).sendKeys(email);
  await click(driver, button("Send My Discount"));
  await visible(driver, text(SENT));
  await expect
    .poll(() => codesMailedTo(email))
    .toEqual([expect.stringMatching(/^EYE5-[0-9A-Z]{4}-[0-9A-Z]{4}$/)]);
  const { width, height } = await driver.manage().window().getRect();
  // It stays as wide as its toolbar.
  await driver.manage().window().setRect({ x: 0, y: 0, width: 360, height });
  await expect.poll(() => linesOf(driver, email)).toEqual(email.split(/(?=@)/));
  await driver.manage().window().setRect({ x: 0, y: 0, width, height });

  await play();
  await visible(driver, text(CLAIMED));
});
