import { expect, open, PAGES, test } from "./site-test";

for (const name of ["Contact Us", "Book Appointment"]) {
  test(`a visitor opens the popup with "${name}" and closes it again`, { tag: "@journey" }, async ({
    page,
  }) => {
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

test("the popup keeps the keyboard focus inside, and Escape returns it to the link", async ({
  page,
}) => {
  await open(page, "/services");
  const opener = page.getByRole("contentinfo").getByRole("link", { name: "Book Appointment" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const popup = page.getByRole("dialog");
  await expect(popup).toBeVisible();
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press("Tab");
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

test("every page has phone and WhatsApp links and the complete footer", async ({ page }) => {
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

test("the three cards of the about page open their pages at the top", { tag: "@journey" }, async ({
  page,
}) => {
  for (const [name, path] of [
    ["Meet Our Director", "/team"],
    ["Our Services", "/services"],
    ["Our Outreaches", "/outreaches"],
  ] as const) {
    await open(page, "/about-us");
    await page.getByRole("main").getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});
