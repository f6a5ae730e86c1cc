import { alert, CLAIMED, claim, field, newAddress, SEND_FORM, sent } from "./claim-form";
import {
  button,
  click,
  find,
  LEVELS,
  level,
  openGame,
  playPerfectly,
  stored,
  TOO_FAST,
} from "./game-player";
import { codesMailedTo } from "./mailed-codes";
import { expect, test } from "./site-test";

test.beforeEach(({ browserErrors }) => browserErrors.allow(TOO_FAST));

test("a visitor who finds all differences gets a code by email and cannot claim again", {
  tag: "@journey",
}, async ({ page }) => {
  const address = newAddress();
  await openGame(page);
  await playPerfectly(page);
  await claim(page, address);
  await expect(sent(page)).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expect.poll(() => stored(page, "claimedDiscount")).toBe("true");
  await expect
    .poll(() => codesMailedTo(address))
    .toEqual([expect.stringMatching(/^EYE5-[0-9A-Z]{4}-[0-9A-Z]{4}$/)]);

  await openGame(page);
  await playPerfectly(page);
  await expect(page.getByText(CLAIMED, { exact: true })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});

test("a visitor whose phone discards the tab after winning claims when they come back", async ({
  page,
}) => {
  const address = newAddress();
  await openGame(page);
  await playPerfectly(page);
  await page.reload();
  await claim(page, address);
  await expect(sent(page)).toBeVisible();
  await expect.poll(() => codesMailedTo(address)).toHaveLength(1);
  await page.reload();
  await expect(level(page, LEVELS[0].heading)).toBeVisible();
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expect(button(page, "Wrong address? Change it")).toBeVisible();
});

test("a visitor who mistyped the address is asked once, and can change it after sending", async ({
  page,
}) => {
  const [name] = newAddress().split("@");
  const [mistyped, right] = [`${name}@gmial.com`, `${name}@example.org`];
  await openGame(page);
  await playPerfectly(page);
  await claim(page, mistyped);
  await expect(page.getByText("Not sent yet. Is this address right?")).toBeVisible();
  await expect(button(page, `Did you mean ${name}@gmail.com?`)).toBeVisible();
  expect(await codesMailedTo(mistyped)).toEqual([]);
  await button(page, "Send My Discount").click();
  await expect(sent(page)).toBeVisible();
  await expect(page.getByText(mistyped, { exact: true })).toBeVisible();
  await expect(
    page.getByText("Not there in ten minutes? Look in your spam folder, or ask again."),
  ).toBeVisible();

  await expect.poll(() => codesMailedTo(mistyped)).toHaveLength(1);
  await button(page, "Wrong address? Change it").click();
  await page.getByLabel("Enter the right email address:").fill(right);
  await button(page, "Change My Address").click();
  await expect(page.getByText(right, { exact: true })).toBeVisible();
  await expect(button(page, "Wrong address? Change it")).toHaveCount(0);
  await expect.poll(() => codesMailedTo(right)).toHaveLength(1);
  expect(await codesMailedTo(right)).toEqual(await codesMailedTo(mistyped));
});

test("the claim is sent with the fields of EmailJS's client", async ({ page }) => {
  await openGame(page);
  await playPerfectly(page);
  const sending = page.waitForRequest(SEND_FORM);
  await claim(page, newAddress());
  const request = await sending;
  expect(request.method()).toBe("POST");
  expect(request.headers()["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  const names = [...(request.postData() ?? "").matchAll(/name="(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(["email", "proof", "lib_version", "service_id", "template_id", "user_id"]);
  await expect(sent(page)).toBeVisible();
});

test("a visitor's claim in one tab is shown in the other", { tag: "@journey" }, async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await openGame(other);
  await playPerfectly(other);
  await page.bringToFront();
  await openGame(page);
  await playPerfectly(page);
  await claim(page, newAddress());
  await expect(sent(page)).toBeVisible();
  await other.bringToFront();
  await expect(other.getByText(CLAIMED, { exact: true })).toBeVisible();
});

test("a visitor reads at the field why an address cannot be used, and corrects it", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422 .*send-form/);
  await openGame(page);
  await playPerfectly(page);

  const responding = page.waitForResponse(SEND_FORM);
  const logging = page.waitForEvent("console", (message) => !message.text().includes("status of"));
  await claim(page, "player@mailinator.com");
  const response = await responding;
  expect(response.status()).toBe(422);
  const sentence = (await response.text()).trim();
  await expect(page.getByText(sentence)).toBeVisible();
  expect((await logging).text().trim()).toBe(sentence);
  browserErrors.allow(new RegExp(sentence.replace(/[^\w ]/g, ".")));

  await expect(field(page)).toHaveValue("player@mailinator.com");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");

  await field(page).fill(newAddress());
  await page.keyboard.press("Enter");
  await expect(sent(page)).toBeVisible();
});

test("the browser rejects an invalid address without a request", async ({ page }) => {
  await openGame(page);
  await playPerfectly(page);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await claim(page, "ada");
  await expect(field(page)).toBeFocused();
  expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  expect(requested.filter((url) => url.includes("send-form"))).toEqual([]);
});

test("a visitor whose game has expired can play again", async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 412|proof expired/);
  await openGame(page);
  await playPerfectly(page);
  await page.route(SEND_FORM, (route) => route.fulfill({ status: 412, body: "proof expired" }));
  await claim(page, newAddress());
  await expect(alert(page)).toContainText("This game has expired. Please play again.");
  await alert(page).getByRole("button", { name: "Play Again" }).click();
  await expect(level(page, LEVELS[0].heading)).toBeFocused();
});

