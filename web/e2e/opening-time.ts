// A fixed time within the opening hours, for tests that compare what is shown or said with an approved version.
import type { Page } from "@playwright/test";

const MONDAY_MORNING = new Date("2026-11-16T10:00:00+01:00");

export function setMondayMorning(page: Page): Promise<void> {
  return setTime(page, MONDAY_MORNING);
}

/** Sets the clock of the browser and the time in the server's response to the request for its time. */
export async function setTime(page: Page, time: Date): Promise<void> {
  await page.clock.setFixedTime(time);
  await page.route("**/robots.txt", (route) =>
    route.fulfill({ headers: { Date: time.toUTCString() } }),
  );
}
