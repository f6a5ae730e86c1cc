// One's own account at the desk: a new password, a second step by phone, and the way in when the phone is lost.
import { createHmac } from "node:crypto";
import { addStaff, box, REFUSED, signIn, someone } from "./desk-staff";
import { button } from "./game-player";
import { expect, test } from "./site-test";

test.use({ viewport: { width: 360, height: 800 } });
test.beforeEach(({ browserErrors }) => browserErrors.allow(REFUSED));

/** The six digits that an authenticator app shows for this key (RFC 6238). */
function digitsNow(key: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", secret).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

test("a new password replaces the old one", async ({ page }) => {
  const ada = someone("ada");
  addStaff(ada, "desk");
  await signIn(page, ada);
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByLabel("The password you have").fill("not this one at all");
  await page.getByLabel("The new one").fill("window garden eleven blue");
  await button(page, "Change the password").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("The password you have").fill(ada.password);
  await button(page, "Change the password").click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();

  await button(page, "Sign out everywhere").click();
  await expect(button(page, "Sign in")).toBeVisible();
  await signIn(page, { ...ada, password: "window garden eleven blue" });
});

test("with the second step on, a password alone opens nothing, and a recovery code replaces a lost phone", async ({
  page,
}) => {
  const ada = someone("ada");
  addStaff(ada, "desk");
  await signIn(page, ada);
  await page.getByRole("link", { name: "Account" }).click();
  await button(page, "Set it up").click();
  const link = page.getByRole("link", { name: "Open the authenticator app" });
  const uri = new URL((await link.getAttribute("href")) ?? "");
  expect(uri.protocol).toBe("otpauth:");
  const key = uri.searchParams.get("secret") ?? "";
  await page.getByLabel("Type the six digits").fill(digitsNow(key));
  await button(page, "Confirm").click();
  await expect(page.getByRole("heading", { name: "It is on" })).toBeVisible();
  const recovery = page.getByRole("status").getByRole("listitem");
  await expect(recovery).toHaveCount(10);
  const spare = (await recovery.first().textContent()) ?? "";
  await button(page, "Sign out").click();

  await page.getByLabel("Name").fill(ada.name);
  await page.getByLabel("Password").fill(ada.password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Six digits from your phone")).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("These digits are not right");
  await button(page, "No phone? Use a recovery code").click();
  await page.getByLabel("Recovery code").fill(spare);
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();

  await page.getByRole("link", { name: "Account" }).click();
  await page.getByLabel("Your password, to turn it off").fill(ada.password);
  await button(page, "Turn it off").click();
  await expect(button(page, "Set it up")).toBeVisible();
});
