// Choosing in a segmented control. Its radio buttons are invisible below their labels, and a forced click does not wait until the
// page stands still, so the label is pressed.
import { expect, type Page } from "@playwright/test";

export async function chooseOption(page: Page, name: string): Promise<void> {
  const radio = page.getByRole("radio", { name, exact: true });
  await page.locator("label").filter({ has: radio }).click();
  await expect(radio).toBeChecked();
}
