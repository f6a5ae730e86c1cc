// A day is closed on which patients have appointments: reception cancels them all, undoes it, and moves one. The patient's page says
// that the clinic is closed then.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BookedAppointment } from "../src/generated/BookedAppointment";
import type { FreeSlots } from "../src/generated/FreeSlots";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { bookByApi, freeSlot } from "./booking-patient";
import { addStaff, newAccount, signIn } from "./desk-staff";
import { button } from "./game-player";
import { test } from "./own-site-test";
import { binary } from "./shared-server";
import { expect } from "./site-test";

const SERVICE = "eye-exams";

test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });

test("visits of a day that was closed are cancelled together, undone and moved, and the patient reads it", async ({
  page,
  server,
}) => {
  const { date, time } = await freeSlot(SERVICE, server.address);
  const book = async (patient: { email?: string }) => {
    const response = await bookByApi(
      SERVICE,
      { date, time },
      { server: server.address, ...patient },
    );
    return (await response.json()) as BookedAppointment;
  };
  const [first, second] = [await book({ email: "ada@example.com" }), await book({})];
  const content = join(tmpdir(), `closed-${date}-${process.pid}`);
  cpSync("../content", content, { recursive: true });
  appendFileSync(
    join(content, "clinic.toml"),
    `\n[[closures]]\ndate = ${date}\nreason = "Flood in the street"\n`,
  );
  execFileSync(binary, ["content", "import", content, "--publish", "--data", server.data]);

  // The server shows what another process has published some seconds later.
  await expect
    .poll(async () => {
      const path = `/api/booking/slots?service=${SERVICE}&days=60`;
      const { days } = (await (await fetch(server.address + path)).json()) as FreeSlots;
      return days.find((it) => it.date === date)?.slots.length ?? 0;
    })
    .toBe(0);

  const account = newAccount("desk");
  addStaff(account, "desk", server.data);
  await signIn(page, account);
  await page.goto("/desk/appointments");
  const closed = page.getByRole("region", { name: "Visits that cannot take place as booked" });
  await expect(closed.getByRole("listitem")).toHaveCount(2);
  await expect(closed.getByText("Flood in the street")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);

  await closed.getByRole("button", { name: /^Cancel all 2 visits/ }).click();
  await expect(page.getByRole("dialog").getByLabel("Reason")).toHaveValue(
    "The clinic is closed: Flood in the street",
  );
  await button(page, "Cancel 2 visits").click();
  await expect(closed.getByText("2 visits were cancelled.", { exact: false })).toBeVisible();
  await expect(closed.getByRole("listitem")).toHaveCount(0);
  await closed.getByRole("button", { name: /^Undo/ }).click();
  await expect(closed.getByText("Undone: 2 visits have their time again.")).toBeVisible();
  await expect(closed.getByRole("listitem")).toHaveCount(2);

  await closed.getByRole("button", { name: `Move ${first.reference}` }).click();
  const times = closed.getByRole("group", { name: "Free times close to it" });
  await times.getByRole("button").first().click();
  await expect(closed.getByText(`${first.reference} was moved to`, { exact: false })).toBeVisible();

  await page.goto(second.manage);
  await expect(page.getByText(/clinic is closed/)).toBeVisible();
});
