// The desk from end to end: an owner hires, a visitor wins, a receptionist redeems, and the owner reads what it brought.
// One story in chapters, so they run in order.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { axeViolations, horizontalOverflow } from "./accessibility-checks";
import { addStaff, box, REFUSED, signIn, someone } from "./desk-staff";
import { button, openGame, playPerfectly, TOO_FAST } from "./game-player";
import { codesMailedTo } from "./mailed-codes";
import { expect, test } from "./site-test";

test.describe.configure({ mode: "serial", timeout: 90_000 });

const OWNER = someone("owner");
const RECEPTION = someone("desk");

const PHONE = { width: 360, height: 800 };
const DESKTOP = { width: 1440, height: 900 };

let code = "";

test.beforeAll(() => addStaff(OWNER, "owner"));

test.beforeEach(({ browserErrors }) => {
  browserErrors.allow(REFUSED);
  browserErrors.allow(TOO_FAST);
});

const verdict = (page: Page) => page.getByRole("status");
const undoButton = (page: Page) => page.getByRole("button", { name: /^Undo \(until/ });

/** Plays, claims, and reads the code in the mail. */
async function winCode(context: BrowserContext): Promise<string> {
  const address = `winner-${randomUUID().slice(0, 8)}@example.org`;
  const page = await context.newPage();
  await openGame(page);
  await playPerfectly(page);
  await page.getByLabel("Enter your email to claim 5% off:").fill(address);
  await button(page, "Send My Discount").click();
  await expect(page.getByText("Discount code sent! Check your email.")).toBeVisible({
    timeout: 20_000,
  });
  await expect.poll(() => codesMailedTo(address)).toHaveLength(1);
  await page.close();
  const [mailed = ""] = await codesMailedTo(address);
  return mailed;
}

test.describe("at a computer", () => {
  test.use({ viewport: DESKTOP });

  test("the owner adds an account for the front desk", async ({ page }) => {
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "Staff" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeFocused();

    await page.getByLabel("Name").fill(RECEPTION.name);
    await page.getByLabel("First password").fill("too short");
    await button(page, "Add the account").click();
    await expect(page.getByRole("alert")).toContainText("at least 12 characters");

    await page.getByLabel("First password").fill(RECEPTION.password);
    await button(page, "Add the account").click();
    await expect(page.getByRole("listitem").filter({ hasText: RECEPTION.name })).toContainText(
      "never signed in",
    );
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("the receptionist redeems the code of a real mail once, tries it again, and undoes it", async ({
    page,
    context,
  }) => {
    code = await winCode(context);
    await signIn(page, RECEPTION);

    await box(page).pressSequentially(code.toLowerCase().replaceAll("-", ""));
    await expect(box(page)).toHaveValue(code);
    await expect(verdict(page)).toContainText("Good until");
    await button(page, "Redeem it").tap();
    await expect(verdict(page)).toHaveText("Redeemed. Give the discount now.");
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue("");

    await box(page).fill(code);
    await expect(verdict(page)).toContainText(`by ${RECEPTION.name}.`);
    await expect(page.getByText("Used", { exact: true })).toBeVisible();
    await expect(button(page, "Redeem it")).toHaveCount(0);

    await undoButton(page).tap();
    await expect(verdict(page)).toContainText("The redemption is undone. Good until");
    await expect(button(page, "Redeem it")).toBeVisible();
  });

  test("a slip, a code never given out, and no code at all are told apart", async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 404 .*\/api\/desk\/codes\//);
    await signIn(page, RECEPTION);
    const last = code.at(-1) === "A" ? "B" : "A";
    await box(page).fill(code.slice(0, -1) + last);
    await expect(verdict(page)).toContainText("One character looks wrong");
    await box(page).fill("EYE5-0000-0000");
    await expect(verdict(page)).toContainText("Unknown");
    await box(page).fill("hello");
    await page.keyboard.press("Enter");
    await expect(verdict(page)).toContainText("Not a code");
    await expect(box(page)).toBeFocused();
  });

  test("the answer and its button stay above a phone's keyboard", async ({ page }) => {
    await page.setViewportSize({ width: PHONE.width, height: 500 });
    await signIn(page, RECEPTION);
    await box(page).fill(code);
    await expect(button(page, "Redeem it")).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("the mail's QR code is read by the camera, and the camera goes off", async ({ page }) => {
    // No camera here, and not every browser reads QR codes: a picture stands in for the one, a stub for the other.
    await page.addInitScript((text) => {
      const tracks: MediaStreamTrack[] = [];
      const film = async () => {
        const canvas = document.createElement("canvas");
        const stream = canvas.captureStream();
        setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, 9, 9), 50);
        tracks.push(...stream.getTracks());
        return stream;
      };
      class BarcodeDetector {
        detect = async () => [{ rawValue: text }];
      }
      Object.assign(window, { BarcodeDetector, tracks });
      Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: film } });
    }, code);
    await signIn(page, RECEPTION);
    await button(page, "Scan").tap();
    await expect(box(page)).toHaveValue(code);
    await expect(button(page, "Redeem it")).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const states = await page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
    );
    expect(states).toEqual(["ended"]);
  });

  test("a session that ends asks to sign in again and keeps what was typed", async ({
    page,
    context,
  }) => {
    await signIn(page, RECEPTION);
    await box(page).fill("EYE5-ABCD");
    await context.clearCookies();
    await page.keyboard.press("Enter");
    await expect(page.getByText("what you typed is still here")).toBeVisible();
    await page.getByLabel("Password").fill(RECEPTION.password);
    await page.keyboard.press("Enter");
    await expect(box(page)).toHaveValue("EYE5-ABCD");
    await expect(box(page)).toBeFocused();
  });

  test("a cookie is worth nothing after signing out", async ({ page, context }) => {
    await signIn(page, RECEPTION);
    const stolen = await context.cookies();
    await button(page, "Sign out").tap();
    await expect(page.getByLabel("Password")).toBeVisible();
    await context.addCookies(stolen);
    expect((await context.request.get("/api/desk/me")).status()).toBe(401);
  });

  test("a receptionist has no way to the owner's screens", async ({ page, context }) => {
    await signIn(page, RECEPTION);
    await page.goto("/desk/people");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Redeem a code");
    expect((await context.request.get("/api/desk/people")).status()).toBe(403);
  });
});

