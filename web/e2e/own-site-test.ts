// A test with a site of its own, for tests that publish content: what they publish is on every page.
import { test as siteTest } from "./site-test";
import { type TestServer, testServerFixture } from "./test-server";

export const test = siteTest.extend<{ server: TestServer }>({
  server: testServerFixture,
  baseURL: async ({ server }, use) => use(server.address),
});
