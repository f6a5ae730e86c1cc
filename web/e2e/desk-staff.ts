// Creates staff accounts on the command line and signs in at the desk.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { button } from "./game-player";
import { binary, dataFolder } from "./shared-server";

export type StaffAccount = { name: string; password: string };

/**
 * Console messages of the browser for API errors that the tests cause on purpose. Asking who is signed in is never an
 * error, so that a first visit to the desk leaves the console empty.
 */
export const EXPECTED_API_ERRORS = /status of (401|409|410|422) .*\/api\/desk\/(?!me\))/;

/** An account whose name no other test uses. */
export const newAccount = (prefix: string): StaffAccount => ({
  name: `${prefix} ${randomUUID().slice(0, 6)}`,
  password: "lamp river seven paper",
});

export function addStaff(
  { name, password }: StaffAccount,
  role: "desk" | "editor" | "owner",
  data = dataFolder,
): void {
  const args = ["staff", "add", name, "--role", role, "--password-stdin"];
  execFileSync(binary, [...args, "--data", data], { input: `${password}\n` });
}

/** Makes the sessions of an account as old as if nobody had entered the password or a code for five minutes. */
export function letConfirmationExpire({ name }: StaffAccount): void {
  changeRows("UPDATE sessions SET confirmed_at = confirmed_at - 300000 WHERE staff = ?", name);
}

/** Moves the end of an owner's time to set up two-step verification into the past. */
export function endTwoStepGracePeriod({ name }: StaffAccount): void {
  changeRows("UPDATE staff SET two_step_deadline = 1 WHERE name_key = ?", name);
}

/** Makes the recalls with this reason due today. */
export function makeRecallsDue(reason: string, data: string): void {
  changeRows("UPDATE recalls SET due_day = due_day - 400 WHERE reason = ?", reason, data);
}

/** As if an account had just opened this many patients' records. */
export function openRecords({ name }: StaffAccount, count: number, data: string): void {
  const now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
  changeRows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO opened_records (staff, record, opened_at) SELECT ?, 'appointment ' || i, ${now} FROM n`,
    name,
    data,
  );
}

/** The server has no clock to set, so the tests change the times in its database. */
function changeRows(statement: string, value: string, data = dataFolder): void {
  const script = `import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=20) as database:
    changed = database.execute(sys.argv[2], (sys.argv[3],)).rowcount
sys.exit(changed == 0)`;
  const database = join(data, "clinic.db");
  execFileSync("python3", ["-c", script, database, statement, value.toLowerCase()]);
}

export const codeInput = (page: Page): Locator => page.getByLabel("Discount code");

export async function signIn(page: Page, { name, password }: StaffAccount): Promise<void> {
  await page.goto("/desk");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
  // Editors begin with the content, all others with the codes.
  const content = page.getByRole("heading", { level: 1, name: "Content", exact: true });
  await expect(codeInput(page).or(content)).toBeFocused();
}
