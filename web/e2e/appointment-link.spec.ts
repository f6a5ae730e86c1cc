// A patient opens the link to an appointment, of this release or of an earlier one, and the secret in it stays with the browser.
import { newAppointment } from "./booking-patient";
import { address } from "./shared-server";
import { expect, open, test } from "./site-test";

const SERVICE = "eye-exams";

test("a link of an earlier release leads to the appointment, and no later request has the token", {
  tag: "@journey",
}, async ({ page }) => {
  const { token, reference } = await newAppointment(SERVICE);
  const withToken: string[] = [];
  page.on("request", (request) => {
    // Not `allHeaders`, which waits for the response.
    const { referer = "" } = request.headers();
    if (`${request.url().split("#")[0]} ${referer}`.includes(token)) withToken.push(request.url());
  });
  await page.goto(`/appointment/${token}`);
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page).toHaveURL(`/appointment#${token}`);
  await page.getByRole("link", { name: "Privacy" }).first().click();
  await expect(page).toHaveURL("/privacy");
  expect(withToken).toEqual([`${address}/appointment/${token}`]);
  await page.goBack();
  await expect(page).toHaveURL(`/appointment#${token}`);
  await expect(page.getByText(reference)).toBeVisible();
});

test("the skip link does not take the token away, so the page can be loaded again", async ({
  page,
}) => {
  const { token, reference } = await newAppointment(SERVICE);
  await open(page, `/appointment#${token}`);
  await expect(page.getByText(reference)).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await expect(page).toHaveURL(`/appointment#${token}`);
  await page.reload();
  await expect(page.getByText(reference)).toBeVisible();
});

test("a link to another appointment in the same tab shows the other one", async ({ page }) => {
  const [first, second] = [await newAppointment(SERVICE), await newAppointment(SERVICE)];
  await open(page, `/appointment#${first.token}`);
  await expect(page.getByText(first.reference)).toBeVisible();
  await page.goto(`/appointment#${second.token}`);
  await expect(page.getByText(second.reference)).toBeVisible();
  await expect(page.getByText(first.reference)).toBeHidden();
});

test("a patient with a changed or incomplete link is told what to do", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/);
  const { token } = await newAppointment(SERVICE);
  const changed = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  for (const link of [
    `/appointment#${changed}`,
    "/appointment",
    `/appointment#${token.slice(9)}`,
  ]) {
    await page.goto("about:blank");
    await open(page, link);
    await expect(page.getByRole("alert")).toContainText("Please open the link in your email again");
  }
  const response = await page.goto(`/appointment/${changed}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ["/appointment/", "/appointment#"]) {
    test(`${path} says how to reach the clinic`, async ({ page }) => {
      const { token } = await newAppointment(SERVICE);
      const response = await page.goto(path + token);
      expect(response?.status()).toBe(200);
      const main = page.getByRole("main");
      // Chromium does not show a noscript element when a test turns scripts off.
      expect(await main.innerHTML()).toMatch(/<noscript>.*This page needs JavaScript/s);
      await expect(main.getByRole("link", { name: /Call|WhatsApp/ }).first()).toBeVisible();
    });
  }
});
