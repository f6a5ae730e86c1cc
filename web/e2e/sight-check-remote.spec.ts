// A second phone as the remote of the sight self-check.
import { seededRandom } from "../src/sight-check/simulation/random";
import { pointAt } from "./sight-observer";
import { look, MILLIMETRES, press, seedRandom, shownRange } from "./sight-player";
import { expect, open, test } from "./site-test";

test("with a phone as remote, answers arrive once and the result is within the limits", async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 410 \(Gone\)/);
  await page.addInitScript(seedRandom, 3);
  await open(page, "/sight-check");
  for (const name of [
    "Start the self-check",
    "No, none of these",
    "8 years or older",
    "The frame fits",
    /it fits$/,
    "I am alone, with a second phone",
  ]) {
    await press(page, name);
  }
  await expect(page.getByRole("img", { name: "QR code for your phone" })).toBeVisible();
  const address =
    (await page
      .getByText(/#remote=/)
      .last()
      .textContent()) ?? "";
  const phone = await context.newPage();
  await phone.goto(address);
  await expect(phone.getByText("Connected.")).toBeVisible();
  await expect(phone).toHaveURL(/\/sight-check$/);
  await expect(page.getByText("Your phone is connected.")).toBeVisible();
  // The code works once.
  const stranger = await context.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText("This connection has ended.")).toBeVisible();
  await stranger.close();
  await press(page, "Continue");
  await press(page, "Continue");
  await press(page, "Start with the right eye");

  const eyes = { threshold: 0.2, pixelPitch: MILLIMETRES, distance: 3000, random: seededRandom(3) };
  const finished = page.getByRole("button", { name: "Start with the left eye" });
  for (let answers = 1; answers <= 32; answers += 1) {
    const seen = pointAt(await look(page), eyes);
    const arrow = phone.getByRole("button", { name: seen, exact: false }).first();
    if (answers === 2) await arrow.dblclick();
    else await arrow.click();
    await expect(phone.getByText(`${answers} sent`, { exact: true })).toBeVisible();
    await expect(page.getByText(`${answers} answered`, { exact: true }).or(finished)).toBeVisible();
    if ((await finished.count()) > 0) break;
  }
  await press(page, "Start with the left eye");
  await look(page);
  await press(page, "Pause");
  await press(page, "End without a result");
  const text =
    (await page
      .getByText(/^6\/.*\(6/)
      .first()
      .textContent()) ?? "";
  const { lower, upper } = shownRange(text);
  expect(lower, text).toBeLessThanOrEqual(eyes.threshold);
  expect(upper, text).toBeGreaterThanOrEqual(eyes.threshold);
});
