// What a receptionist does with a patient's code, in WebKit.
import { winCode } from "../api-player";
import { addStaff, newAccount } from "../desk-staff";
import { address } from "../shared-server";
import { By, button, click, expect, field, read, test, visible } from "./webkit-test";

test("a receptionist signs in, redeems a code and undoes it", async ({ driver }) => {
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk");
  const code = await winCode();
  // Not getText: the element is only for screen readers.
  const verdict = async () =>
    (await driver.findElement(By.css('[role="status"]'))).getAttribute("textContent");
  const undo = By.xpath("//button[starts-with(normalize-space(), 'Undo')]");
  const codeInput = field("Discount code");

  await driver.get(`${address}/desk`);
  await (await visible(driver, field("Name"))).sendKeys(receptionist.name);
  await (await visible(driver, field("Password"))).sendKeys(receptionist.password);
  await click(driver, button("Sign in"));

  await (await visible(driver, codeInput)).sendKeys(code);
  await click(driver, button("Redeem code"));
  await expect.poll(verdict).toContain("Redeemed");

  await (await visible(driver, codeInput)).sendKeys(code);
  await expect.poll(verdict).toContain("by you");
  await expect
    .poll(() => read(driver, undo, (button) => button.getAttribute("aria-disabled")))
    .not.toBe("true");
  await click(driver, undo);
  await expect.poll(verdict).toContain("Redemption undone");
});
