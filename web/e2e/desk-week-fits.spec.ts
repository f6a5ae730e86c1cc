// The week of the appointments on the screen of a laptop: all of it can be seen without scrolling, also with a short visit in every half
// hour of every chair, and each visit can be pressed.

import type { Locator } from "@playwright/test";
import type { DeskAppointment } from "../src/generated/DeskAppointment";
import type { DeskAppointments } from "../src/generated/DeskAppointments";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { addStaff, newAccount, signIn } from "./desk-staff";
import { chooseOption } from "./segmented-control";
import { expect, test } from "./site-test";

test.use({ bypassCSP: true, viewport: { width: 1440, height: 900 } });

const WEEKDAYS = [0, 1, 2, 3, 4];

test("a week full of short visits stands on one screen", async ({ page }) => {
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk");
  // Adding a hundred visits would take longer than all that is tested here.
  await page.route("**/api/desk/appointments?from=*&days=7", async (route) => {
    const response = await route.fetch();
    const data = (await response.json()) as DeskAppointments;
    await route.fulfill({ response, json: { ...data, appointments: fullOfVisits(data) } });
  });
  await signIn(page, receptionist);
  await page.goto("/desk/appointments");
  await chooseOption(page, "Week");
  const week = page.getByRole("region", { name: "Plan of the week" });
  const visits = week.getByRole("button", { name: /Chidi Okafor/ });
  await expect(visits.first()).toBeVisible();
  expect(await visits.count()).toBeGreaterThan(150);

  const box = await week.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  // The week does not scroll in itself either; a fraction of a pixel is rounded up.
  const hidden = await week.evaluate((it) => [
    it.scrollWidth - it.clientWidth,
    it.scrollHeight - it.clientHeight,
  ]);
  expect(Math.max(...hidden)).toBeLessThanOrEqual(1);
  expect(await smallTargets(page)).toEqual([]);
  // No visit hides another one: a press in the middle of each reaches it.
  const covered = await visits.evaluateAll(
    (all) =>
      all.filter((visit) => {
        const { x, y, width, height } = visit.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return !visit.contains(top);
      }).length,
  );
  expect(covered).toBe(0);
  // Two visits beside each other have no room for it.
  await expect(visits.first().getByText("AM", { exact: true })).toHaveCSS(
    "clip-path",
    "inset(50%)",
  );
  const hatched = await week.evaluate(
    (it) =>
      [...it.querySelectorAll("span")].filter((cell) =>
        getComputedStyle(cell).backgroundImage.startsWith("repeating-linear-gradient"),
      ).length,
  );
  expect(hatched, "closed hours").toBeGreaterThan(0);
  expect(await axeViolations(page)).toEqual([]);
});

test("on a phone, the lists stand above the plan of the day, and the week is a list of days", async ({
  page,
}) => {
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk");
  const times = [480, 540, 600, 660];
  await page.route("**/api/desk/appointments/requests", (route) =>
    route.fulfill({
      json: { appointments: times.map((minutes) => visitAt("2030-01-07", minutes, 1)) },
    }),
  );
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, receptionist);
  await page.goto("/desk/appointments");
  const requests = page.getByRole("region", { name: "To confirm" });
  await expect(requests.getByRole("button", { name: /^Confirm/ })).toHaveCount(3);
  await page.getByRole("button", { name: "Show all 4" }).click();
  await expect(requests.getByRole("button", { name: /^Confirm/ })).toHaveCount(4);

  const plan = page.locator("#plan");
  const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0 };
  expect((await boxOf(requests)).y).toBeLessThan((await boxOf(plan)).y);
  const toPlan = page.getByRole("link", { name: "Plan", exact: true });
  await toPlan.click();
  await expect(plan).toBeFocused();
  await expect(plan).toBeInViewport();

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(toPlan).toBeHidden();
  expect((await boxOf(requests)).x).toBeLessThan((await boxOf(plan)).x);

  await page.setViewportSize({ width: 360, height: 800 });
  await chooseOption(page, "Week");
  const week = page.getByRole("region", { name: "Plan of the week" });
  const names = week.getByRole("button", { name: /day/ });
  await expect(names).toHaveCount(7);
  const places = await Promise.all((await names.all()).map(boxOf));
  expect(new Set(places.map(({ x }) => x)).size, "one column").toBe(1);
  expect(places.map(({ y }) => y)).toEqual(places.map(({ y }) => y).sort((a, b) => a - b));
});

/** A visit of half an hour in every half hour of every chair, from Monday to Friday. */
function fullOfVisits({ days, chairs }: DeskAppointments): DeskAppointment[] {
  return WEEKDAYS.flatMap((index) => {
    const { date = "", open = [] } = days[index] ?? {};
    const starts = open.flatMap(({ from, until }) =>
      Array.from({ length: Math.floor((until - from) / 30) }, (_, half) => from + half * 30),
    );
    return starts.flatMap((start) =>
      Array.from({ length: chairs }, (_, chair) => visitAt(date, start, chair + 1)),
    );
  });
}

function visitAt(date: string, minutes: number, chair: number): DeskAppointment {
  const pad = (value: number) => String(value).padStart(2, "0");
  const time = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return {
    id: `${date} ${time} ${chair}`,
    reference: "K7Q-4XM",
    date,
    time,
    minutes: 30,
    buffer: 0,
    chair,
    state: "confirmed",
    title: "Frames",
    name: "Chidi Okafor",
    maskedName: "C•••",
    maskedPhone: "+234 803 ••• ••67",
  } as DeskAppointment;
}
