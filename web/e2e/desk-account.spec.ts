// A person's own account at the desk: password, two-step verification, recovery codes, confirmation of dangerous actions.

import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { horizontalOverflow } from "./accessibility-checks";
import {
  addStaff,
  codeInput,
  EXPECTED_API_ERRORS,
  endTwoStepGracePeriod,
  letConfirmationExpire,
  newAccount,
  signIn,
} from "./desk-staff";
import { button } from "./game-player";
import { invitationMailedTo } from "./mailed-codes";
import { expect, test } from "./site-test";

test.use({ viewport: { width: 360, height: 800 } });
test.beforeEach(({ browserErrors }) => browserErrors.allow(EXPECTED_API_ERRORS));

/** The current 6-digit code for a base32 key (RFC 6238). */
function totpNow(key: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", secret).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** From the button "Set up" to the recovery codes. */
async function setUpWithQrCode(page: Page) {
  await button(page, "Set up").click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const link = page.getByRole("link", { name: "Open authenticator app" });
  const uri = new URL((await link.getAttribute("href")) ?? "");
  expect(uri.protocol).toBe("otpauth:");
  const key = uri.searchParams.get("secret") ?? "";
  await page.getByLabel("Enter the 6-digit code from the app").fill(totpNow(key));
  await button(page, "Turn on").click();
  await expect(page.getByRole("heading", { name: "Two-step verification is on" })).toBeVisible();
}

test("a new password replaces the old one", async ({ page }) => {
  const ada = newAccount("ada");
  addStaff(ada, "desk");
  await signIn(page, ada);
  await button(page, "Menu").click();
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByLabel("Current password").fill("not this one at all");
  await page.getByLabel("New password").fill("window garden eleven blue");
  await button(page, "Change password").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Current password").fill(ada.password);
  await button(page, "Change password").click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();

  await button(page, "Sign out everywhere").click();
  await expect(button(page, "Sign in")).toBeVisible();
  await signIn(page, { ...ada, password: "window garden eleven blue" });
});

test("with two-step verification a password is not enough, and a recovery code replaces a lost phone", async ({
  page,
}) => {
  const ada = newAccount("ada");
  addStaff(ada, "desk");
  await signIn(page, ada);
  await button(page, "Menu").click();
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByLabel("Enter your password to set it up").fill(ada.password);
  await setUpWithQrCode(page);
  const recoveryCodes = page.getByRole("status").getByRole("listitem");
  await expect(recoveryCodes).toHaveCount(10);
  const recoveryCode = (await recoveryCodes.first().textContent()) ?? "";
  const secondRecoveryCode = (await recoveryCodes.nth(1).textContent()) ?? "";
  const thirdRecoveryCode = (await recoveryCodes.nth(2).textContent()) ?? "";
  const downloaded = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as a file" }).click();
  const file = await (await downloaded).path();
  expect(readFileSync(file, "utf8")).toContain(`${recoveryCode}\n${secondRecoveryCode}\n`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(recoveryCode)).toBeVisible();
  await expect(page.getByText("They are not shown again")).toBeHidden();
  await page.emulateMedia({ media: null });
  await button(page, "Menu").click();
  await button(page, "Sign out").click();

  await page.getByLabel("Name").fill(ada.name);
  await page.getByLabel("Password").fill(ada.password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await button(page, "Use a recovery code instead").click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.keyboard.press("Enter");
  await expect(codeInput(page)).toBeFocused();

  await button(page, "Menu").click();
  await page.getByRole("link", { name: "Account" }).click();
  await button(page, "Use another phone").click();
  await page.getByLabel("Enter your password to use another phone").fill(ada.password);
  await page.getByLabel("6-digit code or recovery code").fill(recoveryCode);
  await button(page, "Continue").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("6-digit code or recovery code").fill(secondRecoveryCode);
  await button(page, "Continue").click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await page.reload();

  await page.getByLabel("Enter your password to turn it off").fill(ada.password);
  await page.getByLabel("6-digit code or recovery code").fill(thirdRecoveryCode);
  await button(page, "Turn off").click();
  await expect(button(page, "Set up")).toBeVisible();
});

test("an owner sees a countdown, and after it sets up two-step verification before using the desk", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403 .*\/api\/desk\/codes/);
  const owner = newAccount("owner");
  addStaff(owner, "owner");
  await signIn(page, owner);
  const countdown = page.getByRole("link", { name: "Two-step verification: 7 days left" });
  await expect(countdown).toBeVisible();

  endTwoStepGracePeriod(owner);
  await codeInput(page).fill("EYE5-0000-0000");
  const setUp = page.getByRole("heading", { level: 1, name: "Set up two-step verification" });
  await expect(setUp).toBeVisible();
  await button(page, "Sign out").click();
  await page.getByLabel("Name").fill(owner.name);
  await page.getByLabel("Password").fill(owner.password);
  await button(page, "Sign in").click();
  await expect(setUp).toBeVisible();
  await page.goto("/desk/people");
  await expect(setUp).toBeVisible();

  await page.getByLabel("Enter your password to set it up").fill(owner.password);
  await setUpWithQrCode(page);
  await button(page, "Continue to the desk").click();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await button(page, "Menu").click();
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page.getByText("Your account needs it, so it cannot be turned off.")).toBeVisible();
});

