// What an owner and an editor do on a working day with the content of the site. Each test has a site of its own.
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { axeViolations, horizontalOverflow } from "./accessibility-checks";
import { bookByApi, freeSlot } from "./booking-patient";
import {
  documentAddress,
  fillInFields,
  newEditor,
  saved,
  startArticle,
  textEditor,
  writeAndSave,
} from "./content-editor";
import { addStaff, newAccount, signIn } from "./desk-staff";
import { fillByEditing } from "./firefox";
import { button } from "./game-player";
import { press, pressByKeyboard, tabTo } from "./keyboard";
import { test } from "./own-site-test";
import { expect } from "./site-test";
import type { TestServer } from "./test-server";

const [EXAMS, FRAMES] = ["services/eye-exams.md", "services/frames.md"];

const part = (name: string) => `/desk/content/clinic/${name}`;

function newOwner({ data }: TestServer) {
  const account = newAccount("owner");
  addStaff(account, "owner", data);
  return account;
}

async function inAnotherBrowser(browser: Browser, server: TestServer): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.address });
  if (browser.browserType().name() === "firefox") await fillByEditing(context);
  return context;
}

async function changePhone(page: Page, number: string): Promise<void> {
  await page.goto(part("facts"));
  await page.getByRole("group", { name: "Phone", exact: true }).getByLabel("Number").fill(number);
  await saved(page);
}

/** Opens the question before publishing from the document that is open. */
async function askToPublish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Publish (now|anyway)/ })).toBeEnabled();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Publish (now|anyway)/ }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

const shows = (page: Page, path: string, words: string): Promise<void> =>
  expect(async () => {
    expect(await (await page.request.get(path)).text()).toContain(words);
  }).toPass();

test("an editor publishes without a colleague's draft, and the colleague is offered the newer text", async ({
  page,
  server,
  browser,
}) => {
  const [editor, colleague] = [newEditor(server), newEditor(server)];
  await signIn(page, editor);
  const context = await inAnotherBrowser(browser, server);
  const other = await context.newPage();
  await signIn(other, colleague);
  await other.goto(documentAddress(FRAMES));
  await writeAndSave(other, " Words that are not ready.");
  // The text that is about to change.
  await other.goto(documentAddress(EXAMS));
  await expect(textEditor(other)).toBeVisible();

  await page.bringToFront();
  await page.goto(documentAddress(EXAMS));
  await writeAndSave(page, " Words that are ready.");
  await page.getByRole("link", { name: "All content" }).click();
  await button(page, "Publish 2 changes").click();
  const box = (author: string) =>
    page.getByRole("dialog").getByRole("checkbox", { name: new RegExp(`by ${author}`) });
  await expect(box("you")).toBeChecked();
  await expect(box(colleague.name)).not.toBeChecked();
  await publish(page);
  await shows(page, "/services", "Words that are ready.");
  expect(await (await page.request.get("/services")).text()).not.toContain("not ready");
  await expect(button(page, "Publish 1 change")).toBeVisible();

  // As when the tab comes to the front.
  await other.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(other.getByText(/^A newer text was published since/)).toBeVisible();
  await button(other, "Show the newer text").click();
  await expect(textEditor(other)).toContainText("Words that are ready.");
  await context.close();
});

test("an earlier text of one document comes back while the owner changes the phone number", async ({
  page,
  server,
  browser,
}) => {
  await signIn(page, newEditor(server));
  await page.goto(documentAddress(FRAMES));
  await writeAndSave(page, " Wrong words.");
  await askToPublish(page);
  await publish(page);
  await shows(page, "/services", "Wrong words.");

  const context = await inAnotherBrowser(browser, server);
  const owner = await context.newPage();
  await signIn(owner, newOwner(server));
  await changePhone(owner, "+234 803 765 4321");

  await page.getByRole("link", { name: "History" }).click();
  await button(page, "Bring this text back").click();
  await button(page, "Bring it back").click();
  await expect(textEditor(page)).not.toContainText("Wrong words.");

  await askToPublish(owner);
  await publish(owner);
  await askToPublish(page);
  await publish(page);
  await expect(async () => {
    const html = await (await page.request.get("/services")).text();
    expect(html).not.toContain("Wrong words.");
    expect(html).toContain("+2348037654321");
  }).toPass();
  await context.close();
});

