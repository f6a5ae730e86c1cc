import { expect, heading, PAGES, test } from "./visit";

test.use({ javaScriptEnabled: false });

for (const path of PAGES) {
  test(`${path} reads in full`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(heading(page)).toBeVisible();
    expect(((await page.getByRole("main").textContent()) ?? "").length).toBeGreaterThan(200);
    await expect(page.getByRole("contentinfo")).toContainText("Port Harcourt");
    await expect(page.locator('[style]:not([style=""])')).toHaveCount(0);
  });
}

test("the menu and the footer lead on", async ({ page }) => {
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

test("the contact details open without a script", async ({ page }) => {
  await page.goto("/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
  await expect(page.getByRole("link", { name: /^Call Now/ })).toBeVisible();
  await expect(page).toHaveURL(/\/home#/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("the menu opens and leads on", async ({ page }) => {
    await page.goto("/home");
    await page.getByRole("button", { name: "Menu" }).tap();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Our Team" })
      .tap();
    await expect(page).toHaveURL("/team");
  });
});
