// A patient books an appointment, and later moves or cancels it.
import { readFileSync } from "node:fs";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { chooseSlot, day, enterDetails, freeSlot, takeAllChairs } from "./booking-patient";
import { button } from "./game-player";
import { press } from "./keyboard";
import { expect, open, test } from "./site-test";

const SERVICE = "eye-exams";
const BOOK = "Book this time";

test("on a small phone, online booking is in the bar of the first screen, on the home page and in the menu", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "/home");
  const name = "Book online";
  const bar = page.getByRole("navigation", { name: "Contact the clinic" });
  await expect(bar.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  const inPage = page.getByRole("main").getByRole("link", { name }).first();
  await expect(inPage).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
  await expect(page).toHaveURL("/book");
});

test("a patient books a service, keeps the reference, moves the appointment and cancels it", {
  tag: "@journey",
}, async ({ page, browserName }) => {
  await open(page, "/services");
  await page
    .getByRole("region", { name: "Eye exams" })
    .getByRole("link", { name: /Book Appointment/ })
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Book online" }).click();
  await expect(page).toHaveURL(`/book?service=${SERVICE}`);
  await expect(page.getByText("Service: Eye exams")).toBeVisible();
  await expect(page.getByText("Do not drive after drops that widen your pupils.")).toBeVisible();
  const main = page.getByRole("main");
  await expect(
    main.getByText("Do not book. Go to a hospital with an eye department now."),
  ).toBeVisible();
  await chooseSlot(page, await freeSlot(SERVICE));
  await enterDetails(page);
  await button(page, BOOK).click();

  await expect(page.getByRole("heading", { name: "We have your request" })).toBeFocused();
  const reference = (await page.getByText(/^[0-9A-Z]{3,4}-[0-9A-Z]{3,4}$/).textContent()) ?? "";
  expect(reference).not.toBe("");
  const chat = page.getByRole("link", { name: /reference on WhatsApp/ });
  const message = new URL((await chat.getAttribute("href")) ?? "").searchParams.get("text");
  expect(message).toContain(reference);
  const file = page.getByRole("button", { name: /\.ics file/ });
  await expect(file).toBeVisible();
  // Over WebDriver BiDi, Playwright does not see downloads of Firefox.
  if (browserName === "chromium") {
    const download = page.waitForEvent("download");
    await file.click();
    const calendar = readFileSync(await (await download).path(), "utf8");
    expect(calendar).toContain("BEGIN:VEVENT");
    expect(calendar).toContain(reference);
  }

  await page.getByRole("link", { name: "See, move or cancel" }).click();
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.getByText("You can drive after a simple exam.")).toBeVisible();
  await button(page, "Move to another time").click();
  const other = await freeSlot(SERVICE);
  await chooseSlot(page, other);
  await page.getByRole("button", { name: /^Move to \w+day/ }).click();
  await expect(page.getByRole("status")).toContainText("Your appointment was moved.");
  await button(page, "Cancel the appointment").click();
  await button(page, "Yes, cancel it").click();
  await expect(page.getByRole("status")).toContainText("Your appointment was cancelled.");
  await expect(page.getByRole("heading", { name: /was cancelled/ })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { name: /was cancelled/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Book a new appointment" })).toBeVisible();
});

test("the popup offers to choose a time online", async ({ page }) => {
  await open(page, "/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "Book Appointment" }).click();
  const popup = page.getByRole("dialog");
  await popup.getByRole("link", { name: "Book online" }).click();
  await expect(page).toHaveURL("/book");
  await expect(popup).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/home");
});

test("Back and Forward go through the steps, and Back leaves the page from the first one", {
  tag: "@journey",
}, async ({ page }) => {
  await open(page, "/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "Book Appointment" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Book online" }).click();
  // The home page has links to the services too.
  await expect(page).toHaveURL("/book");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const step = (name: string) => page.getByRole("heading", { name, exact: true });
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Eye exams/ })
    .click();
  await expect(step("Choose a day")).toBeFocused();
  const slot = await freeSlot(SERVICE);
  await chooseSlot(page, slot);
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.goBack();
  await expect(step("Choose a time")).toBeFocused();
  await page.goBack();
  await expect(step("Choose a day")).toBeFocused();
  await expect(day(page, slot.date)).toHaveAttribute("aria-pressed", "true");
  await page.goForward();
  await page.goForward();
  await expect(page.getByLabel("Your name")).toHaveValue("Ada Obi");
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(step("Choose a service")).toBeFocused();
  await expect(page).toHaveURL("/book");
  await page.goBack();
  await expect(page).toHaveURL("/home");
});

test("a patient books with the keyboard alone", { tag: "@journey" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "/book");
  const focused = page.locator(":focus");
  await page.getByRole("link", { name: /^Eye exams/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Choose a day" })).toBeFocused();
  await page.getByRole("grid").waitFor();
  await page.getByRole("button", { name: "Next month" }).focus();
  await press(page, "Tab");
  const first = (await focused.getAttribute("data-date")) ?? "";
  for (const key of ["PageDown", "ArrowRight", "ArrowDown"]) await press(page, key);
  const date = (await focused.getAttribute("data-date")) ?? "";
  expect(date > first).toBe(true);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Choose a time" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your details" })).toBeFocused();
  await press(page, "Tab");
  await expect(page.getByRole("radio", { name: "Me", exact: true })).toBeFocused();
  await press(page, "Tab");
  await page.keyboard.type("Ada Obi");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  const phone = page.getByLabel("Phone number");
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await expect(phone).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("0803 765 4321");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "We have your request" })).toBeFocused();
});