test("a document that was deleted comes back while the owner changes the phone number", async ({
  page,
  server,
  browser,
}) => {
  const MARKETS = "outreaches/markets.md";
  await signIn(page, newEditor(server));
  await page.goto(documentAddress(MARKETS));
  await button(page, "Delete this document").click();
  await button(page, "Delete").click();
  await expect(page).toHaveURL("/desk/content");
  await page.goto(documentAddress(MARKETS));
  await askToPublish(page);
  await publish(page);
  await expect(async () => {
    expect(await (await page.request.get("/outreaches")).text()).not.toContain("account book");
  }).toPass();

  const context = await inAnotherBrowser(browser, server);
  const owner = await context.newPage();
  await signIn(owner, newOwner(server));
  await changePhone(owner, "+234 803 765 4321");
  await askToPublish(owner);
  await publish(owner);
  await context.close();

  await page.goto("/desk/content/history");
  await page.getByRole("link", { name: "Outreach “markets”" }).click();
  await expect(page.getByText(/taken off the site/)).toBeVisible();
  await button(page, "Bring this text back").click();
  await button(page, "Bring it back").click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Markets");
  await askToPublish(page);
  await publish(page);
  await shows(page, "/outreaches", "account book");
  await shows(page, "/outreaches", "+2348037654321");
});

test("earlier opening hours come back, and the phone number that was changed since stays", async ({
  page,
  server,
}) => {
  await signIn(page, newOwner(server));
  await page.goto(part("hours"));
  const monday = page.getByRole("group", { name: "Monday", exact: true });
  await monday.getByLabel("Opens").first().fill("10:30");
  await saved(page);
  await askToPublish(page);
  await publish(page);
  await shows(page, "/about-us", "10:30 AM");
  await changePhone(page, "+234 803 765 4321");
  await askToPublish(page);
  await publish(page);

  await page.getByRole("link", { name: "History" }).click();
  // The content as it came, below the two changes.
  await page.getByRole("button", { name: "Bring this text back" }).last().click();
  const question = page.getByRole("dialog", { name: "Bring this text back?" });
  await expect(question.getByRole("checkbox", { name: "Phone" })).not.toBeChecked();
  await question.getByRole("checkbox", { name: "Opening hours" }).check();
  await button(page, "Bring it back").click();
  await expect(monday.getByLabel("Opens").first()).toHaveValue("08:00");
  await askToPublish(page);
  await publish(page);
  await expect(async () => {
    const html = await (await page.request.get("/about-us")).text();
    expect(html).not.toContain("10:30 AM");
    expect(html).toContain("+2348037654321");
  }).toPass();
});

test("a closure on a booked day leads to its visits, and another day gets shorter hours", async ({
  page,
  server,
  browserErrors,
}) => {
  // The preview of a form that is not complete yet.
  browserErrors.allow(/status of 422 .*\/content\/preview/);
  const { date, time } = await freeSlot("eye-exams", server.address);
  await bookByApi("eye-exams", { date, time }, { server: server.address });
  await signIn(page, newOwner(server));
  await page.goto(part("hours"));
  await button(page, "Add a closure").click();
  const closures = page.getByRole("group", { name: "Closures" });
  await closures.getByRole("textbox", { name: "Day", exact: true }).fill(date);
  await closures.getByLabel("Reason").fill("Flood in the street");
  await button(page, "Add a day with other hours").click();
  const hours = page.getByRole("group", { name: "Other hours" });
  await hours.getByRole("textbox", { name: "Day", exact: true }).fill("2030-12-24");
  await hours.getByLabel("Opens", { exact: true }).fill("09:10");
  await hours.getByLabel("Closes", { exact: true }).first().fill("12:20");
  await saved(page);

  await askToPublish(page);
  const lost = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "1 visit" });
  const day = await lost.getByRole("link").getAttribute("href");
  await publish(page);
  await shows(page, "/about-us", "9:10 AM to 12:20 PM");
  await page.goto(day ?? "");
  const closed = page.getByRole("region", { name: "Visits that cannot take place as booked" });
  await expect(closed).toContainText("Flood in the street");
  await expect(closed.getByRole("button", { name: /^It takes place/ })).toBeVisible();
});

