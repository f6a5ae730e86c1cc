// Owns how a test gets into the staff desk: an account made on the command line, as a clinic makes its first one, and
// the way through the door.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { button } from "./game-player";
import { binary, dataFolder } from "./shared-server";

export type StaffAccount = { name: string; password: string };

/** The browser notes every refusal in its console; at the desk they are part of the story. */
export const REFUSED = /status of (401|409|410|422) .*\/api\/desk\//;

/** A name that no other test uses. */
export const someone = (kind: string): StaffAccount => ({
  name: `${kind} ${randomUUID().slice(0, 6)}`,
  password: "lamp river seven paper",
});

export function addStaff({ name, password }: StaffAccount, role: "desk" | "owner"): void {
  const account = ["staff", "add", name, "--role", role, "--password-stdin"];
  execFileSync(binary, [...account, "--data", dataFolder], { input: `${password}\n` });
}

export const box = (page: Page): Locator => page.getByLabel("Discount code");

export async function signIn(page: Page, { name, password }: StaffAccount): Promise<void> {
  await page.goto("/desk");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
  await expect(box(page)).toBeFocused();
}
