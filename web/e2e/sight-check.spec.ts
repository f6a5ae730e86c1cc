// The sight self-check, played by visitors who see the pixels of screenshots and not the program's state.
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { pressByKeyboard } from "./keyboard";
import {
  FRAME,
  HELPER,
  MILLIMETRES,
  MIRROR,
  playBothEyes,
  playOneEye,
  WINDOW,
} from "./sight-journey";
import { sizeProblems } from "./sight-observer";
import { KEYS, look, playerOn, prepare, press, setUp } from "./sight-player";
import { expect, heading, open, test } from "./site-test";

const HEADLINE = "A self-check, not an eye test. No diagnosis, no prescription.";
// In Firefox, Playwright adds a style to the page for each screenshot, which the content security policy refuses.
test.beforeEach(({ browserErrors }) =>
  browserErrors.allow(/^exception: The page’s settings blocked an inline style/),
);

for (const [ratio, metres] of [
  [1, 1.5],
  [1.5, 1.5],
  [2, 3],
  [3, 1.5],
] as const) {
  test.describe(`with ${ratio} device pixels`, () => {
    test.use({ viewport: WINDOW, deviceScaleFactor: ratio });

    test(`letters have the right size at ratio ${ratio}`, { tag: "@journey" }, async ({ page }) => {
      await setUp(page, "Somebody helps me", String(metres));
      await press(page, "Start with the right eye");
      expect(await page.evaluate(() => devicePixelRatio)).toBe(ratio);
      const arcMinute = metres * 1000 * Math.tan(Math.PI / 10_800);
      for (const [index, size] of [1, 0.7, 0.4, 0.1].entries()) {
        const letter = await look(page);
        const exact = (10 ** size * arcMinute) / (MILLIMETRES / ratio);
        expect(sizeProblems(letter, exact), String(size)).toEqual([]);
        await page.keyboard.press(KEYS[letter.direction]);
        await expect(page.getByText(`${index + 1} answered`, { exact: true })).toBeVisible();
      }
    });
  });
}

for (const way of [HELPER, MIRROR]) {
  test(`${way.name}: the result is within the published limits`, { tag: "@journey" }, async ({
    page,
    browserName,
  }) => {
    await prepare(page, way);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
    await setUp(page, way.name, way.metres);
    // Every browser plays both eyes with one way of answering.
    const play = way === HELPER || browserName === "chromium" ? playBothEyes : playOneEye;
    await play(await playerOn(page), way);
    await expect(heading(page)).toHaveText("Please book an eye examination soon.");
    await expect(page.getByText(HEADLINE)).toBeVisible();
    // One press books. The note has the result only after it was ticked, and no request has it.
    const book = page.getByRole("link", { name: "Book an eye examination" });
    await expect(book).toHaveAttribute("href", "/book");
    await page.getByRole("checkbox").check();
    await book.click();
    await expect(page).toHaveURL(/\/book$/);
    expect(requests.filter((line) => /self-check:|6%2F|6\/\d/.test(line))).toEqual([]);
    await page.goBack();
    await expect(heading(page)).toHaveText("Please book an eye examination soon.");
  });
}

test("a warning sign leads to the urgent page", async ({ page }) => {
  await open(page, "/sight-check");
  await press(page, "Start the self-check");
  await press(page, "Yes, or not sure");
  await expect(heading(page)).toHaveText("Do not do this check now");
  await page.getByRole("link", { name: "See where to go, and how fast" }).click();
  await expect(page).toHaveURL("/urgent");
});

