import type { Page } from "@playwright/test";
import { firstVisitIsOver } from "./cached-page";
import {
  button,
  click,
  find,
  LEVELS,
  level,
  openGame,
  pictureCursor,
  playByKeyboard,
  playPerfectly,
  spots,
  stored,
  TOO_FAST,
  tap,
} from "./game-player";
import { press, tabTo } from "./keyboard";
import { expect, idle, test } from "./site-test";

const HEADING = "Play. Spot. Win! Get 5% Off When You Find All the Hidden Differences!";
const PERFECT = "Congratulations! You found 11 of 11 differences!";

test.beforeEach(({ browserErrors }) => browserErrors.allow(TOO_FAST));

test("a visitor sees the heading, the level and the progress", async ({ page }) => {
  await openGame(page);
  await expect(page.getByRole("heading", { level: 1, name: HEADING, exact: true })).toBeVisible();
  await expect(level(page, LEVELS[0].heading)).toBeVisible();
  await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
});

test("a visitor finds all eleven differences with the mouse", { tag: "@journey" }, async ({
  page,
}) => {
  await openGame(page);
  await find(page, click);
  await button(page, "Submit & Next").click();
  await expect.poll(() => stored(page, "totalFound")).toBe("[1]");
  await expect(level(page, LEVELS[1].heading)).toBeFocused();
  await expect(page.getByText("Found so far: 1 of 11")).toBeVisible();

  await find(page, click);
  await button(page, "Submit & Next").click();
  await expect
    .poll(async () => JSON.parse((await stored(page, "totalFound")) ?? "") as unknown)
    .toHaveLength(6);
  await expect(level(page, LEVELS[2].heading)).toBeFocused();

  await find(page, click);
  await expect(page.getByText("Found so far: 11 of 11")).toBeVisible();
  await button(page, "See Results").click();
  await expect(level(page, "Eyes like a hawk!")).toBeFocused();
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  await expect(page.locator("body > canvas")).toBeAttached();
  await expect(page.getByLabel("Enter your email to claim 5% off:")).toBeVisible();
  await expect(button(page, "Send My Discount")).toBeVisible();
  await expect.poll(() => stored(page, "totalFound")).toBeNull();
});

test("a found spot turns translucent green and shows its label; a second click changes nothing", async ({
  page,
}) => {
  await openGame(page);
  const spot = spots(page).first();
  await expect(spot).toHaveAccessibleName("Spot 1");
  await expect(spot).not.toHaveAttribute("title");
  await expect(spot).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");

  await spot.click();
  const title = await spot.getAttribute("title");
  expect(title).toBeTruthy();
  await expect(spot).toHaveAccessibleName(title ?? "");
  await expect(spot).toHaveCSS("background-color", "rgba(38, 166, 91, 0.45)");
  await expect(page.getByRole("status").filter({ hasText: title ?? "" })).toBeVisible();

  await spot.click();
  await expect(page.getByText("Found so far: 1 of 11")).toBeVisible();
});

test("differences of level 3 pressed in the upper scene count once and are marked in both", async ({
  page,
}) => {
  await openGame(page);
  await button(page, "Submit & Next").click();
  await button(page, "Submit & Next").click();
  await expect(level(page, LEVELS[2].heading)).toBeVisible();
  await expect(page.getByText("Press a difference in either scene.")).toBeVisible();
  await expect(spots(page)).toHaveCount(LEVELS[2].spots);
  const picture = page.locator("main img").first();
  for (const [index, spot] of (await spots(page).all()).entries()) {
    const [whole, box] = [await picture.boundingBox(), await spot.boundingBox()];
    if (!whole || !box) throw new Error("the picture or a spot is not visible");
    // The lower scene begins at 456 of 900 units.
    const position = {
      x: box.x + box.width / 2 - whole.x,
      y: box.y + box.height / 2 - whole.y - (whole.height * 456) / 900,
    };
    await picture.click({ position, force: true });
    await expect(page.getByText(`Found so far: ${index + 1} of 11`)).toBeVisible();
    await expect(spot).toHaveAttribute("aria-pressed", "true");
    await spot.click();
  }
  await expect(page.getByText("Found so far: 5 of 11")).toBeVisible();
  await expect(page.locator("[data-counterpart] svg")).toHaveCount(5);
});

