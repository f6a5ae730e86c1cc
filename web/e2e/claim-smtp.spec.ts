// Claims that go out through a real mail server, over STARTTLS, from a site of their own.
import { alert, claim, field, PATIENTLY, sent, somebody } from "./claim-form";
import { codesMailedTo } from "./claim-mail";
import { button, openGame, playPerfectly } from "./game-player";
import { freePort, type House, type Mailbox, openHouse, openMailbox } from "./house";
import { test as base, expect } from "./visit";

/** These stories are about mail; how long a game must take is told elsewhere. */
const AT_ONCE = ["--min-play", "0s"];

/** A server built for debugging takes its time to start on a busy machine. */
const TO_START = { timeout: 120_000 };

type Town = { mailbox: Mailbox; house: House };

const test = base.extend<object, Town>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  house: [
    async ({ mailbox }, use) => {
      const house = await openHouse(...AT_ONCE, "--mail", mailbox.url);
      await use(house);
      await house.close();
    },
    { scope: "worker", ...TO_START },
  ],
  baseURL: async ({ house }, use) => use(house.address),
});

/** Its mail server is gone, and it allows one claim an hour. */
const forlorn = base.extend<{ house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const nowhere = `smtp://127.0.0.1:${await freePort()}`;
      const limit = ["--claims-per-client-hour", "1"];
      const house = await openHouse(...AT_ONCE, "--mail", nowhere, ...limit);
      await use(house);
      await house.close();
    },
    { scope: "test", ...TO_START },
  ],
  baseURL: async ({ house }, use) => use(house.address),
});

// One mail server serves the whole file, and one of the stories makes it wait.
test.describe.configure({ mode: "default", timeout: 90_000 });

test("the mail arrives over an encrypted line, and its code is the one in the store", async ({
  page,
  house,
  mailbox,
}) => {
  const address = somebody();
  await openGame(page);
  await playPerfectly(page);
  await claim(page, address);
  await expect(sent(page)).toBeVisible(PATIENTLY);
  const codes = await house.storedCodes(address);
  expect(codes).toEqual([expect.stringMatching(/^EYE5-/)]);
  await expect.poll(() => codesMailedTo(address, mailbox.folder)).toEqual(codes);
});

test("an address that the mail server refuses can be corrected, and the same game still counts", async ({
  page,
  house,
  mailbox,
  trouble,
}) => {
  const words =
    "The mail server would not take mail for this address. Please check it for a slip and try again.";
  trouble.expect(/status of 422 .*send-form|The mail server would not take mail/);
  await openGame(page);
  await playPerfectly(page);
  await claim(page, "refused@example.org");
  await expect(page.getByText(words, { exact: true })).toBeVisible(PATIENTLY);
  await expect(field(page)).toHaveValue("refused@example.org");
  await expect(field(page)).toBeFocused();

  const address = somebody();
  await field(page).fill(address);
  await page.keyboard.press("Enter");
  await expect(sent(page)).toBeVisible(PATIENTLY);
  await expect
    .poll(() => codesMailedTo(address, mailbox.folder))
    .toEqual(await house.storedCodes(address));
});

test("a mail server that is busy is not felt: the code is promised and kept", async ({
  page,
  house,
}) => {
  await openGame(page);
  await playPerfectly(page);
  await claim(page, "busy@example.org");
  await expect(sent(page)).toBeVisible(PATIENTLY);
  expect(await house.storedCodes("busy@example.org")).toHaveLength(1);
});

test("a mail server that is slow is not felt, and gets its message when it wakes", async ({
  page,
  house,
  mailbox,
}) => {
  const address = somebody();
  await openGame(page);
  await playPerfectly(page);
  mailbox.fallSilent();
  try {
    await claim(page, address);
    await expect(sent(page)).toBeVisible(PATIENTLY);
    expect(await codesMailedTo(address, mailbox.folder)).toEqual([]);
  } finally {
    mailbox.wake();
  }
  await expect
    .poll(() => codesMailedTo(address, mailbox.folder), PATIENTLY)
    .toEqual(await house.storedCodes(address));
});

forlorn(
  "without a mail server the code is promised and kept, one try too many is told, and so is a lost server",
  async ({ page, house, trouble }) => {
    trouble.expect(/status of 429 .*send-form|Many codes were asked for from your network/);
    trouble.expect(/net::ERR_CONNECTION_REFUSED|Network Error/);
    const address = somebody();
    await openGame(page);
    await playPerfectly(page);
    await claim(page, address);
    await expect(sent(page)).toBeVisible(PATIENTLY);
    expect(await house.storedCodes(address)).toHaveLength(1);

    await page.evaluate(() => localStorage.clear());
    await openGame(page);
    await playPerfectly(page);
    await claim(page, somebody());
    const words = /one try too many\. Please try again in (an hour|a minute|\d+ minutes)\./;
    await expect(alert(page)).toHaveText(words, PATIENTLY);

    await house.close();
    await button(page, "Send My Discount").click();
    await expect(alert(page)).toHaveText(/could not reach our server/, PATIENTLY);
  },
);