test("a visitor sets everything up by keyboard, pauses, and reaches booking", async ({ page }) => {
  await open(page, "/sight-check");
  const by = (name: string | RegExp) => pressByKeyboard(page, page.getByRole("button", { name }));
  await by("Start the self-check");
  await expect(heading(page)).toBeFocused();
  await by("No, none of these");
  await by("8 years or older");
  await expect(heading(page)).toHaveText("Measure your screen");
  const slider = page.getByRole("slider", { name: "Size of the frame" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue(String(FRAME + 1));
  // What is drawn is as high as the slider says.
  const frame = page.getByRole("img", { name: "A frame for the card" }).locator("rect");
  expect((await frame.boundingBox())?.height).toBeCloseTo(FRAME + 1, 0);
  await by("The frame fits");
  await by(/it fits$/);
  await by("Somebody helps me");
  await expect(heading(page)).toHaveText("How far away will you stand?");
  await by("Continue");
  await by("Start with the right eye");
  await expect(heading(page)).toBeFocused();
  await look(page);
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("1 answered")).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(page.getByText("Where do the arms point?")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(heading(page)).toHaveText("Paused");
  await by("End without a result");
  await expect(heading(page)).toHaveText("The check is not finished. Please repeat it.");
  await pressByKeyboard(page, page.getByRole("link", { name: "Book an eye examination" }));
  await expect(page).toHaveURL("/book");
});

test("the frame is not made smaller on a narrow phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, "/sight-check");
  for (const name of ["Start the self-check", "No, none of these", "8 years or older"]) {
    await press(page, name);
  }
  await press(page, "₦5 to ₦50 note");
  const frame = page.getByRole("img", { name: "A frame for the note" }).locator("rect");
  const height = Number(await page.getByRole("slider").inputValue());
  expect((await frame.boundingBox())?.height).toBeCloseTo(height, 0);
  expect(await horizontalOverflow(page)).toBe(0);
});

test("Back goes through the screens and never loses answers", async ({ page }) => {
  await setUp(page, "Somebody helps me", "3");
  await press(page, "Start with the right eye");
  await look(page);
  await page.goBack();
  await expect(heading(page)).toHaveText("Paused");
  await press(page, "Go on");
  await look(page);
});

test("another zoom asks for the card again", async ({ page, context, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium's protocol changes the pixel ratio");
  await setUp(page, "Somebody helps me", "3");
  await press(page, "Start with the right eye");
  await look(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setDeviceMetricsOverride", {
    width: 1000,
    height: 600,
    deviceScaleFactor: 1.25,
    mobile: false,
  });
  await expect(heading(page)).toHaveText("Measure your screen");
  await expect(page.getByText("The zoom or the screen has changed")).toBeVisible();
});

test.describe("accessible", () => {
  // The content security policy forbids the script that the test adds to run axe.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

  test("every screen with the largest text, in both themes", async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const enlarge = () => localStorage.setItem("text", "largest");
    await page.addInitScript(enlarge);
    await open(page, "/sight-check");
    const check = async (shown = page) => {
      // The bar at the lower edge covers a part of what has not been scrolled to; sizes are checked below.
      expect(await axeViolations(shown, ["target-size"])).toEqual([]);
      expect(await horizontalOverflow(shown)).toBe(0);
      expect(await smallTargets(shown)).toEqual([]);
    };
    const visit = async (...names: (string | RegExp)[]) => {
      for (const name of names) {
        await press(page, name);
        await check();
      }
    };
    await check();
    await visit("Start the self-check", "Yes, or not sure");
    await press(page, "Back");
    await press(page, "No, none of these");
    await visit("Under 8 years");
    await press(page, "Back");
    await visit(
      "8 years or older",
      "The frame fits",
      /it fits$/,
      "I am alone, with a second phone",
    );
    await expect(page.getByRole("img", { name: "QR code for your phone" })).toBeVisible();
    await check();
    const address = page.getByText(/#remote=/).last();
    const phone = await context.newPage();
    await phone.setViewportSize({ width: 360, height: 800 });
    await phone.addInitScript(enlarge);
    await phone.goto((await address.textContent()) ?? "");
    await expect(phone.getByText("Connected.")).toBeVisible();
    await check(phone);
    await phone.close();
    await press(page, "Back");
    await visit("Somebody helps me", "Continue", "I cannot see with this eye");
    await press(page, "I have only one eye");
    await visit("Start with the left eye", "Pause");
    await press(page, "Go on");
    const result = page.getByRole("button", { name: "Repeat the check" });
    for (let answers = 1; answers <= 32; answers += 1) {
      const { direction } = await look(page);
      await page.keyboard.press(KEYS[direction]);
      await expect(page.getByText(`${answers} answered`, { exact: true }).or(result)).toBeVisible();
      if ((await result.count()) > 0) break;
    }
    await expect(page.getByText("6/", { exact: false }).first()).toBeVisible();
    await check();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByText(HEADLINE)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Left eye" })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
  });
});