test("an article is published for a time of day, with the largest text on a phone @journey", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.addInitScript(() => {
    try {
      localStorage.setItem("text", "largest");
    } catch {
      // The frame of the preview may not use the storage.
    }
  });
  const { title, path } = await startArticle(page, server);
  await fillInFields(page);
  const day = new Date(Date.now() + 60 * 24 * 60 * 60 * 1000);
  await page.getByLabel("Publication date").fill(day.toISOString().slice(0, 10));
  await page.getByLabel(/^Time of day/).fill("14:30");
  await saved(page);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  // The bar with the button stands above the fields.
  await tabTo(page, button(page, "Publish"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await pressByKeyboard(page, page.getByRole("button", { name: /^Publish (now|anyway)/ }));
  const from = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(day);
  await expect(
    page.getByText(`Published. “${title}” is on the site from ${from} at 2:30 PM.`),
  ).toBeVisible();
  expect((await page.request.get(`/${path.replace(".md", "")}`)).status()).toBe(404);
});

test("an editor adds a page with a table to the menu, and gives it another address @journey", async ({
  page,
  server,
}) => {
  await signIn(page, newEditor(server));
  await page.goto("/desk/content");
  await button(page, "New page").click();
  await page.getByLabel("Title").fill("What it costs");
  await button(page, "Start writing").click();
  await writeAndSave(page, "Pay with your card or in cash.");
  await page.getByLabel("Summary").fill("Prices of our visits.");
  await page.getByLabel(/^Name in the menu/).fill("Prices");
  await saved(page);
  await page.getByRole("radio", { name: "Unformatted" }).check();
  await page
    .getByLabel("Text, unformatted")
    .fill("| Visit | Price |\n| --- | --- |\n| Eye exam | ₦15,000 |\n");
  await saved(page);
  await askToPublish(page);
  await publish(page);
  await shows(page, "/info/what-it-costs", "₦15,000");

  await page.goto("/about-us");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Prices" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What it costs");
  await expect(page.getByRole("cell", { name: "₦15,000" })).toBeVisible();
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await page.goto(documentAddress("info/what-it-costs.md"));
  await button(page, "Change the address").click();
  await page.getByLabel("Last part of the address").fill("prices");
  await button(page, "Change it").click();
  await expect(page).toHaveURL(documentAddress("info/prices.md"));
  await askToPublish(page);
  await publish(page);
  await shows(page, "/info/prices", "₦15,000");
  await expect(async () => {
    const old = await page.request.get("/info/what-it-costs", { maxRedirects: 0 });
    expect(old.headers().location).toBe("/info/prices");
  }).toPass();
});

test("a service is duplicated as a draft of its own", async ({ page, server }) => {
  await signIn(page, newEditor(server));
  await page.goto(documentAddress(FRAMES));
  const text = await textEditor(page).textContent();
  await button(page, "Duplicate").click();
  const dialog = page.getByRole("dialog", { name: "Duplicate" });
  await dialog.getByRole("textbox").fill("Frames for children");
  await dialog.getByRole("button", { name: "Make the copy" }).click();
  await expect(page).toHaveURL(documentAddress("services/frames-for-children.md"));
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Frames for children");
  expect(await textEditor(page).textContent()).toBe(text);
  await page.getByRole("link", { name: "All content" }).click();
  await expect(button(page, "Publish 1 change")).toBeVisible();
});

