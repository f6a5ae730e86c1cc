// "Is it urgent?" in WebKit.
import { horizontalOverflow, openPhoneWindow } from "./phone";
import {
  By,
  button,
  click,
  expect,
  heading,
  hidden,
  link,
  open,
  test,
  text,
  textOf,
  visible,
} from "./webkit-test";

const NOW = "Go to a hospital with an eye department now";

test("a visitor answers, goes back, and sees where to go and what to do", async ({ driver }) => {
  await openPhoneWindow(driver);
  const headingText = () => textOf(driver, heading);
  await open(driver, "/urgent");
  await click(driver, link("Start the questions"));
  await expect.poll(headingText).toMatch(/^A chemical, cement, bleach/);
  await click(driver, button("No"));
  await expect.poll(headingText).toMatch(/^Something pierced or cut/);
  await driver.navigate().back();
  await expect.poll(headingText).toMatch(/^A chemical, cement, bleach/);
  await click(driver, button("Not sure"));
  await expect.poll(headingText).toBe(NOW);
  await hidden(driver, text("Chat on WhatsApp"));
  await click(driver, button("Start the 20-minute timer"));
  await expect.poll(() => textOf(driver, By.css("[role=timer]"))).toMatch(/^19:/);
  expect(await horizontalOverflow(driver)).toBeLessThanOrEqual(0);
});

test("whoever wants to listen is told when the device has no voice", async ({ driver }) => {
  await open(driver, "/articles/glaucoma-the-quiet-thief");
  const canSpeak = await driver.executeScript<boolean>("return 'speechSynthesis' in window");
  if (!canSpeak) {
    expect(await driver.findElements(button("Listen"))).toEqual([]);
    return;
  }
  await click(driver, button("Listen"));
  const status = By.css("[role=group] [role=status]");
  await expect.poll(() => textOf(driver, status)).toContain("This device has no English voice");
  await click(driver, button("Close"));
  await visible(driver, button("Listen"));
});
