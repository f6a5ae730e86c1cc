// A request that gets no time: the patient reads that the time is not certain, staff give a time or refuse it, and the patient's page
// follows.
import { axeViolations } from "./accessibility-checks";
import { bookByApi, chooseSlot, clockTime, enterDetails, freeSlot } from "./booking-patient";
import { addStaff, EXPECTED_API_ERRORS, newAccount } from "./desk-staff";
import { button } from "./game-player";
import { test as base, expect } from "./site-test";
import { startTestServer, type TestServer } from "./test-server";

const test = base.extend<{ server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await startTestServer("--held-per-client", "0");
      await use(server);
      await server.close();
    },
    // A debug build starts slowly on a busy machine.
    { timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });
test.beforeEach(({ browserErrors }) => browserErrors.allow(EXPECTED_API_ERRORS));

const SERVICE = "eye-exams";

test("a request without a time waits in a list of its own until staff give it one", async ({
  page,
  server,
}) => {
  const slot = await freeSlot(SERVICE, server.address);
  await page.goto(`/book?service=${SERVICE}`);
  await chooseSlot(page, slot);
  await enterDetails(page);
  await button(page, "Book this time").click();
  await expect(page.getByRole("heading", { name: "We have your request" })).toBeVisible();
  await expect(page.getByText("This time is not certain yet.")).toBeVisible();
  const manage = page.getByRole("link", { name: "See, move or cancel this appointment" });
  const path = (await manage.getAttribute("href")) ?? "";
  await page.goto(path);
  await expect(
    page.getByRole("heading", { name: "This time is not certain until we confirm it" }),
  ).toBeVisible();
  const reference = (await page.getByText(/^[0-9A-Z]{3}-[0-9A-Z]{3}$/).textContent()) ?? "";

  const refused = await (await bookByApi(SERVICE, slot, { server: server.address })).json();
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk", server.data);
  await page.goto("/desk/appointments");
  await page.getByLabel("Name").fill(receptionist.name);
  await page.getByLabel("Password").fill(receptionist.password);
  await page.keyboard.press("Enter");
  const list = page.getByRole("region", { name: "Waiting without a time" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText(clockTime(slot.time));
  expect(await axeViolations(page)).toEqual([]);
  await button(page, `Give this time ${reference}`).click();
  await expect(page.getByText(`${reference} has this time.`)).toBeVisible();
  await expect(list.getByRole("button", { name: /^Open / })).toHaveCount(1);

  await button(page, `Open ${refused.reference}`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("no chair yet");
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await dialog.getByLabel("Reason").fill("We are full on this day.");
  await dialog.getByRole("button", { name: "Cancel this appointment" }).click();
  await expect(
    dialog.getByText("Cancelled. No email reaches the patient: please tell them."),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Back to the plan" }).click();
  await expect(list).toHaveCount(0);

  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Your appointment is confirmed" })).toBeVisible();
  await page.goto(refused.manage);
  await expect(page.getByText("We are full on this day.")).toBeVisible();
});