test("a visitor who misses some sees the count and plays again from level 1", async ({ page }) => {
  await openGame(page);
  await button(page, "Submit & Next").click();
  await find(page, click, 2);
  await button(page, "Submit & Next").click();
  await find(page, click, 1);
  await button(page, "See Results").click();

  await expect(level(page, "Game Complete!")).toBeFocused();
  await expect(page.getByText("You found 3 of 11 differences!", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Great job! Want to try again for a perfect score?", { exact: true }),
  ).toBeVisible();
  await expect(page.locator("body > canvas")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 3, name: "What you missed" })).toBeVisible();
  await expect(page.getByText("The winking smiley", { exact: true })).toBeVisible();
  await expect(page.locator("main li:has(h4)")).toHaveCount(3);
  await expect(page.locator("main li:has(h4) li")).toHaveCount(8);

  await button(page, "Play Again").click();
  await expect(level(page, LEVELS[0].heading)).toBeFocused();
  await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
  await playPerfectly(page);
});

test("a visitor finds all eleven differences with the keyboard", { tag: "@journey" }, async ({
  page,
}) => {
  await openGame(page);
  await playByKeyboard(page);
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  await press(page, "Tab");
  await expect(page.getByLabel("Enter your email to claim 5% off:")).toBeFocused();
});

test("with the keyboard one looks for the spots: the picture is one Tab stop, and the place of the cursor is said", {
  tag: "@journey",
}, async ({ page }) => {
  await openGame(page);
  await tabTo(page, pictureCursor(page));
  await expect(page.getByText("Arrow keys move, Enter presses.")).toBeVisible();
  const place = page.locator("main [aria-live]");
  await expect(place).toHaveText("Column 7, row 7");
  await press(page, "ArrowLeft");
  await press(page, "PageUp");
  await expect(place).toHaveText("Column 6, row 1");
  await press(page, "Enter");
  await expect(page.getByText("No luck there. Keep looking.")).toBeVisible();
  await press(page, "Tab");
  await expect(button(page, "Submit & Next")).toBeFocused();
  await press(page, "Shift+Tab");
  await expect(pictureCursor(page)).toBeFocused();
  await press(page, "Control+End");
  await expect(place).toHaveText("Column 12, row 12");
  await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
});

test("one of the cursor's two colours has a contrast of 3:1 on any picture, and it moves at once", async ({
  page,
}) => {
  await openGame(page);
  await tabTo(page, pictureCursor(page));
  const styles = await pictureCursor(page).evaluate((element) => {
    const { outlineColor, outlineWidth, boxShadow, transitionDuration, animationName } =
      getComputedStyle(element);
    return { outlineColor, outlineWidth, boxShadow, transitionDuration, animationName };
  });
  expect(styles).toMatchObject({
    outlineWidth: "3px",
    boxShadow: expect.stringMatching(/0px 0px 0px 3px, .* 0px 0px 0px 5px inset/),
    transitionDuration: "0s",
    animationName: "none",
  });
  // Then no colour has less than 3:1 with both.
  const [lighter, darker] = [styles.outlineColor, styles.boxShadow].map(luminance);
  expect(((lighter ?? 0) + 0.05) / ((darker ?? 1) + 0.05)).toBeGreaterThan(9);
});

