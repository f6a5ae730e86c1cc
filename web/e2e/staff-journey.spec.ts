// What a receptionist does with a patient's code, with the mouse, in every browser.
import { winCode } from "./api-player";
import { addStaff, codeInput, EXPECTED_API_ERRORS, newAccount, signIn } from "./desk-staff";
import { button } from "./game-player";
import { expect, test } from "./site-test";

test.beforeEach(({ browserErrors }) => browserErrors.allow(EXPECTED_API_ERRORS));

test("a receptionist signs in, redeems a code, undoes it and signs out", {
  tag: "@journey",
}, async ({ page }) => {
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk");
  const code = await winCode();
  const verdict = page.getByRole("status");
  const undo = page.getByRole("button", { name: /^Undo/ });

  await signIn(page, receptionist);
  await codeInput(page).fill(code);
  await expect(verdict).toContainText("Valid until");
  await button(page, "Redeem code").click();
  await expect(verdict).toContainText("Redeemed");

  await codeInput(page).fill(code);
  await expect(verdict).toContainText("by you");
  await expect(undo).not.toHaveAttribute("aria-disabled", "true");
  await undo.click();
  await expect(verdict).toContainText("Redemption undone");

  await button(page, "Sign out").click();
  await expect(button(page, "Sign in")).toBeVisible();
});
