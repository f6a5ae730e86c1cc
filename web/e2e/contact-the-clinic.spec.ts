import { press } from "./keyboard";
import { expect, idle, MAP, open, PAGES, stubMap, test } from "./site-test";

for (const name of ["Contact Us", "Book Appointment"]) {
  test(`a visitor opens the popup with "${name}" and closes it again`, {
    tag: name === "Contact Us" ? "@journey" : [],
  }, async ({ page }) => {
    await open(page, "/home");
    const opener = page.getByRole("contentinfo").getByRole("link", { name, exact: true });
    await opener.click();
    const popup = page.getByRole("dialog");
    await expect(popup).toBeVisible();
    await expect(popup.getByRole("heading")).toBeVisible();
    await expect(popup.getByText("Port Harcourt")).toBeVisible();
    const chat = popup.getByRole("link", { name: "Chat on WhatsApp" });
    const message = new URL((await chat.getAttribute("href")) ?? "").searchParams.get("text");
    expect(message).toContain("book an eye appointment");
    await expect(popup.getByRole("link", { name: /^Call Now/ })).toHaveAttribute("href", /^tel:\+/);
    await popup.getByRole("button", { name: "Close" }).click();
    await expect(popup).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL("/home");
  });
}

test("Book Appointment of a service names that service in the popup and in the message", async ({
  page,
}) => {
  await open(page, "/services");
  const service = page.getByRole("region", { name: "Glaucoma screening" });
  await service.getByRole("link", { name: /Book Appointment\s*: Glaucoma screening/ }).click();
  const popup = page.getByRole("dialog");
  await expect(popup.getByText("Appointment for: Glaucoma screening")).toBeVisible();
  const chat = await popup.getByRole("link", { name: "Chat on WhatsApp" }).getAttribute("href");
  expect(new URL(chat ?? "").searchParams.get("text")).toMatch(
    /book an eye appointment\..* Service: Glaucoma screening\.$/,
  );
});

