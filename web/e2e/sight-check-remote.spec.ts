// A second phone as the remote of the sight self-check.
import { BEFORE_WAY, playBothEyes, playOneEye, REMOTE } from "./sight-journey";
import { playerOn, prepare, press } from "./sight-player";
import { expect, heading, open, test } from "./site-test";

// In Firefox, Playwright adds a style to the page for each screenshot, which the content security policy refuses.
test.beforeEach(({ browserErrors }) => {
  browserErrors.allow(/^exception: The page’s settings blocked an inline style/);
  browserErrors.allow(/status of 410 \(Gone\)/);
});

test("with a phone as remote, answers arrive once and the result is within the limits", {
  tag: "@journey",
}, async ({ page, context, browserName }) => {
  await prepare(page, REMOTE);
  await open(page, "/sight-check");
  for (const name of [...BEFORE_WAY, REMOTE.name]) await press(page, name);
  await expect(page.getByRole("img", { name: "QR code for your phone" })).toBeVisible();
  const address =
    (await page
      .getByText(/#remote=/)
      .last()
      .textContent()) ?? "";
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 360, height: 800 });
  await phone.goto(address);
  await expect(phone.getByText("Connected.")).toBeVisible();
  await expect(phone).toHaveURL(/\/sight-check$/);
  await expect(page.getByText("Your phone is connected.")).toBeVisible();
  // The code works once.
  const stranger = await context.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText("This connection has ended.")).toBeVisible();
  await stranger.close();
  // A press while no letter is shown says so, and the arrows stay where the thumb is.
  const up = phone.getByRole("button", { name: "Up", exact: true });
  if (browserName === "chromium") {
    const place = await up.boundingBox();
    await up.click();
    await expect(phone.getByText(/^Not counted/)).toBeInViewport({ ratio: 1 });
    expect(await up.boundingBox()).toEqual(place);
  }
  await press(page, "Continue");
  await press(page, "Continue");

  let sent = 0;
  const player = await playerOn(page, async (seen, number) => {
    const arrow = phone.getByRole("button", { name: seen }).first();
    await expect(arrow).not.toHaveAttribute("aria-disabled");
    sent += 1;
    // A second press at once is not another answer.
    await (number === 2 ? arrow.dblclick() : arrow.click());
    await expect(phone.getByText(`${sent} sent`, { exact: true })).toBeVisible();
  });
  await (browserName === "chromium" ? playBothEyes : playOneEye)(player, REMOTE);
  // The screen has ended the connection.
  await expect(up).not.toHaveAttribute("aria-disabled");
  await up.click();
  await expect(phone.getByText("This connection has ended.")).toBeVisible();
  await expect(up).toBeHidden();
  if (browserName !== "chromium") return;
  // Taking back the last answer shows letters again, for which no phone is connected.
  await press(page, "Take back the last answer");
  await expect(heading(page)).toHaveText("Paused");
  await expect(page.getByText("Your phone is no longer connected.")).toBeVisible();
});
