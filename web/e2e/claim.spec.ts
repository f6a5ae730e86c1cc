import type { Route } from "@playwright/test";
import { alert, CLAIMED, claim, field, PATIENTLY, SEND_FORM, sent, somebody } from "./claim-form";
import { codesMailedTo } from "./claim-mail";
import {
  ASKED_TO_WAIT,
  button,
  click,
  find,
  LEVELS,
  level,
  openGame,
  playPerfectly,
} from "./game-player";
import { expect, test } from "./visit";

// Two games and a few seconds of the server's patience fit no ordinary test.
test.describe.configure({ timeout: 60_000 });

test.beforeEach(({ trouble }) => trouble.expect(ASKED_TO_WAIT));

test("who finds them all gets a code by e-mail, and the browser remembers", async ({ page }) => {
  const address = somebody();
  await openGame(page);
  await playPerfectly(page);
  await claim(page, address);
  await expect(sent(page)).toBeVisible(PATIENTLY);
  await expect(field(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("claimedDiscount"))).toBe("true");
  await expect
    .poll(() => codesMailedTo(address))
    .toEqual([expect.stringMatching(/^EYE5-[0-9A-Z]{4}-[0-9A-Z]{4}$/)]);

  await openGame(page);
  await playPerfectly(page);
  await expect(page.getByText(CLAIMED, { exact: true })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});

test("the claim is sent as the provider's client would send it", async ({ page }) => {
  await openGame(page);
  await playPerfectly(page);
  const sending = page.waitForRequest(SEND_FORM);
  await claim(page, somebody());
  const request = await sending;
  expect(request.method()).toBe("POST");
  expect(request.headers()["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  const names = [...(request.postData() ?? "").matchAll(/name="(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(["email", "proof", "lib_version", "service_id", "template_id", "user_id"]);
  await expect(sent(page)).toBeVisible(PATIENTLY);
});

test("a claim in one tab is known in the other", async ({ page, context }) => {
  const other = await context.newPage();
  await openGame(other);
  await playPerfectly(other);
  await page.bringToFront();
  await openGame(page);
  await playPerfectly(page);
  await claim(page, somebody());
  await expect(sent(page)).toBeVisible(PATIENTLY);
  await other.bringToFront();
  await expect(other.getByText(CLAIMED, { exact: true })).toBeVisible();
});

test("an address that cannot be used is explained at the field, and a better one works", async ({
  page,
  trouble,
}) => {
  trouble.expect(/status of 422 .*send-form/);
  await openGame(page);
  await playPerfectly(page);

  const refusing = page.waitForResponse(SEND_FORM);
  const logging = page.waitForEvent("console", (message) => !message.text().includes("status of"));
  await claim(page, "player@mailinator.com");
  const refusal = await refusing;
  expect(refusal.status()).toBe(422);
  const sentence = (await refusal.text()).trim();
  await expect(page.getByText(sentence)).toBeVisible();
  expect((await logging).text().trim()).toBe(sentence);
  trouble.expect(new RegExp(sentence.replace(/[^\w ]/g, ".")));

  await expect(field(page)).toHaveValue("player@mailinator.com");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");

  await field(page).fill(somebody());
  await page.keyboard.press("Enter");
  await expect(sent(page)).toBeVisible(PATIENTLY);
});

test("the browser itself refuses what is no address", async ({ page }) => {
  await openGame(page);
  await playPerfectly(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await claim(page, "ada");
  await expect(field(page)).toBeFocused();
  expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  expect(asked.filter((url) => url.includes("send-form"))).toEqual([]);
});

test("every failure has its own words, keeps the address, and trying again works", async ({
  page,
  trouble,
}) => {
  trouble.expect(/status of (503|429)|net::ERR_FAILED|Network Error|in pieces|too fast/);
  const address = somebody();
  await openGame(page);
  await playPerfectly(page);

  const failures: [fail: (route: Route) => Promise<void>, words: RegExp][] = [
    [(route) => route.fulfill({ status: 503, body: "in pieces" }), /on our side, not yours/],
    [
      (route) =>
        route.fulfill({ status: 429, headers: { "Retry-After": "600" }, body: "too fast" }),
      /one try too many\. Please try again in 10 minutes\./,
    ],
    [(route) => route.abort(), /could not reach our server/],
  ];
  await field(page).fill(address);
  for (const [fail, words] of failures) {
    await page.route(SEND_FORM, fail, { times: 1 });
    await button(page, "Send My Discount").click();
    await expect(alert(page)).toHaveText(words, PATIENTLY);
    await expect(field(page)).toHaveValue(address);
  }
  expect(await page.evaluate(() => localStorage.getItem("claimedDiscount"))).toBeNull();

  await button(page, "Send My Discount").click();
  await expect(sent(page)).toBeVisible(PATIENTLY);
});

test("a proof that has expired leads to another game", async ({ page, trouble }) => {
  trouble.expect(/status of 412|proof expired/);
  await openGame(page);
  await playPerfectly(page);
  await page.route(SEND_FORM, (route) => route.fulfill({ status: 412, body: "proof expired" }));
  await claim(page, somebody());
  await expect(alert(page)).toContainText("Please play it once more", PATIENTLY);
  await button(page, "Play Again").click();
  await expect(level(page, LEVELS[0].heading)).toBeFocused();
});

test("a player who loses the network in the middle finishes, and claims when it is back", async ({
  page,
  context,
  trouble,
}) => {
  trouble.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Network Error|ERR_FAILED .*confetti/);
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
  const address = somebody();
  await claim(page, address);
  await expect(alert(page)).toContainText("You seem to be offline.");
  await expect(field(page)).toHaveValue(address);

  await context.setOffline(false);
  await expect(async () => {
    await button(page, "Send My Discount").click();
    await expect(sent(page)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
});

test("a slip of the finger is pointed out and mended with one press", async ({ page }) => {
  await openGame(page);
  await playPerfectly(page);
  await field(page).fill("ada@gmial.com");
  await button(page, "Did you mean ada@gmail.com?").click();
  await expect(field(page)).toHaveValue("ada@gmail.com");
  await expect(page.getByText(/Did you mean/)).toHaveCount(0);
});