test("a colleague with a forgotten password chooses a new one with the owner's link", async ({
  page,
}) => {
  const [owner, ada] = [newAccount("owner"), newAccount("ada")];
  addStaff(owner, "owner");
  addStaff(ada, "desk");
  await signIn(page, owner);
  await button(page, "Menu").click();
  await page.getByRole("link", { name: "Staff" }).click();
  await button(page, `New password link for ${ada.name}`).click();
  const link = page.getByText(/\/desk\/reset-password#/);
  const address = (await link.textContent()) ?? "";
  await button(page, "Menu").click();
  await button(page, "Sign out").click();
  await expect(button(page, "Sign in")).toBeVisible();

  await page.goto(address);
  await page.getByLabel("New password").fill("window garden eleven blue");
  await button(page, "Save password").click();
  await expect(page.getByText(`You can now sign in as ${ada.name}.`)).toBeVisible();
  await signIn(page, { ...ada, password: "window garden eleven blue" });
});

test("an owner emails an invitation, and the colleague is signed in with the password", async ({
  page,
}) => {
  const [owner, ada] = [newAccount("owner"), newAccount("ada")];
  const address = `${ada.name.replace(" ", ".")}@example.com`;
  addStaff(owner, "owner");
  await signIn(page, owner);
  await button(page, "Menu").click();
  await page.getByRole("link", { name: "Staff" }).click();
  await page.getByLabel("Name").fill(ada.name);
  await button(page, "Create invitation").click();
  await page.getByLabel(`Email address of ${ada.name}`).fill(address);
  await button(page, "Send the invitation by email").click();
  // The shared server writes emails to a folder.
  await expect(page.getByText(`the invitation to ${address} was only written`)).toBeVisible();
  const account = page.getByRole("listitem").filter({ hasText: ada.name });
  await expect(account).toContainText("Invited, emailed to a•••@example.com, link valid until");
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  const link = await invitationMailedTo(address);
  await button(page, "Menu").click();
  await button(page, "Sign out").click();
  await expect(button(page, "Sign in")).toBeVisible();

  // A mail program that looks at the link uses nothing up.
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await page.getByLabel("Password").fill(ada.password);
  await button(page, "Save password").click();
  await expect(codeInput(page)).toBeVisible();
});

test("five minutes after signing in, a download of all people asks for the password first", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403 .*\/api\/desk\/claims\.csv/);
  const owner = newAccount("owner");
  addStaff(owner, "owner");
  await signIn(page, owner);
  await button(page, "Menu").click();
  await page.getByRole("link", { name: "People" }).click();
  letConfirmationExpire(owner);
  await page.getByLabel("Find by code or email address").fill("ada@");

  await button(page, "Download all as CSV").click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not this one at all");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("password is wrong");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Nothing was done")).toBeVisible();
  await expect(button(page, "Download all as CSV")).toBeFocused();

  await button(page, "Download all as CSV").click();
  await dialog.getByLabel("Your password").fill(owner.password);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await download;
  expect(file.suggestedFilename()).toBe("claims.csv");
  expect(await readFile(await file.path(), "utf8")).toMatch(/^code,address,/);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel("Find by code or email address")).toHaveValue("ada@");
});
