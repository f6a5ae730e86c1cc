// The site in WebKit while its server is down. The driver cannot emulate an offline network.
import { type TestServer, testServerFixture } from "../test-server";
import {
  By,
  test as base,
  click,
  expect,
  heading,
  link,
  open,
  textOf,
  visible,
} from "./webkit-test";

const test = base.extend<{ server: TestServer }>({
  server: testServerFixture,
});

/** Whether the service worker controls the page and has cached it with its scripts, and the text for emergencies. */
const IS_CACHED = `
  const done = arguments[0];
  const scripts = [...document.querySelectorAll("link[rel=modulepreload]")];
  const urls = [location.pathname, "/urgent", ...scripts.map((script) => script.href)];
  Promise.all(urls.map((url) => caches.match(url))).then((found) =>
    done(navigator.serviceWorker.controller !== null && !found.includes(undefined)));
`;

test("a visitor opens a page of an earlier visit, and finds urgent help from another one", async ({
  driver,
  server,
}) => {
  const headingText = () => textOf(driver, heading);
  await open(driver, "/home", server.address);
  const text = await headingText();
  await expect.poll(() => driver.executeAsyncScript<boolean>(IS_CACHED)).toBe(true);
  await server.close();

  await open(driver, "/home", server.address);
  expect(await headingText()).toBe(text);
  await driver.get(`${server.address}/privacy`);
  await expect.poll(headingText).toBe("You are offline");
  await click(driver, link("Is it urgent?"));
  await expect.poll(headingText).toBe("Is it urgent?");
  expect(await (await visible(driver, By.css("h2"))).getText()).toBe("Go to hospital now");
});