test("a visitor who loses the network finishes the game and claims when it is back", {
  tag: "@service-worker",
}, async ({ page, context, browserErrors }) => {
  browserErrors.allow(
    /ERR_INTERNET_DISCONNECTED|Failed to fetch|Network Error|ERR_FAILED .*confetti/,
  );
  const pictures = new Set<string>();
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "image") pictures.add(request.url());
  });
  await openGame(page);
  await expect.poll(() => pictures.size).toBeGreaterThanOrEqual(LEVELS.length);
  await find(page, click);
  await button(page, "Submit & Next").click();

  await context.setOffline(true);
  await find(page, click);
  await button(page, "Submit & Next").click();
  await find(page, click);
  await button(page, "See Results").click();
  await expect(level(page, "Eyes like a hawk!")).toBeVisible();
  await expect(
    page.getByText("Congratulations! You found 11 of 11 differences!", { exact: true }),
  ).toBeVisible();
  const address = newAddress();
  await claim(page, address);
  await expect(alert(page)).toContainText("You seem to be offline.");
  await expect(field(page)).toHaveValue(address);

  await context.setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await button(page, "Send My Discount").click();
  await expect(sent(page)).toBeVisible();
});

test("a visitor corrects a mistyped address with one click", async ({ page }) => {
  await openGame(page);
  await playPerfectly(page);
  await field(page).fill("ada@gmial.com");
  await button(page, "Did you mean ada@gmail.com?").click();
  await expect(field(page)).toHaveValue("ada@gmail.com");
  await expect(page.getByText(/Did you mean/)).toHaveCount(0);
});

for (const [name, width, size] of [
  ["the largest text on a small phone", 320, "143.75%"],
  ["a browser font of 200 %", 360, "200%"],
] as const) {
  test.describe(`with ${name}`, () => {
    test.use({ viewport: { width, height: 640 } });

    test("the results stay in their card, and the email field shows an address", async ({
      page,
    }) => {
      await openGame(page);
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      await playPerfectly(page);
      const overflow = await page
        .locator("main")
        .evaluate(
          (main) =>
            [...main.querySelectorAll("h2, p, form, input, button")].filter(
              (element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
            ).length,
        );
      expect(overflow).toBe(0);
      await field(page).fill("ada.obi@gmail.com");
      const hidden = await field(page).evaluate((input) => input.scrollWidth - input.clientWidth);
      expect(hidden).toBeLessThanOrEqual(0);
    });
  });
}
