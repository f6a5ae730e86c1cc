import { expect, heading, PAGES, stubMap, test } from "./site-test";

test.use({ javaScriptEnabled: false });

for (const path of PAGES) {
  test(`a visitor can read ${path}`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(heading(page)).toBeVisible();
    expect(((await page.getByRole("main").textContent()) ?? "").length).toBeGreaterThan(200);
    await expect(page.getByRole("contentinfo")).toContainText("Port Harcourt");
    await expect(page.locator('[style]:not([style=""])')).toHaveCount(0);
  });
}

test("a visitor follows links in the menu and the footer", async ({ page }) => {
  await page.goto("/home");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Services" })
    .click();
  await expect(page).toHaveURL("/services");
  await page.getByRole("contentinfo").getByRole("link", { name: "Community Impact" }).click();
  await expect(page).toHaveURL("/outreaches");
  await page.goBack();
  await expect(page).toHaveURL("/services");
});

test("a visitor opens the contact popup", async ({ page }) => {
  await page.goto("/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
  await expect(page.getByRole("link", { name: /^Call Now/ })).toBeVisible();
  await expect(page).toHaveURL(/\/home#/);
});

test("a visitor who cannot choose a time online is offered phone and WhatsApp", async ({
  page,
}) => {
  const response = await page.goto("/book");
  // Chromium does not show a noscript element when a test turns scripts off.
  expect(await response?.text()).toMatch(
    /<noscript>.*Choosing a time needs JavaScript.*<\/noscript>/,
  );
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /^Call / })).toHaveAttribute("href", /^tel:/);
  await expect(main.getByRole("link", { name: "Chat on WhatsApp" })).toBeVisible();
});

test("a visitor opens the map", async ({ page }) => {
  await stubMap(page);
  await page.goto("/about-us");
  await page.getByText("Show the map").click();
  await page.getByRole("link", { name: "Load the map here" }).click();
  await expect.poll(() => page.frame("map")?.url()).toMatch(/^https:/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("a visitor opens the menu and follows a link", async ({ page }) => {
    await page.goto("/home");
    await page.getByRole("button", { name: "Menu" }).tap();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Our Team" })
      .tap();
    await expect(page).toHaveURL("/team");
  });
});