test.beforeEach(({ browserErrors }) =>
  browserErrors.allow(/status of (404|409|422) .*\/api\/booking|ERR_FAILED.*\/api\/booking/),
);

test("a reload in the middle loses nothing, and the device remembers the visit until it is forgotten", {
  tag: "@journey",
}, async ({ page }) => {
  await open(page, `/book?service=${SERVICE}`);
  await chooseSlot(page, await freeSlot(SERVICE));
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.reload();
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Ada Obi");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Choose a time", exact: true })).toBeVisible();
  await page.goForward();
  await enterDetails(page);
  await button(page, BOOK).click();
  await expect(page.getByRole("heading", { name: "We have your request" })).toBeVisible();

  await open(page, "/home");
  await page.getByRole("main").getByRole("link", { name: "See, move or cancel it" }).click();
  await expect(page.getByRole("button", { name: "Move to another time" })).toBeVisible();
  await open(page, "/book");
  await expect(page.getByText(/^You have asked for a visit on/)).toBeVisible();
  await button(page, "Forget it on this device").click();
  await expect(page.getByText(/^You have asked for a visit on/)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Choose a service" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("visits"))).toBeNull();
});

test("a time that was just taken is replaced by one of the nearest, and nothing typed is lost", async ({
  page,
}) => {
  await open(page, `/book?service=${SERVICE}`);
  const slot = await freeSlot(SERVICE);
  await chooseSlot(page, slot);
  await enterDetails(page);
  await page.getByLabel("A note for us").fill("With a wheelchair");
  await takeAllChairs(SERVICE, slot);
  await button(page, BOOK).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This time is taken.");
  const offers = alert.getByRole("listitem").getByRole("button");
  const offer = (await offers.first().textContent()) ?? "";
  await offers.first().click();
  await expect(page.getByLabel("Your name")).toHaveValue("Ada Obi");
  await expect(page.getByLabel("A note for us")).toHaveValue("With a wheelchair");
  await button(page, BOOK).click();
  await expect(page.getByRole("heading", { name: "We have your request" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(offer);
});

test("a booking whose answer was lost is not made twice", async ({ page }) => {
  await open(page, `/book?service=${SERVICE}`);
  await chooseSlot(page, await freeSlot(SERVICE));
  await enterDetails(page);
  const references: string[] = [];
  await page.route("**/api/booking", async (route) => {
    const response = await route.fetch();
    references.push((await response.json()).reference);
    if (references.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await button(page, BOOK).click();
  await expect(page.getByRole("alert")).toContainText("does not book twice");
  await button(page, BOOK).click();
  await expect(page.getByRole("heading", { name: "We have your request" })).toBeVisible();
  expect(references).toEqual([references[0], references[0]]);
});

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    // The content security policy forbids the script that the test adds to run axe.
    test.use({ bypassCSP: true, viewport: { width, height: 900 } });

    test("every step of booking and the appointment's page are accessible", async ({ page }) => {
      const check = async (name: string) => {
        expect.soft(await axeViolations(page), name).toEqual([]);
        expect.soft(await smallTargets(page), name).toEqual([]);
        expect.soft(await horizontalOverflow(page), name).toBeLessThanOrEqual(0);
      };
      await open(page, "/book");
      // In a tall window, the call bar covers nothing.
      await page.setViewportSize({ width, height: 8_000 });
      await check("service");
      await page.getByRole("link", { name: /^Eye exams/ }).click();
      await page.getByRole("grid").waitFor();
      await check("day");
      const slot = await freeSlot(SERVICE);
      await chooseSlot(page, slot);
      await check("details");
      await page.getByLabel("Your name").fill("Ada Obi");
      await button(page, BOOK).click();
      await expect(page.getByLabel("Phone number")).toHaveAttribute("aria-invalid", "true");
      await check("details with an error");
      await enterDetails(page);
      await takeAllChairs(SERVICE, slot);
      await button(page, BOOK).click();
      await page.getByRole("alert").waitFor();
      await check("taken");
      await page.getByRole("alert").getByRole("listitem").getByRole("button").first().click();
      await button(page, BOOK).click();
      await page.getByRole("heading", { name: "We have your request" }).waitFor();
      await check("booked");
      await page.getByRole("link", { name: "See, move or cancel" }).click();
      await button(page, "Move to another time").click();
      await page.getByRole("grid").waitFor();
      await check("moving");
      await button(page, "Keep the time as it is").click();
      await button(page, "Cancel the appointment").click();
      await check("cancelling");
    });
  });
}

test("with the largest text on a small phone, every step fits and days can be pressed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem("text", "largest"));
  await open(page, `/book?service=${SERVICE}`);
  const slot = await freeSlot(SERVICE);
  await page.getByRole("grid").waitFor();
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await chooseSlot(page, slot);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await button(page, "Change the time").click();
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await button(page, "Change the day").click();
  await expect(day(page, slot.date)).toHaveAttribute("aria-pressed", "true");
});
