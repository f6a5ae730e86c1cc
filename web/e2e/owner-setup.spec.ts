// The first start: the server prints a link, and the owner creates the account with it.
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { button } from "./game-player";
import { tabTo } from "./keyboard";
import { expect, test } from "./site-test";
import { startTestServer, type TestServer } from "./test-server";

test.describe.configure({ mode: "default" });

let server: TestServer;
test.beforeEach(async () => {
  server = await startTestServer();
});
test.afterEach(() => server.close());

// A server of its own; and before there is an account, the desk's calls do not exist.
test.beforeEach(({ browserErrors }) =>
  browserErrors.allow(/foreign request|status of (404|410) .*\/api\/desk\/(me|setup)/),
);

const password = "lamp river seven paper";

test("the printed link leads to an owner who is signed in, by keyboard alone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const link = server.printed.find((line) => line.includes("/desk/setup#")) ?? "";
  const url = link.match(/https?:\S+/)?.[0] ?? "";
  const { hash } = new URL(url);
  await page.goto(`${server.address}/desk/setup${hash}`);
  await expect(page.getByRole("heading", { name: "Create the owner's account" })).toBeVisible();
  await expect(page.getByLabel("Name")).toBeVisible();
  expect(page.url()).toBe(`${server.address}/desk/setup`);

  await page.reload();
  await expect(page.getByLabel("Name")).toBeVisible();
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${server.address}/desk/content/missing`);
  await expect(page.getByRole("banner")).toContainText("Ada");
  await page.reload();
  await expect(page.getByRole("banner")).toContainText("Ada");

  // The link works once.
  await page.goto(`${server.address}/desk/setup${hash}`);
  await expect(page.getByRole("alert")).toContainText("was already used");
  await expect(page.getByLabel("Name")).toBeHidden();
  await page.getByRole("link", { name: "sign in" }).click();
  await expect(page).toHaveURL(`${server.address}/desk`);
});

test("a link that is not complete says so, and a weak password is refused at its field", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  await page.goto(`${server.address}/desk/setup#abc`);
  await expect(page.getByRole("alert")).toContainText("not complete");
  const link = server.printed.find((line) => line.includes("/desk/setup#")) ?? "";
  await page.goto("about:blank");
  await page.goto(`${server.address}/desk/setup${link.match(/#\S+/)?.[0]}`);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill("password1234");
  await button(page, "Create account").click();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
});

test.describe("accessibility", () => {
  test.use({ bypassCSP: true });
  test("the set-up screen is accessible on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const link = server.printed.find((line) => line.includes("/desk/setup#")) ?? "";
    await page.goto(`${server.address}/desk/setup${link.match(/#\S+/)?.[0]}`);
    await expect(page.getByLabel("Name")).toBeVisible();
    expect.soft(await axeViolations(page)).toEqual([]);
    expect.soft(await smallTargets(page)).toEqual([]);
    expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
});
