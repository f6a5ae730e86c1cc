// Claims sent through a mail server with STARTTLS, from a site with its own settings.
import { alert, claim, field, newAddress, sent } from "./claim-form";
import { button, openGame, playPerfectly } from "./game-player";
import { codesMailedTo } from "./mailed-codes";
import { test as base, expect } from "./site-test";
import {
  freePort,
  type MailServer,
  startMailServer,
  startTestServer,
  type TestServer,
} from "./test-server";

/** These tests do not need the minimum game time. */
const NO_MIN_PLAY = ["--min-play", "0s"];

/** A debug build starts slowly on a busy machine. */
const START_TIMEOUT = { timeout: 120_000 };

/** The server's own sentences. */
const REJECTED = /The mail server .* this email address\. Please check it/;
const LIMIT_REACHED = /Please try again in (an hour|a minute|\d+ minutes?)\./;

type Servers = { mailServer: MailServer; server: TestServer };

const test = base.extend<object, Servers>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const mailServer = await startMailServer();
      await use(mailServer);
      await mailServer.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ mailServer }, use) => {
      const server = await startTestServer(...NO_MIN_PLAY, "--mail", mailServer.url);
      await use(server);
      await server.close();
    },
    { scope: "worker", ...START_TIMEOUT },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

/** A site whose mail server cannot be reached and that allows one claim per hour. */
const withoutMailServer = base.extend<{ server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const unusedAddress = `smtp://127.0.0.1:${await freePort()}`;
      const limit = ["--claims-per-client-hour", "1"];
      const server = await startTestServer(...NO_MIN_PLAY, "--mail", unusedAddress, ...limit);
      await use(server);
      await server.close();
    },
    { scope: "test", ...START_TIMEOUT },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

// The tests of this file share a mail server, and one of them pauses it.
test.describe.configure({ mode: "default" });

test("a visitor's code arrives by email over TLS and is the one in the store", async ({
  page,
  server,
  mailServer,
}) => {
  const address = newAddress();
  await openGame(page);
  await playPerfectly(page);
  await claim(page, address);
  await expect(sent(page)).toBeVisible();
  const codes = await server.storedCodes(address);
  expect(codes).toEqual([expect.stringMatching(/^EYE5-/)]);
  await expect.poll(() => codesMailedTo(address, mailServer.folder)).toEqual(codes);
});

test("a visitor corrects an address that the mail server rejects and gets the code for the same game", async ({
  page,
  server,
  mailServer,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422 .*send-form/);
  browserErrors.allow(REJECTED);
  await openGame(page);
  await playPerfectly(page);
  await claim(page, "refused@example.org");
  await expect(page.getByText(REJECTED)).toBeVisible();
  await expect(field(page)).toHaveValue("refused@example.org");
  await expect(field(page)).toBeFocused();

  const address = newAddress();
  await field(page).fill(address);
  await page.keyboard.press("Enter");
  await expect(sent(page)).toBeVisible();
  await expect
    .poll(() => codesMailedTo(address, mailServer.folder))
    .toEqual(await server.storedCodes(address));
});

test("a visitor's claim succeeds while the mail server is busy, and the code is stored", async ({
  page,
  server,
}) => {
  await openGame(page);
  await playPerfectly(page);
  await claim(page, "busy@example.org");
  await expect(sent(page)).toBeVisible();
  expect(await server.storedCodes("busy@example.org")).toHaveLength(1);
});

test("a visitor's claim succeeds while the mail server does not respond, and the email is sent later", async ({
  page,
  server,
  mailServer,
}) => {
  const address = newAddress();
  await openGame(page);
  await playPerfectly(page);
  mailServer.pause();
  try {
    await claim(page, address);
    await expect(sent(page)).toBeVisible();
    expect(await codesMailedTo(address, mailServer.folder)).toEqual([]);
  } finally {
    mailServer.resume();
  }
  // A connection that was given up meanwhile is tried again after half a minute.
  await expect
    .poll(() => codesMailedTo(address, mailServer.folder), { timeout: 120_000 })
    .toEqual(await server.storedCodes(address));
});

withoutMailServer(
  "a visitor's code is stored without a mail server; a claim over the limit and a stopped server are explained",
  async ({ page, server, browserErrors }) => {
    browserErrors.allow(/status of 429 .*send-form/);
    browserErrors.allow(LIMIT_REACHED);
    browserErrors.allow(/net::ERR_CONNECTION_REFUSED|Network Error/);
    const address = newAddress();
    await openGame(page);
    await playPerfectly(page);
    await claim(page, address);
    await expect(sent(page)).toBeVisible();
    expect(await server.storedCodes(address)).toHaveLength(1);

    await page.evaluate(() => localStorage.clear());
    await openGame(page);
    await playPerfectly(page);
    await claim(page, newAddress());
    await expect(alert(page)).toHaveText(LIMIT_REACHED);

    await server.close();
    await button(page, "Send My Discount").click();
    await expect(alert(page)).toHaveText(/could not reach our server/);
  },
);
