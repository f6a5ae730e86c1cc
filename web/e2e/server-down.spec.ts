// The site while its server is down. Unlike the emulated offline mode, this also holds for the requests of the service
// worker, in every browser.
import { cached } from "./cached-page";
import { test as base, expect, heading, open } from "./site-test";
import { type TestServer, testServerFixture } from "./test-server";

const test = base.extend<{ server: TestServer }>({
  server: testServerFixture,
  baseURL: ({ server }, use) => use(server.address),
});

test("a visitor opens a page of an earlier visit, and finds urgent help from another one", {
  tag: "@journey",
}, async ({ page, server, browserErrors }) => {
  browserErrors.allow(/ERR_CONNECTION_REFUSED|status of 503/);
  await open(page, "/home");
  const text = (await heading(page).textContent()) ?? "";
  await cached(page, "/home");
  await cached(page, "/urgent");
  await server.close();

  await open(page, "/home");
  await expect(heading(page)).toHaveText(text);
  await page.goto("/privacy");
  await expect(heading(page)).toHaveText("You are offline");
  await page.getByRole("link", { name: "Is it urgent?" }).click();
  await expect(heading(page)).toHaveText("Is it urgent?");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Go to hospital now");
});
