// Fills in the claim form in browser tests, and lists the sentences that it shows.

import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { button } from "./game-player";

export const SEND_FORM = "**/api/v1.0/email/send-form";
export const SENT = "Discount code sent! Check your email.";
export const CLAIMED = "You've already claimed your discount. Enjoy!";

/** A claim can take the server's minimum game time plus the time it waits for the mail server. */

export const newAddress = () => `player-${randomUUID().slice(0, 8)}@example.org`;

export const field = (page: Page): Locator => page.getByLabel("Enter your email to claim 5% off:");
export const alert = (page: Page): Locator => page.getByRole("alert");
export const sent = (page: Page): Locator => page.getByText(SENT, { exact: true });

export async function claim(page: Page, address: string): Promise<void> {
  await field(page).fill(address);
  await button(page, "Send My Discount").click();
}
