// What comes out of a printer: black on white, without what only works on a screen. The device uses the dark theme.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect, heading, open, test } from "./site-test";

test.use({ colorScheme: "dark", viewport: { width: 700, height: 900 } });

/** Visible text that is not black, and boxes around text that are not white. */
const coloured = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => element.checkVisibility() && element.textContent?.trim())
      .filter((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        const isWhite = /^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/.test(backgroundColor);
        return (hasText && color !== "rgb(0, 0, 0)") || !isWhite;
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );

for (const path of ["/services", "/articles/first-aid-for-the-eye"]) {
  test(`${path} prints black on white without menus and buttons`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("theme", "dark"));
    await open(page, path);
    await page.emulateMedia({ media: "print" });
    expect(await coloured(page)).toEqual([]);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /WhatsApp|Book Appointment/ })).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toContainText("8:00 AM to 6:00 PM");
    const texts = await page.getByRole("main").locator("p, li").allInnerTexts();
    expect(texts.join("").length).toBeGreaterThan(1_000);
  });
}

test("the email with the code prints black on white", async ({ page }) => {
  const template = (name: string) =>
    readFile(resolve(import.meta.dirname, "../../crates/mail/templates", name), "utf8");
  const message = await template("discount-code/message.html");
  const blocks = message.matchAll(/{% block (\w+) %}(.*?){% endblock %}/gs);
  const contents = new Map([...blocks].map(([, name, content]) => [name, content]));
  const composed = (await template("layout.html")).replace(
    /{% block (\w+) %}{% endblock %}/g,
    (_, name: string) => contents.get(name) ?? "",
  );
  // The picture of the QR code is attached to the email.
  const html = composed.replace(/<img[^>]*>|{%.*?%}/g, "");
  await page.setContent(html);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await coloured(page)).toEqual([]);
  await expect(page.locator(".code")).toBeVisible();
  await expect(page.locator(".button")).toBeHidden();
});