test.describe("with the keyboard alone", () => {
  test.use({ viewport: DESKTOP });

  test("sign in, redeem, and be ready for the next patient", async ({ page }) => {
    await page.goto("/desk");
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.keyboard.type(RECEPTION.name);
    await page.keyboard.press("Tab");
    await page.keyboard.type(RECEPTION.password);
    await page.keyboard.press("Enter");
    await expect(box(page)).toBeFocused();

    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(button(page, "Redeem it")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(verdict(page)).toContainText("Redeemed");
    await expect(box(page)).toBeFocused();
  });

  test("a dash never traps the caret", async ({ page }) => {
    await signIn(page, RECEPTION);
    await page.keyboard.type("eye5abcd");
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await expect(box(page)).toHaveValue("EYEA-BCD");
    await page.keyboard.type("5");
    await expect(box(page)).toHaveValue("EYE5-ABCD");
    await page.keyboard.type("X");
    await expect(box(page)).toHaveValue("EYE5-XABC-D");
  });
});

test.describe("the owner", () => {
  test.use({ viewport: DESKTOP });

  test("reads the funnel as charts and as a table", async ({ page }) => {
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "Funnel" }).click();
    const steps = page.getByRole("table").first();
    for (const step of ["Games started", "Finished", "Perfect", "Codes claimed", "Redeemed"]) {
      const row = steps.getByRole("row", { name: step });
      await expect(row.getByRole("cell").first()).toHaveText(/^[1-9]\d*$/);
    }
    await expect(page.getByRole("img", { name: /^Redeemed by day, \d+ in all/ })).toBeVisible();
    await page.getByText("The same as a table").click();
    await expect(page.getByRole("table", { name: "The funnel by day" })).toBeVisible();
    await page.getByRole("radio", { name: "By week" }).check();
    await expect(page.getByRole("table", { name: "The funnel by week" })).toBeVisible();
    await expect(page.getByRole("table", { name: /^Level 3/ })).toBeVisible();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download as CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  test("finds a person by code, opens the address, and erases it when asked", async ({
    page,
    context,
  }) => {
    const theirs = await winCode(context);
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "People" }).click();
    await page.getByLabel("Find by code or e-mail address").fill(theirs);
    await button(page, "Find").click();
    await expect(page.getByText("One person.")).toBeVisible();
    await expect(page.getByText(/winner-.*@example\.org/)).toHaveCount(0);
    await page.locator("summary").click();
    await button(page, "Show the address").click();
    await expect(page.getByText(/winner-.*@example\.org/)).toBeVisible();

    await button(page, "Extend").click();
    await button(page, "Extend it").click();
    await expect(page.getByText("Extended by 30 days.")).toBeVisible();

    await button(page, "Erase").click();
    await button(page, "Leave it").click();
    await expect(button(page, "Erase")).toBeFocused();
    await button(page, "Erase").click();
    await button(page, "Erase for good").click();
    await expect(page.getByText(`${theirs} and its address are erased.`)).toBeVisible();
    await expect(page.getByText("Nobody.")).toBeVisible();

    await page.getByRole("link", { name: "Audit" }).click();
    await expect(page.getByText(`${OWNER.name} opened the address of ${theirs}`)).toBeVisible();
  });

  test("reads a sent mail and tries the mail settings", async ({ page }) => {
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "Mail room" }).click();
    await page.getByRole("radio", { name: "Sent" }).check();
    await button(page, "Read").first().click();
    await expect(page.getByRole("dialog")).toContainText("Subject:");
    await page.keyboard.press("Escape");
    await page.getByLabel("Send a test message to").fill("owner@example.org");
    await button(page, "Send the test").click();
    await expect(page.getByText("The mail server took it.")).toBeVisible();
  });
});

