import { expect, test } from "vitest";
import { needsUrgentText, urgentPage } from "./offline-page";

const DATE = "Sun, 15 Nov 2026 11:00:00 GMT";
const HOUR_LATER = Date.parse("2026-11-15T12:00:00Z");
const DAY_LATER = Date.parse("2026-11-16T11:00:01Z");

test("the text for emergencies becomes a page with headings", async () => {
  const html = await urgentPage("Go <now> & rinse.\n\n# Now\n\n## a blow\n\nSit up.", DATE).text();
  const [, main] = html.split("<main>\n");
  expect(main?.split("\n").slice(0, 5)).toEqual([
    "<h1>Is it urgent?</h1>",
    "<p>Go &lt;now> &amp; rinse.</p>",
    "<h2>Now</h2>",
    "<h3>a blow</h3>",
    "<p>Sit up.</p>",
  ]);
});

test("the text is renewed after a day, and a complete document stays", () => {
  expect(needsUrgentText(undefined, HOUR_LATER)).toBe(true);
  expect(needsUrgentText(urgentPage("a", DATE), HOUR_LATER)).toBe(false);
  expect(needsUrgentText(urgentPage("a", DATE), DAY_LATER)).toBe(true);
  expect(needsUrgentText(urgentPage("a", ""), HOUR_LATER)).toBe(true);
  expect(needsUrgentText(new Response("document", { headers: { date: DATE } }), DAY_LATER)).toBe(
    false,
  );
});