test("the popup keeps the keyboard focus inside, and Escape returns it to the link", async ({
  page,
}) => {
  await open(page, "/services");
  const opener = page.getByRole("contentinfo").getByRole("link", { name: "Book Appointment" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const popup = page.getByRole("dialog");
  await expect(popup).toBeVisible();
  for (let presses = 0; presses < 8; presses++) {
    await press(page, "Tab");
    // After the last element of a modal dialog, the focus goes to the browser's own controls.
    expect(
      await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body || activeElement?.closest("dialog") !== null;
      }),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a click outside the popup closes it", { tag: "@journey" }, async ({ page }) => {
  await open(page, "/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("selecting text out of the popup does not close it", async ({ page }) => {
  await open(page, "/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
  const popup = page.getByRole("dialog");
  const text = await popup.getByText("Port Harcourt").boundingBox();
  await page.mouse.move((text?.x ?? 0) + 40, (text?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 5 });
  await page.mouse.up();
  await idle(page);
  await expect(popup).toBeVisible();
});

test("on a phone with a notch, the call bar stays above the safe area", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "/home");
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute(
    "content",
    /viewport-fit=cover/,
  );
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setSafeAreaInsetsOverride", { insets: { bottom: 34, left: 40 } });
  const call = page
    .getByRole("navigation", { name: "Contact the clinic" })
    .getByRole("link")
    .first();
  await expect(call).toHaveCSS("padding-bottom", "34px");
  const heading = page.getByRole("heading", { name: "What we can do for your eyes" });
  expect((await heading.boundingBox())?.x).toBeGreaterThanOrEqual(40);
});

test("Back closes the popup and stays on the page; another Back leaves the page", async ({
  page,
}) => {
  await open(page, "/team");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/home");
  // The address changes before the page does, which is then shown from its top.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const opener = page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" });
  for (const close of ["Back", "the close button"]) {
    await opener.click();
    const popup = page.getByRole("dialog");
    await expect(popup).toBeVisible();
    const position = await page.evaluate(() => scrollY);
    if (close === "Back") await page.evaluate(() => history.back());
    else await popup.getByRole("button", { name: "Close" }).click();
    await expect(popup, close).toBeHidden();
    await expect(page).toHaveURL("/home");
    await expect(opener).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  }
  await page.goBack();
  await expect(page).toHaveURL("/team");
});

test("the home page and the popup say what to do in an emergency, with a link to first aid", async ({
  page,
}) => {
  await open(page, "/home");
  const advice = "Do not book. Go to a hospital with an eye department now.";
  await expect(page.getByRole("main").getByText(advice)).toBeInViewport();
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
  const popup = page.getByRole("dialog");
  await expect(popup.getByText(advice)).toBeVisible();
  await popup.getByRole("link", { name: "First aid for the eye" }).click();
  await expect(page).toHaveURL("/articles/first-aid-for-the-eye");
  await expect(popup).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/home");
  await expect(popup).toBeHidden();
});

test("every page has phone and WhatsApp links and the complete footer", async ({ page }) => {
  await stubMap(page);
  for (const path of PAGES) {
    await page.goto(path);
    const footer = page.getByRole("contentinfo");
    for (const name of ["About Us", "Location", "Quick Links", "Working Hours", "Follow Us"]) {
      await expect(footer.getByRole("heading", { name, exact: true }), path).toBeVisible();
    }
    await expect(footer.getByRole("link", { name: "View in Map" })).toHaveAttribute(
      "href",
      /^https:/,
    );
    for (const network of ["Instagram", "Facebook", "LinkedIn"]) {
      await expect(footer.getByRole("link", { name: network })).toHaveAttribute("href", /^https:/);
    }
    const year = await page.evaluate(() =>
      new Intl.DateTimeFormat("en", { timeZone: "Africa/Lagos", year: "numeric" }).format(),
    );
    await expect(footer).toContainText(`© ${year}`);
    await expect(footer).toContainText("8:00 AM to 6:00 PM");
    expect(await page.locator('a[href^="tel:"]').count(), path).toBeGreaterThan(0);
    expect(await page.locator('a[href*="wa.me"]').count(), path).toBeGreaterThan(0);
  }
});

test("the three cards of the about page open their pages at the top", async ({
  page,
  browserErrors,
}) => {
  // Firefox reports pictures of a page that is left before they have arrived.
  browserErrors.allow(/A ServiceWorker intercepted the request/);
  await stubMap(page);
  for (const [name, path] of [
    ["Meet Our Director", "/team"],
    ["Our Services", "/services"],
    ["Our Outreaches", "/outreaches"],
  ] as const) {
    await open(page, "/about-us");
    await page.getByRole("main").getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
});

test("on a wide screen the map loads when it scrolls into view", async ({ page }) => {
  await stubMap(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const maps: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(MAP)) maps.push(request.url());
  });
  await open(page, "/about-us");
  await idle(page);
  expect(maps, "before scrolling").toEqual([]);
  await page.getByRole("heading", { name: "Our Location" }).scrollIntoViewIfNeeded();
  await page.getByText("Show the map").scrollIntoViewIfNeeded();
  await expect(page.getByTitle(/^Map showing/)).toHaveAttribute("src", /^https:/);
  await expect.poll(() => maps.length).toBe(1);
});

test("on a phone the map waits until the visitor opens it", async ({ page }) => {
  await stubMap(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "/about-us");
  const button = page.getByText("Show the map");
  await button.scrollIntoViewIfNeeded();
  await idle(page);
  await expect(page.getByTitle(/^Map showing/)).not.toHaveAttribute("src");
  await button.click();
  await expect(page.getByTitle(/^Map showing/)).toHaveAttribute("src", /^https:/);
});

test("a phone whose clock is a day out shows the opening state by the server's clock", async ({
  page,
}) => {
  await page.clock.setFixedTime("2026-11-01T10:00:00Z");
  await page.route("**/robots.txt", (route) =>
    route.fulfill({ headers: { date: "Mon, 02 Nov 2026 10:00:00 GMT" }, body: "" }),
  );
  await open(page, "/home");
  await expect(page.getByRole("main").getByText("Open now")).toBeVisible();
  await expect(page.getByRole("main").getByText("until 6:00 PM")).toBeVisible();
});

test("the server sends its time with the file that tells it", async ({ request }) => {
  const response = await request.head("/robots.txt");
  const serverTime = Date.parse(response.headers().date ?? "");
  expect(Math.abs(serverTime - Date.now())).toBeLessThan(60_000);
});
