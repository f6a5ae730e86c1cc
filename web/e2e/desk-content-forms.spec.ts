// An owner fills in the facts about the clinic and changes its hours in forms: on a small phone, by keyboard alone. Each
// test has a site of its own, because what it publishes is on every page.
import type { Locator, Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { addStaff, newAccount } from "./desk-staff";
import { pressByKeyboard, tabTo } from "./keyboard";
import { setTime } from "./opening-time";
import { test } from "./own-site-test";
import { expect } from "./site-test";
import type { TestServer } from "./test-server";

test.use({ viewport: { width: 360, height: 800 } });

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

async function signIn(page: Page, server: TestServer, path: string): Promise<void> {
  const account = newAccount("owner");
  addStaff(account, "owner", server.data);
  await page.goto(path);
  await type(page, page.getByLabel("Name"), account.name);
  await type(page, page.getByLabel("Password"), account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Password")).toBeHidden();
}

const saved = async (page: Page, count = 1): Promise<void> => {
  const status = page.getByRole("status").filter({ hasText: "Everything is saved." });
  await expect(status).toHaveCount(count);
};

async function publish(page: Page, button: RegExp): Promise<void> {
  await pressByKeyboard(page, page.getByRole("button", { name: button }));
  await pressByKeyboard(page, page.getByRole("button", { name: "Publish now" }));
  await expect(page.getByRole("dialog")).toBeHidden();
}

const facts: readonly (readonly [label: string, value: string])[] = [
  ["Name of the clinic", "Garden City Eye Clinic"],
  ["What the discount is off (optional)", "all frames"],
  ["Address: Street and house number", "12 Aba Road"],
  ["Map: Link to the map", "https://www.openstreetmap.org/node/1"],
  ["Map: Map on the page (optional)", "https://www.openstreetmap.org/export/embed.html?bbox=1"],
  ["Phone: Number", "+234 803 123 4567"],
  ["WhatsApp: Number", "0803 123 4568"],
  ["Social media: Instagram (optional)", "https://www.instagram.com/gardencityeyes"],
  ["Social media: Facebook (optional)", "https://www.facebook.com/gardencityeyes"],
  ["Social media: LinkedIn (optional)", "https://www.linkedin.com/company/gardencityeyes"],
  ["Name", "The Teaching Hospital"],
  ["Area (optional)", "Alakahia"],
  ["Phone (optional)", "+234 803 123 4569"],
  ["Link to the map (optional)", "https://www.openstreetmap.org/node/2"],
];

test("the printed link leads to an owner who fills in what is missing and publishes it, by keyboard alone", async ({
  page,
  server,
  browserErrors,
}) => {
  // Before there is an owner, the desk does not exist yet.
  browserErrors.allow(/status of 404 .*\/api\/desk\/me/);
  await page.goto(server.printed.join("\n").match(/http\S+\/desk\/setup#\S+/)?.[0] ?? "");
  await type(page, page.getByLabel("Name"), "Ada");
  await type(page, page.getByLabel("Password"), "lamp river seven paper");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Facts to fill in" })).toBeVisible();
  const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });

  const section = (name: string) => page.getByRole("region", { name, exact: true });
  const unfold = async (line: Locator, key = "Tab") => {
    await tabTo(page, line, key);
    await page.keyboard.press("Enter");
  };
  const clinic = section("The clinic");
  await unfold(clinic.getByText("7 more facts"));
  await type(page, field("Phone: Number"), "0803");
  await expect(page.getByText("Write the whole number, such as 0803 123 4567")).toBeVisible();
  for (let character = 0; character < 4; character += 1) await page.keyboard.press("Backspace");
  for (const [label, value] of facts) {
    await type(page, clinic.getByRole("textbox", { name: label, exact: true }), value);
  }
  await tabTo(page, page.getByLabel("Sight self-check"));
  await page.keyboard.press("ArrowDown");
  const lines = page.locator("summary");
  await unfold(lines.filter({ hasText: "write the name" }));
  await type(page, section("Our Director").getByRole("textbox", { name: "Name" }), "Dr Ibiso Hart");
  await unfold(lines.filter({ hasText: /^\d+ more articles$/ }));
  // Every article, and the questions of "Is it urgent?".
  const task = ": say who has reviewed it and on which day";
  const reviewed = await lines.filter({ hasText: task }).allTextContents();
  const names = reviewed.map((line) => line.replace(task, ""));
  expect(names).toContain("First aid for the eye");
  for (const article of names) {
    // The first one is above the line that unfolded the others.
    const key = article === names[0] ? "Shift+Tab" : "Tab";
    await unfold(page.getByText(article + task, { exact: true }), key);
    await tabTo(page, section(article).getByLabel("Reviewed by"));
    await page.keyboard.press("ArrowDown");
    const day = section(article).getByLabel("Last reviewed on");
    await tabTo(page, day);
    // The parts of the date are typed in the order of the browser's language.
    await day.fill("2026-11-15");
  }
  await saved(page, 2 + names.length);
  await expect(page.getByText("Everything is filled in.")).toBeVisible();
  await publish(page, /^Publish$/);

  await expect(async () => {
    const html = await (await page.request.get("/about-us")).text();
    expect(html).toContain("Garden City Eye Clinic");
    expect(html).toContain("12 Aba Road");
    expect(html).toContain("tel:+2348031234567");
    expect(html).toContain("https://wa.me/2348031234568");
    expect(html).toContain("<strong>The Teaching Hospital</strong>, Alakahia");
    expect(await (await page.request.get("/team")).text()).toContain("Dr Ibiso Hart");
  }).toPass();
  await page.goto("/desk/content");
  await expect(page.getByRole("button", { name: "Everything is published" })).toBeVisible();
  await expect(page.getByText("Facts to fill in")).toBeHidden();
});

test("hours with a break and a closure are published, by keyboard alone", async ({
  page,
  server,
  browserErrors,
}) => {
  // There is no preview while the closure is not complete.
  browserErrors.allow(/status of 422 .*\/content\/preview/);
  await signIn(page, server, "/desk/content");
  await pressByKeyboard(page, page.getByRole("link", { name: "Opening hours and closures" }));
  const monday = page.getByRole("group", { name: "Monday", exact: true });
  await pressByKeyboard(page, monday.getByRole("button", { name: "Add a break" }));
  await expect(monday.getByLabel("Closes").first()).toHaveValue("12:00");
  await expect(monday.getByLabel("Opens again")).toHaveValue("13:00");

  await pressByKeyboard(page, page.getByRole("button", { name: "Add a closure" }));
  const closure = page.getByRole("group", { name: "Closures" });
  const day = closure.getByRole("textbox", { name: "Day", exact: true });
  await tabTo(page, day);
  // The parts of the date are typed in the order of the browser's language.
  await day.fill("2030-12-25");
  await type(page, closure.getByLabel("Reason"), "Christmas");
  await saved(page);
  await tabTo(page, page.getByRole("link", { name: "All content" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await publish(page, /^Publish 1 change/);
  await expect(async () => {
    const html = await (await page.request.get("/about-us")).text();
    expect(html).toContain("8:00 AM to 12:00 PM and 1:00 PM to 6:00 PM");
    expect(html).toContain("Christmas");
  }).toPass();

  const visitor = await page.context().newPage();
  await setTime(visitor, new Date("2026-11-16T12:30:00+01:00"));
  await visitor.goto("/about-us");
  const now = visitor.locator("p[data-open]").first();
  await expect(now).toContainText("Closed now");
  await expect(now).toContainText("Opens today at 1:00 PM");
  const data = await visitor.locator("script[type='application/ld+json']").first().textContent();
  const [clinic] = (JSON.parse(data ?? "") as { "@graph": Record<string, unknown>[] })["@graph"];
  expect(clinic?.specialOpeningHoursSpecification).toEqual([
    expect.objectContaining({ validFrom: "2030-12-25", validThrough: "2030-12-25" }),
  ]);
  await setTime(visitor, new Date("2026-11-16T13:30:00+01:00"));
  await visitor.reload();
  await expect(now).toContainText("Open now");
  await expect(now).toContainText("until 6:00 PM");
});

test("a notice is added with an end date and removed again", async ({
  page,
  server,
  browserErrors,
}) => {
  // There is no preview while the notice is not complete.
  browserErrors.allow(/status of 422 .*\/content\/preview/);
  await signIn(page, server, "/desk/content/clinic/notice");
  const draft = async () => {
    const response = await page.request.get("/api/desk/content/clinic.toml");
    return ((await response.json()) as { text: string }).text;
  };
  const before = await draft();
  await page.getByRole("button", { name: "Add a notice" }).click();
  await expect(page.getByLabel("Text", { exact: true })).toBeFocused();
  await page.getByLabel("Text", { exact: true }).fill("x".repeat(161));
  await expect(page.getByText("This has 161 characters, but may have 160.")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("We have moved.");
  await page.getByLabel("Page that it links to").selectOption("/about-us");
  await page.getByLabel("Last day").fill("2030-01-31");
  await saved(page);
  expect(await draft()).toBe(
    `${before}\n[notice]\ntext = "We have moved."\nlink = "/about-us"\nuntil = 2030-01-31\n`,
  );
  await page.getByRole("button", { name: "Remove the notice" }).click();
  await saved(page);
  expect(await draft()).toBe(before);
});

test("half of a number and half of a date delete nothing", async ({
  page,
  server,
  browserErrors,
}) => {
  // There is no preview while the notice is not complete.
  browserErrors.allow(/status of 422 .*\/content\/preview/);
  await signIn(page, server, "/desk/content/clinic/facts");
  const draft = async () => {
    const response = await page.request.get("/api/desk/content/clinic.toml");
    return ((await response.json()) as { text: string }).text;
  };
  const notSaved = page.getByRole("status").filter({ hasText: "Not saved: a number, a date" });
  const days = page.getByLabel("Days that a discount code is valid");
  await expect(days).toHaveValue("90");
  await days.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("e");
  await expect(page.getByText("Not saved: this is not a whole number.")).toBeVisible();
  await expect(notSaved).toBeVisible();
  // What was typed is still in the field.
  await page.keyboard.press("Backspace");
  await expect(days).toHaveValue("90");
  await saved(page);
  await page.keyboard.type("5e");
  await expect(notSaved).toBeVisible();
  await expect.poll(draft).toContain("code_days = 905");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await saved(page);
  expect(await draft()).not.toContain("code_days");

  await page.goto("/desk/content/clinic/notice");
  await page.getByRole("button", { name: "Add a notice" }).click();
  await page.getByLabel("Text", { exact: true }).fill("We have moved.");
  const until = page.getByLabel("Last day");
  await until.fill("2030-01-31");
  await saved(page);
  await until.focus();
  await page.keyboard.press("Backspace");
  await expect(page.getByText("Not saved: the date is not complete.")).toBeVisible();
  await expect(notSaved).toBeVisible();
  const warning = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await warning).dismiss();
  expect(await draft()).toContain("until = 2030-01-31");
  await until.fill("2030-02-28");
  await saved(page);
  expect(await draft()).toContain("until = 2030-02-28");
});

test("half of a time and half of a date are still there when their fields are", async ({
  page,
  server,
  browserErrors,
}) => {
  // There is no preview while the closure has no day.
  browserErrors.allow(/status of 422 .*\/content\/preview/);
  await signIn(page, server, "/desk/content/clinic/hours");
  const lost = page.getByRole("alert").filter({ hasText: "not in the form any more" });
  const monday = page.getByRole("group", { name: "Monday" });
  const opens = monday.getByLabel("Opens");
  const before = await opens.inputValue();
  await opens.focus();
  // The hour.
  await page.keyboard.press("Backspace");
  await expect(page.getByText("Not saved: the time is not complete.")).toBeVisible();
  await monday.getByLabel("Closed").check();
  await expect(lost).toContainText("Monday, Opens");
  await expect(opens).toBeHidden();
  await monday.getByLabel("Closed").uncheck();
  await expect(lost).toBeHidden();
  await opens.focus();
  await page.keyboard.press("ArrowUp");
  // The minutes are those from before.
  await expect(opens).toHaveValue(new RegExp(`:${before.split(":")[1]}$`));

  await page.getByRole("button", { name: "Add a closure" }).click();
  const day = page.getByLabel("Day", { exact: true });
  await day.focus();
  await page.keyboard.type("12");
  await expect(page.getByText("Not saved: the date is not complete.")).toBeVisible();
  await page.getByLabel("Several days").check({ force: true });
  await expect(page.getByLabel("First day")).toBeVisible();
  await expect(page.getByText("Not saved: the date is not complete.")).toBeVisible();
});

test.describe("accessibility", () => {
  // axe is added as an inline script.
  test.use({ bypassCSP: true });

  const NEW_PAGE = "/desk/content";

  test("the forms are accessible", async ({ page, server }) => {
    await signIn(page, server, "/desk/content");
    for (const path of [
      NEW_PAGE,
      "/desk/content/missing",
      "/desk/content/clinic/facts",
      "/desk/content/clinic/hours",
      "/desk/content/clinic/booking",
      "/desk/content/services/frames",
      "/desk/content/game",
    ]) {
      await page.goto(path);
      await expect(page.getByText("Loading")).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      for (const entry of await page.locator("details").all()) {
        await entry.evaluate((details: HTMLDetailsElement) => {
          details.open = true;
        });
      }
      if (path === NEW_PAGE) await page.getByRole("button", { name: "New page" }).click();
      expect.soft(await axeViolations(page), path).toEqual([]);
      expect.soft(await smallTargets(page), path).toEqual([]);
      expect.soft(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
    }
  });
});
