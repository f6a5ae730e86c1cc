// A clinic whose chairs have names: reception adds recurring visits on a small phone with the keyboard, and cancels them
// together. In WebKit: webkit/recurring-visits.spec.ts.
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { freeSlot } from "./booking-patient";
import { addStaff, newAccount, signIn } from "./desk-staff";
import { pressByKeyboard, tabTo } from "./keyboard";
import { publishNamedChairs } from "./named-chairs";
import { test } from "./own-site-test";
import { expect } from "./site-test";

test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });

test("recurring visits with a doctor are added and cancelled with the keyboard @journey", async ({
  page,
  server,
  browserName,
}) => {
  const { date, time } = await freeSlot("eye-exams", server.address);
  publishNamedChairs(server);
  const account = newAccount("desk");
  addStaff(account, "desk", server.data);
  await signIn(page, account);
  const plan = () => page.request.get(`/api/desk/appointments?from=${date}&days=1`);
  await expect.poll(async () => (await plan()).text()).toContain("Dr. Amadi");
  await page.goto(`/desk/appointments?day=${date}`);
  await expect(page.getByRole("columnheader", { name: "Dr. Amadi" })).toBeVisible();

  await pressByKeyboard(page, page.getByRole("button", { name: "Add appointment", exact: true }));
  const form = page.getByRole("dialog");
  await form.getByLabel("Day").fill(date);
  await form.getByLabel("Time", { exact: true }).fill(time);
  await form.getByLabel("Chair").selectOption("Dr. Amadi");
  await tabTo(page, form.getByLabel("Patient's name"));
  await page.keyboard.type("Ada Obi");
  await tabTo(page, form.getByLabel("Patient's phone number"));
  await page.keyboard.type("0803 123 4567");
  await form.getByLabel("Repeat").selectOption("weeks");
  await pressByKeyboard(page, form.getByRole("button", { name: "Show the dates" }));
  await expect(form.getByRole("heading", { name: "Dates of the visits" })).toBeVisible();
  if (browserName === "chromium") expect(await axeViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);
  await pressByKeyboard(page, form.getByRole("button", { name: /^Leave this one out.*visit 3/ }));
  await pressByKeyboard(page, form.getByRole("button", { name: "Add 2 visits" }));
  await expect(page.getByText(/visits were added/)).toBeVisible();

  await pressByKeyboard(page, page.getByRole("button", { name: /Eye exams/ }).first());
  const visit = page.getByRole("dialog");
  await expect(visit.getByText("Visit 1 of 2, every 4 weeks")).toBeVisible();
  await expect(visit.getByText(/Dr\. Amadi/)).toBeVisible();
  if (browserName === "chromium") expect(await axeViolations(page)).toEqual([]);
  await pressByKeyboard(
    page,
    visit.getByRole("button", { name: "Cancel this and the later visits" }),
  );
  await tabTo(page, visit.getByLabel(/^Reason/));
  await page.keyboard.type("Dr. Amadi is ill");
  await pressByKeyboard(page, visit.getByRole("button", { name: "Cancel these 2 visits" }));
  await expect(visit.getByText(/2 visits (are|were) cancelled/)).toBeVisible();
});
