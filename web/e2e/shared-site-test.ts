// A test of the desk's content on the site that all tests share, because the start of a server costs more than most of these
// tests. A test may use it if it writes only documents of its own (`startArticle`) and publishes nothing. The others in the
// same file have the tag `@own-site`. In files in which all need one, `own-site-test.ts` gives it to them.
import { address, dataFolder } from "./shared-server";
import { test as siteTest } from "./site-test";
import { type DeskServer, startTestServer } from "./test-server";

export const test = siteTest.extend<{ server: DeskServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use, { tags }) => {
      if (!tags.includes("@own-site")) return use({ address, data: dataFolder });
      const server = await startTestServer();
      await use(server);
      await server.close();
    },
    // A debug build starts slowly on a busy machine.
    { timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});