test.describe("on a phone with the largest text and a keyboard", () => {
  test.use({ bypassCSP: true, viewport: { width: 360, height: 800 } });

  test.beforeEach(({ context }) =>
    context.addInitScript(() => {
      try {
        localStorage.setItem("text", "largest");
      } catch {
        // The frame of the preview may not use the storage.
      }
    }),
  );

  /** axe only in Chromium: the same HTML has the same violations. */
  async function expectAccessible(page: Page): Promise<void> {
    if (page.context().browser()?.browserType().name() === "chromium") {
      expect.soft(await axeViolations(page)).toEqual([]);
    }
    expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  }

  async function writeByKeyboard(page: Page, text: string): Promise<void> {
    await tabTo(page, textEditor(page));
    await writeAndSave(page, text);
  }

  const question = (page: Page) => page.getByRole("dialog", { name: "Publish" });

  /** Opens the question, whose first box has the focus when it is ready. */
  async function ask(page: Page, opener: Locator, key?: string): Promise<void> {
    await tabTo(page, opener, key);
    await expect(opener).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(question(page).getByRole("checkbox").first()).toBeFocused();
    await expectAccessible(page);
  }

  async function answer(page: Page): Promise<void> {
    await pressByKeyboard(page, page.getByRole("button", { name: /^Publish (now|anyway)/ }));
    await expect(question(page)).toBeHidden();
    await expect(page.getByText(/^Published\./)).toBeFocused();
  }

  async function publishDocument(page: Page, key?: string): Promise<void> {
    await ask(page, page.getByRole("button", { name: "Publish", exact: true }), key);
    await answer(page);
  }

  test("an editor publishes one of two documents, and brings an earlier text of it back @journey", async ({
    page,
    server,
  }) => {
    await signIn(page, newEditor(server));
    await page.goto(documentAddress(EXAMS));
    await writeByKeyboard(page, " Words that are not ready.");
    await page.goto(documentAddress(FRAMES));
    await writeByKeyboard(page, " Wrong words.");
    await page.goto("/desk/content");
    await ask(page, button(page, "Publish 2 changes"));
    await tabTo(page, question(page).getByRole("checkbox", { name: /^Eye exams/ }));
    await press(page, "Space");
    await expect(question(page).getByText("Will be published: 1 service.")).toBeVisible();
    await answer(page);
    await shows(page, "/services", "Wrong words.");
    expect(await (await page.request.get("/services")).text()).not.toContain("not ready");

    await page.goto(documentAddress(FRAMES));
    await pressByKeyboard(page, page.getByRole("link", { name: "History" }));
    await pressByKeyboard(page, button(page, "Show the changes").first());
    await expect(page.getByText("Wrong words.")).toBeVisible();
    await expectAccessible(page);
    await pressByKeyboard(page, button(page, "Bring this text back"));
    await expect(button(page, "Bring it back")).toBeEnabled();
    await expectAccessible(page);
    await pressByKeyboard(page, button(page, "Bring it back"));
    await expect(textEditor(page)).not.toContainText("Wrong words.");
    await publishDocument(page);
    await expect(async () => {
      expect(await (await page.request.get("/services")).text()).not.toContain("Wrong words.");
    }).toPass();

    await page.goto("/desk/content/history");
    await pressByKeyboard(page, button(page, "Restore the whole site").first());
    await expect(button(page, "Restore")).toBeEnabled();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(button(page, "Restore the whole site").first()).toBeFocused();
  });

  test("an owner closes a booked day, follows the link to its visits, and gives another day shorter hours @journey", async ({
    page,
    server,
    browserErrors,
  }) => {
    // The preview of a form that is not complete yet.
    browserErrors.allow(/status of 422 .*\/content\/preview/);
    const { date, time } = await freeSlot("eye-exams", server.address);
    await bookByApi("eye-exams", { date, time }, { server: server.address });
    await signIn(page, newOwner(server));
    await page.goto(part("hours"));
    await pressByKeyboard(page, button(page, "Add a closure"));
    // The order of day and month in a box for a date depends on the device.
    const closures = page.getByRole("group", { name: "Closures" });
    await closures.getByRole("textbox", { name: "Day", exact: true }).fill(date);
    await tabTo(page, closures.getByLabel("Reason"));
    await page.keyboard.type("Flood in the street");
    await pressByKeyboard(page, button(page, "Add a day with other hours"));
    const hours = page.getByRole("group", { name: "Other hours" });
    await hours.getByRole("textbox", { name: "Day", exact: true }).fill("2030-12-24");
    await hours.getByLabel("Opens", { exact: true }).fill("09:10");
    await hours.getByLabel("Closes", { exact: true }).first().fill("12:20");
    await saved(page);
    await expectAccessible(page);
    await ask(page, page.getByRole("button", { name: "Publish", exact: true }), "Shift+Tab");
    await expect(question(page).getByText("Patients have appointments then")).toBeVisible();
    await answer(page);
    await shows(page, "/about-us", "9:10 AM to 12:20 PM");

    await pressByKeyboard(page, page.getByRole("link", { name: "Move, cancel or tell" }));
    const closed = page.getByRole("region", { name: "Visits that cannot take place as booked" });
    await expect(closed.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(closed).toContainText("Flood in the street");
    await expectAccessible(page);
  });

  test("an editor takes over a newer text, and adds a page to the menu", async ({
    page,
    server,
    browser,
  }) => {
    const context = await inAnotherBrowser(browser, server);
    const colleague = await context.newPage();
    await signIn(colleague, newEditor(server));
    await signIn(page, newEditor(server));
    await page.goto(documentAddress(EXAMS));
    await expect(textEditor(page)).toBeVisible();
    await colleague.goto(documentAddress(EXAMS));
    await writeAndSave(colleague, " Words of a colleague.");
    await askToPublish(colleague);
    await publish(colleague);
    await context.close();

    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText(/^A newer text was published since/)).toBeVisible();
    await expectAccessible(page);
    await pressByKeyboard(page, button(page, "Show the newer text"));
    await expect(textEditor(page)).toContainText("Words of a colleague.");

    await page.goto("/desk/content");
    await pressByKeyboard(page, button(page, "New page"));
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.keyboard.type("What it costs");
    await press(page, "Enter");
    await expect(page).toHaveURL(documentAddress("info/what-it-costs.md"));
    await writeByKeyboard(page, "Pay with your card or in cash.");
    await tabTo(page, page.getByLabel("Summary"), "Shift+Tab");
    await page.keyboard.insertText("Prices of our visits.");
    await tabTo(page, page.getByLabel(/^Name in the menu/));
    await page.keyboard.insertText("Prices");
    await saved(page);
    await expectAccessible(page);
    await publishDocument(page, "Shift+Tab");
    await shows(page, "/info/what-it-costs", "Pay with your card or in cash.");
    await shows(page, "/about-us", "Prices");
  });
});
