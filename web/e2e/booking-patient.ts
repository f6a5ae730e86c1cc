// What the tests of booking share: a patient with a phone number of their own, free times, and bookings through the API.
import { randomInt } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import type { BookedAppointment } from "../src/generated/BookedAppointment";
import type { FreeSlots } from "../src/generated/FreeSlots";
import type { SlotOffer } from "../src/generated/SlotOffer";
import { address as site } from "./shared-server";

/** A phone number that no other test uses: the server counts requests for each number. */
export const newPhone = (): string => `0803${randomInt(1_000_000, 10_000_000)}`;

/** More than there are. */
const WORKERS = 4;

/** Each of Playwright's workers books on days of its own: another one may take a time between two steps of a test. */
function isOwnDay(date: string): boolean {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  return (Date.parse(date) / 86_400_000) % WORKERS === worker % WORKERS;
}

/** A free time, not late: unconfirmed requests may hold few of a day's last hours. */
export async function freeSlot(service: string, server = site): Promise<SlotOffer> {
  const response = await fetch(`${server}/api/booking/slots?service=${service}&days=60`);
  const { days } = (await response.json()) as FreeSlots;
  const free = days.slice(3).filter(({ date, slots }) => slots.length > 4 && isOwnDay(date));
  const { date, slots } = free[randomInt(free.length)] ?? { date: "", slots: [] };
  return { date, time: slots[randomInt(Math.ceil(slots.length / 2))] ?? "" };
}

/** Books a time; the answer has status 409 when it is taken. */
export function bookByApi(
  service: string,
  slot: SlotOffer,
  { server = site, ...patient }: { server?: string; email?: string } = {},
): Promise<Response> {
  return fetch(`${server}/api/booking`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ service, ...slot, name: "Ada Obi", phone: newPhone(), ...patient }),
  });
}

/** The token and the reference of a new appointment. */
export async function newAppointment(
  service: string,
): Promise<{ token: string; reference: string }> {
  const response = await bookByApi(service, await freeSlot(service));
  const { manage, reference } = (await response.json()) as BookedAppointment;
  return { token: manage.replace("/appointment#", ""), reference };
}

/** Takes a time on every chair. */
export async function takeAllChairs(service: string, slot: SlotOffer): Promise<void> {
  let status = 201;
  while (status === 201) ({ status } = await bookByApi(service, slot));
  if (status !== 409) throw new Error(`booking answered ${status}`);
}

export const day = (page: Page, date: string): Locator =>
  page.locator(`button[data-date="${date}"]`);

/** Shows the month of a date and presses the day. */
export async function chooseDay(page: Page, date: string): Promise<void> {
  const days = page.getByRole("grid");
  await days.waitFor();
  for (let months = 0; months < 4 && !(await day(page, date).isVisible()); months++) {
    const shown = await days.getByRole("button").first().getAttribute("data-date");
    await page.getByRole("button", { name: "Next month" }).click();
    await expect(day(page, shown ?? "")).toBeHidden();
  }
  await day(page, date).click();
}

/** `13:30` becomes "1:30 PM". */
export function clockTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? "AM" : "PM"}`;
}

export async function chooseSlot(page: Page, { date, time }: SlotOffer): Promise<void> {
  await chooseDay(page, date);
  await page.getByRole("button", { name: clockTime(time), exact: true }).click();
}

export async function enterDetails(page: Page): Promise<void> {
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.getByLabel("Phone number").fill(newPhone());
}
