// A fixed time within the opening hours, for tests that compare what is shown or said with an approved version.
import type { Page } from "@playwright/test";

const MONDAY_MORNING = new Date("2026-11-16T10:00:00+01:00");

/** Sets the clock of the browser and the time in the server's response to the request for its time. */
export async function setMondayMorning(page: Page): Promise<void> {
  await page.clock.setFixedTime(MONDAY_MORNING);
  await page.route("**/robots.txt", (route) =>
    route.fulfill({ headers: { Date: MONDAY_MORNING.toUTCString() } }),
  );
}