/** The relative luminance of the first colour in a computed style, as WCAG defines it. */
function luminance(style: string): number {
  const [, ...channels] = style.match(/rgb\((\d+), (\d+), (\d+)\)/) ?? [];
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = Number(channel) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

for (const [situation, viewport, size] of [
  ["at 400 % zoom", { width: 320, height: 256 }, "100%"],
  ["with the largest text", { width: 360, height: 640 }, "143.75%"],
] as const) {
  test(`the cursor is in view in every corner of the picture ${situation}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript((fontSize) => {
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = fontSize;
      });
    }, size);
    await openGame(page);
    await button(page, "Submit & Next").click();
    await button(page, "Submit & Next").click();
    await expect(spots(page)).toHaveCount(LEVELS[2].spots);
    await tabTo(page, pictureCursor(page));
    for (const key of ["Control+Home", "End", "Control+End", "Home"]) {
      await press(page, key);
      await expect.poll(() => pictureCursor(page).evaluate(isInFront)).toBe(true);
    }
  });
}

/** Whether all sides of an element are on the screen and nothing covers them. Not the corners, which are round. Runs in the page. */
function isInFront(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const sides: [number, number][] = [
    [left + 2, y],
    [right - 2, y],
    [x, top + 2],
    [x, bottom - 2],
  ];
  return sides.every((side) => {
    const other = document.elementFromPoint(...side);
    // Pointers go through the cursor to the picture and the spots.
    const isBelow = element.role === "application" && other?.parentElement;
    return other !== null && (element.contains(other) || isBelow === element.parentElement);
  });
}

const callBar = (page: Page) => page.getByRole("navigation", { name: "Contact the clinic" });

test.describe("on a phone that is 412 pixels wide", () => {
  test.use({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true });

  test("nothing covers the button while one plays, and the bar with Call is back at the results", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      // What a press moves is excused, but only for half a second, and a slow machine draws later than that.
      let drawn = 0;
      const draw = () => {
        drawn = performance.now();
      };
      addEventListener(
        "click",
        () => {
          drawn = Number.POSITIVE_INFINITY;
          requestAnimationFrame(() => requestAnimationFrame(draw));
        },
        true,
      );
      const observer = new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean })[];
        for (const { hadRecentInput, startTime } of shifts) {
          if (!hadRecentInput && startTime > drawn) document.documentElement.dataset.shifted = "";
        }
      });
      observer.observe({ type: "layout-shift", buffered: true });
    });
    await openGame(page);
    for (const { heading, button: next } of LEVELS) {
      await expect(level(page, heading)).toBeVisible();
      await expect(button(page, next)).toBeEnabled();
      await expect(callBar(page)).toBeHidden();
      await expect.poll(() => button(page, next).evaluate(isInFront)).toBe(true);
      const box = await button(page, next).boundingBox();
      if (!box) throw new Error("the button is not visible");
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 4);
    }
    await expect(level(page, "Game Complete!")).toBeVisible();
    await expect(callBar(page)).toBeInViewport({ ratio: 1 });
    await idle(page);
    await expect(page.locator("html")).not.toHaveAttribute("data-shifted");
    await button(page, "Play Again").tap();
    await expect(callBar(page)).toBeHidden();
    await page.locator("footer").getByRole("link", { name: "About Us" }).tap();
    await expect(page).toHaveURL("/about-us");
    await expect(callBar(page)).toBeInViewport({ ratio: 1 });
  });
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("a visitor finds all eleven differences by touch", { tag: "@journey" }, async ({ page }) => {
    await openGame(page);
    await playPerfectly(page, tap);
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  });

  test("every spot is at least 44 pixels large, and nothing scrolls sideways", async ({ page }) => {
    await openGame(page);
    for (const { spots: spotCount, button: next } of LEVELS) {
      await expect(spots(page)).toHaveCount(spotCount);
      for (const spot of await spots(page).all()) {
        const box = await spot.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await button(page, next).tap();
    }
  });

  test("a tap that misses shows a message and changes no count", async ({ page }) => {
    await openGame(page);
    await page
      .locator("main img")
      .first()
      .tap({ position: { x: 5, y: 5 } });
    await expect(page.getByText("No luck there. Keep looking.")).toBeVisible();
    await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
    await find(page, tap);
    await expect(page.getByText("Found so far: 1 of 11")).toBeVisible();
  });

  test("the mark of a tap that misses is large, opaque and still there after a second", async ({
    page,
  }) => {
    await openGame(page);
    await page
      .locator("main img")
      .first()
      .tap({ position: { x: 60, y: 60 } });
    const mark = page.locator("main div:has(> img) > span:not([data-counterpart])");
    await expect(mark).toHaveCount(1);
    const afterOneSecond = await mark.evaluate((element) => {
      for (const animation of element.getAnimations()) {
        animation.pause();
        animation.currentTime = 1_000;
      }
      const { width, opacity, borderTopStyle, backgroundColor } = getComputedStyle(element);
      return {
        isLarge: Number.parseFloat(width) >= 44,
        opacity,
        borderTopStyle,
        isOpaque: backgroundColor.startsWith("rgb("),
      };
    });
    expect(afterOneSecond).toEqual({
      isLarge: true,
      opacity: "1",
      borderTopStyle: "solid",
      isOpaque: true,
    });
  });
});

test.describe("on a short phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("feedback is in view with every part of each picture", async ({ page }) => {
    await openGame(page);
    for (const { heading, button: next } of LEVELS) {
      await expect(level(page, heading)).toBeVisible();
      await expect(spots(page).first()).toBeAttached();
      const picture = page.locator("main img").first();
      for (const share of [0.02, 0.98]) {
        // Brings this part of the picture below the middle of the screen.
        const y = await picture.evaluate((image, part) => {
          const { top, height } = image.getBoundingClientRect();
          scrollBy(0, top + part * height - 400);
          return part * height;
        }, share);
        await picture.tap({ position: { x: 4, y } });
        await expect(page.getByText("No luck there. Keep looking.")).toBeInViewport({ ratio: 1 });
      }
      await find(page, tap, 1);
      await expect(page.getByRole("status").first()).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("status").first()).not.toHaveText("No luck there. Keep looking.");
      await button(page, next).tap();
    }
  });

  test("the picture can be enlarged with two fingers, and spots can be pressed then", async ({
    page,
    context,
  }) => {
    await openGame(page);
    await expect(page.getByText("Two fingers enlarge the picture.")).toBeVisible();
    const spot = spots(page).first();
    await spot.scrollIntoViewIfNeeded();
    const devtools = await context.newCDPSession(page);
    const box = await spot.boundingBox();
    if (!box) throw new Error("the spot is not visible");
    const centre = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    await devtools.send("Input.synthesizePinchGesture", { ...centre, scaleFactor: 2 });
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1.5);
    // Taps are given relative to the visible part of the enlarged page.
    const visible = await page.evaluate(() => ({
      x: visualViewport?.offsetLeft ?? 0,
      y: visualViewport?.offsetTop ?? 0,
    }));
    await page.touchscreen.tap(centre.x - visible.x, centre.y - visible.y);
    await expect(spot).toHaveAttribute("aria-pressed", "true");
  });
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("a perfect game shows no confetti and does not load it", { tag: "@journey" }, async ({
    page,
  }) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await openGame(page);
    await playPerfectly(page);
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
    expect(requested.filter((url) => url.includes("confetti"))).toEqual([]);
    await expect(page.locator("canvas")).toHaveCount(0);
  });
});

test.describe("with pictures that do not load", () => {
  // Requests of a service worker cannot be blocked.
  test.use({ serviceWorkers: "block" });

  test("a picture can be tried again, and its level cannot be submitted unseen", async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_FAILED|registration blocked by Playwright/);
    const picture = /\/pictures\/.*level-2/;
    await page.route(picture, (route) => route.abort());
    await openGame(page);
    await button(page, "Submit & Next").click();
    await expect(page.getByRole("alert")).toContainText("The picture did not load.");
    await expect(spots(page)).toHaveCount(0);
    await expect(button(page, "Submit & Next")).toBeDisabled();
    await page.unroute(picture);
    await button(page, "Try again").click();
    await expect(spots(page)).toHaveCount(5);
    await expect(button(page, "Submit & Next")).toBeEnabled();
  });

  test("the first picture failing before hydration is said too", async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_FAILED|registration blocked by Playwright/);
    await page.route(/\/pictures\/.*level-1/, (route) => route.abort());
    await page.goto("/visionTest");
    await expect(page.getByRole("alert")).toContainText("The picture did not load.");
    await expect(button(page, "Submit & Next")).toBeDisabled();
  });
});

test("with forced colours a found spot has a border and a transparent background", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openGame(page);
  const spot = spots(page).first();
  await spot.click();
  await expect(spot).toHaveCSS("border-top-width", "3px");
  await expect(spot).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});

test("a reload and Back keep the game, also offline", { tag: "@service-worker" }, async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await openGame(page);
  await find(page, click);
  await button(page, "Submit & Next").click();
  await find(page, click, 2);
  const continued = async () => {
    await expect(level(page, LEVELS[1].heading)).toBeVisible();
    await expect(page.getByText("Found so far: 3 of 11")).toBeVisible();
    await expect(page.locator("[data-spot][aria-pressed=true]")).toHaveCount(2);
    expect(await stored(page, "totalFound")).toBe("[1]");
  };
  await page.reload();
  await continued();
  await page.goto("/home");
  await page.goBack();
  await continued();
  await page.locator("footer").getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL("/about-us");
  await page.goBack();
  await continued();

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await continued();
  await firstVisitIsOver(page);
  await context.setOffline(true);
  await page.reload();
  await continued();
});

test("a won game is there after a reload until it is played again", async ({ page }) => {
  await openGame(page);
  await playPerfectly(page);
  await page.reload();
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  await expect(page.getByLabel("Enter your email to claim 5% off:")).toBeVisible();
  await button(page, "Play Again").click();
  await expect(level(page, LEVELS[0].heading)).toBeVisible();
  await page.reload();
  await expect(level(page, LEVELS[0].heading)).toBeVisible();
  await expect(page.getByText("Found so far: 0 of 11")).toBeVisible();
});

test("invalid data in the browser's storage does not change the count", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("totalFound", '{"a":"invalid"}'));
  await openGame(page);
  for (const { button: next } of LEVELS) await button(page, next).click();
  await expect(page.getByText("You found 0 of 11 differences!", { exact: true })).toBeVisible();
});

test("with blocked storage a perfect game is still perfect", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  await openGame(page);
  await playPerfectly(page);
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
});

test("games in two tabs are counted separately", async ({ page, context }) => {
  const other = await context.newPage();
  await openGame(other);
  await openGame(page);

  await page.bringToFront();
  await find(page, click);
  await button(page, "Submit & Next").click();
  await find(page, click);
  await button(page, "Submit & Next").click();

  // Browsers do not render hidden tabs, so the tab must be in front before it is used.
  await other.bringToFront();
  await button(other, "Submit & Next").click();
  await find(other, click, 2);
  await button(other, "Submit & Next").click();
  await button(other, "See Results").click();
  await expect(other.getByText("You found 2 of 11 differences!", { exact: true })).toBeVisible();

  await page.bringToFront();
  await find(page, click);
  await button(page, "See Results").click();
  await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor sees the first picture and the notice that the game needs JavaScript", async ({
    page,
  }) => {
    await page.goto("/visionTest");
    await expect(page.getByRole("heading", { name: "The game needs JavaScript" })).toBeVisible();
    await expect(page.locator("main img").first()).toBeVisible();
    await expect(button(page, "Submit & Next")).toBeHidden();
  });
});