test.describe("for poor sight", () => {
  // The rules are run as a script of their own, which the site's policy rightly forbids.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

  const screens = ["people", "funnel", "mail", "staff", "audit", "account"];

  for (const colorScheme of ["light", "dark"] as const) {
    for (const [device, viewport] of [
      ["a phone", PHONE],
      ["a computer", DESKTOP],
    ] as const) {
      test.describe(`in the ${colorScheme} theme on ${device}`, () => {
        test.use({ colorScheme, viewport });

        test("axe finds nothing on any screen", async ({ page }) => {
          await page.goto("/desk");
          await expect(page.getByLabel("Name")).toBeFocused();
          expect(await axeViolations(page)).toEqual([]);
          await signIn(page, OWNER);
          expect(await axeViolations(page)).toEqual([]);
          for (const typed of [code, `${code.slice(0, -1)}?`]) {
            await box(page).fill(typed);
            await page.keyboard.press("Enter");
            await expect(verdict(page)).toContainText(/Used|Not a code/);
            expect(await axeViolations(page)).toEqual([]);
          }
          for (const screen of screens) {
            await page.goto(`/desk/${screen}`);
            await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
            await expect(page.getByText("Loading...")).toHaveCount(0);
            for (const more of await page.locator("main summary").all()) await more.click();
            expect(await axeViolations(page), screen).toEqual([]);
          }
        });
      });
    }
  }

  test.describe("enlarged", () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test("no screen needs sideways scrolling at 400 % zoom, with the largest text", async ({
      page,
    }) => {
      await page.addInitScript(() => localStorage.setItem("text", "largest"));
      await signIn(page, OWNER);
      for (const screen of ["", ...screens]) {
        await page.goto(`/desk/${screen}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
        await expect(page.getByText("Loading...")).toHaveCount(0);
        expect(await horizontalOverflow(page), screen).toBeLessThanOrEqual(0);
      }
    });
  });
});
