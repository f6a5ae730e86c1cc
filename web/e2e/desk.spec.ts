// The desk from end to end: an owner invites a colleague, a visitor wins a code, a receptionist redeems it, the owner reads the
// statistics. The tests build on each other and run in order.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import encodeQR from "qr";
import { axeViolations, horizontalOverflow } from "./accessibility-checks";
import {
  addStaff,
  codeInput,
  EXPECTED_API_ERRORS,
  letConfirmationExpire,
  newAccount,
  signIn,
} from "./desk-staff";
import { button, openGame, playPerfectly, TOO_FAST } from "./game-player";
import { codesMailedTo } from "./mailed-codes";
import { expect, test } from "./site-test";

test.describe.configure({ mode: "serial" });

const OWNER = newAccount("owner");
const RECEPTIONIST = newAccount("desk");

const PHONE = { width: 360, height: 800 };
const DESKTOP = { width: 1440, height: 900 };

let code = "";

test.beforeAll(() => addStaff(OWNER, "owner"));

test.beforeEach(({ browserErrors }) => {
  browserErrors.allow(EXPECTED_API_ERRORS);
  browserErrors.allow(TOO_FAST);
});

const verdict = (page: Page) => page.getByRole("status");
const undoButton = (page: Page) => page.getByRole("button", { name: /^Undo \(until/ });

/** Plays the game, claims the discount and returns the code from the email. */
async function winCode(
  context: BrowserContext,
  address = `winner-${randomUUID().slice(0, 8)}@example.org`,
): Promise<string> {
  const page = await context.newPage();
  await openGame(page);
  await playPerfectly(page);
  await page.getByLabel("Enter your email to claim 5% off:").fill(address);
  await button(page, "Send My Discount").click();
  await expect(page.getByText("Discount code sent! Check your email.")).toBeVisible();
  await expect.poll(() => codesMailedTo(address)).toHaveLength(1);
  await page.close();
  const [wonCode = ""] = await codesMailedTo(address);
  return wonCode;
}

/** Replaces the camera by a canvas that shows a QR code. */
async function fakeCamera(page: Page, text: string): Promise<void> {
  await page.addInitScript(
    (modules) => {
      const scale = 8;
      const tracks: MediaStreamTrack[] = [];
      const getUserMedia = async () => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = modules.length * scale;
        const context = canvas.getContext("2d");
        const draw = () => {
          if (!context) return;
          context.fillStyle = "white";
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.fillStyle = "black";
          for (const [y, row] of modules.entries()) {
            for (const [x, isDark] of row.entries()) {
              if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
            }
          }
        };
        draw();
        const stream = canvas.captureStream();
        // A captured canvas gives a new frame only after it was drawn on.
        setInterval(draw, 50);
        tracks.push(...stream.getTracks());
        return stream;
      };
      Object.assign(window, { tracks });
      Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia } });
    },
    encodeQR(text, "raw", { border: 4 }),
  );
}

const cameraStates = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
  );

test.describe("at a computer", () => {
  test.use({ viewport: DESKTOP });

  test("the owner invites a colleague, who opens the link on a phone and chooses a password", async ({
    page,
  }) => {
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "Staff" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeFocused();
    const account = page.getByRole("listitem").filter({ hasText: RECEPTIONIST.name });

    await page.getByLabel("Name").fill(RECEPTIONIST.name);
    await button(page, "Create invitation").click();
    await expect(
      page.getByRole("heading", { name: `Invitation for ${RECEPTIONIST.name}` }),
    ).toBeFocused();
    await expect(account).toContainText("Invited, link valid until");
    const link = page.getByText(/\/desk\/reset-password#/);
    const replaced = (await link.textContent()) ?? "";
    await button(page, `New link for ${RECEPTIONIST.name}`).click();
    await expect(link).not.toHaveText(replaced);
    const address = (await link.textContent()) ?? "";
    await button(page, "Sign out").click();
    await expect(button(page, "Sign in")).toBeVisible();

    await page.setViewportSize(PHONE);
    await page.goto(replaced);
    await expect(page.getByRole("alert")).toContainText("Please ask an owner for a new link.");
    // Another fragment alone does not load the page again.
    await page.goto("about:blank");
    await page.goto(address);
    await expect(
      page.getByRole("heading", { name: `Welcome, ${RECEPTIONIST.name}` }),
    ).toBeVisible();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByLabel("Password").fill("too short");
    await button(page, "Save password").click();
    await expect(
      page.getByText("Please choose a password of at least 12 characters"),
    ).toBeVisible();
    await page.getByLabel("Password").fill(RECEPTIONIST.password);
    await button(page, "Save password").click();
    // The chosen password signs in at once, and from now on.
    await expect(codeInput(page)).toBeVisible();
    await page.context().clearCookies();
    await signIn(page, RECEPTIONIST);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a receptionist redeems an emailed code once, sees it as used, and undoes it", async ({
    page,
    context,
  }) => {
    code = await winCode(context);
    await signIn(page, RECEPTIONIST);

    await codeInput(page).pressSequentially(code.toLowerCase().replaceAll("-", ""));
    await expect(codeInput(page)).toHaveValue(code);
    await expect(verdict(page)).toContainText("Valid until");
    await button(page, "Redeem code").tap();
    await expect(verdict(page)).toHaveText("Redeemed. Give 5% off now.");
    await expect(codeInput(page)).toBeFocused();
    await expect(codeInput(page)).toHaveValue("");

    await codeInput(page).fill(code);
    await expect(verdict(page)).toContainText("by you.");
    await expect(page.getByText("Used", { exact: true })).toBeVisible();
    await expect(button(page, "Redeem code")).toHaveCount(0);

    await expect(undoButton(page)).not.toHaveAttribute("aria-disabled", "true");
    await undoButton(page).tap();
    await expect(verdict(page)).toContainText("Redemption undone. Give no discount.");
    await expect(button(page, "Redeem code")).toHaveCount(0);
  });

  test('a double tap on "Redeem code" redeems and does not undo', async ({ page }) => {
    await page.clock.install();
    await signIn(page, RECEPTIONIST);
    await codeInput(page).fill(code);
    const box = await button(page, "Redeem code").boundingBox();
    if (!box) throw new Error("the button is not visible");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.touchscreen.tap(x, y);
    await expect(verdict(page)).toHaveText("Redeemed. Give 5% off now.");
    await page.clock.runFor(60);
    await page.touchscreen.tap(x, y);
    const undoBox = await undoButton(page).boundingBox();
    expect(undoBox?.y).toBeGreaterThan(box.y + box.height);
    await codeInput(page).fill(code);
    await expect(verdict(page)).toContainText("Used. Used today at");
    // Leaves the code unused for the next test.
    await expect(undoButton(page)).not.toHaveAttribute("aria-disabled", "true");
    await undoButton(page).tap();
    await expect(verdict(page)).toContainText("Redemption undone");
  });

  test("a mistyped code, an unknown code and other text get different verdicts", async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 404 .*\/api\/desk\/codes\//);
    await signIn(page, RECEPTIONIST);
    const last = code.at(-1) === "A" ? "B" : "A";
    await codeInput(page).fill(code.slice(0, -1) + last);
    await expect(verdict(page)).toContainText("One character looks wrong");
    await codeInput(page).fill("EYE5-0000-0000");
    await expect(verdict(page)).toContainText("Code not found");
    await codeInput(page).fill("hello");
    await page.keyboard.press("Enter");
    await expect(verdict(page)).toContainText("Not a discount code");
    await expect(codeInput(page)).toBeFocused();
  });

  test("the verdict and its button fit above the keyboard of a phone", async ({ page }) => {
    await page.setViewportSize({ width: PHONE.width, height: 500 });
    await signIn(page, RECEPTIONIST);
    await codeInput(page).fill(code);
    await expect(button(page, "Redeem code")).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("BarcodeDetector reads the QR code of the email, and the camera is turned off", async ({
    page,
  }) => {
    await page.addInitScript((text) => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ["qr_code"];
        detect = async () => [{ rawValue: text }];
      }
      Object.assign(window, { BarcodeDetector });
    }, code);
    await fakeCamera(page, "any other QR code");
    await signIn(page, RECEPTIONIST);
    await button(page, "Scan").tap();
    await expect(codeInput(page)).toHaveValue(code);
    await expect(button(page, "Redeem code")).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => cameraStates(page)).toEqual(["ended"]);
  });

  test("without BarcodeDetector the QR code is decoded by the library", async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { BarcodeDetector: undefined }));
    await fakeCamera(page, code);
    await signIn(page, RECEPTIONIST);
    await button(page, "Scan").tap();
    await expect(codeInput(page)).toHaveValue(code);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => cameraStates(page)).toEqual(["ended"]);
  });

  test("an expired session asks to sign in again and keeps what was typed", async ({
    page,
    context,
  }) => {
    await signIn(page, RECEPTIONIST);
    await codeInput(page).fill("EYE5-ABCD");
    await context.clearCookies();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your session has expired. Please sign in again.")).toBeVisible();
    await page.getByLabel("Password").fill(RECEPTIONIST.password);
    await page.keyboard.press("Enter");
    await expect(codeInput(page)).toHaveValue("EYE5-ABCD");
    await expect(codeInput(page)).toBeFocused();
  });

  test("a copied session cookie does not work after signing out", async ({ page, context }) => {
    await signIn(page, RECEPTIONIST);
    const copiedCookies = await context.cookies();
    await button(page, "Menu").tap();
    await button(page, "Sign out").tap();
    await expect(page.getByLabel("Password")).toBeVisible();
    await context.addCookies(copiedCookies);
    expect((await context.request.post("/api/desk/codes/look-up")).status()).toBe(401);
    expect((await context.request.get("/api/desk/me")).status()).toBe(204);
  });

  test("a receptionist cannot open the owner's screens or their data", async ({
    page,
    context,
  }) => {
    await signIn(page, RECEPTIONIST);
    await page.goto("/desk/people");
    await expect(page.getByRole("heading", { name: "This page is for owners" })).toBeVisible();
    expect((await context.request.get("/api/desk/staff")).status()).toBe(403);
  });
});

test("a tab notices that another account has signed in in another tab", async ({
  page,
  context,
}) => {
  await signIn(page, RECEPTIONIST);
  const otherTab = await context.newPage();
  await otherTab.goto("/desk");
  await button(otherTab, "Sign out").click();
  await expect(page.getByLabel("Password"), "signed out here as well").toBeVisible();
  await signIn(page, RECEPTIONIST);
  await expect(codeInput(otherTab), "signed in there as well").toBeVisible();
  // As after a sign-in in a tab that this one did not hear of.
  await context.clearCookies();
  await signIn(otherTab, OWNER);
  await expect(page.getByRole("heading", { name: "Another account is signed in" })).toBeVisible();
  await button(page, `Continue as ${OWNER.name}`).click();
  await expect(codeInput(page)).toBeFocused();
});

test.describe("with the keyboard alone", () => {
  test.use({ viewport: DESKTOP });

  test("a code scanned while the redeem button has focus replaces the one before", async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 404 .*\/api\/desk\/codes\//);
    await signIn(page, RECEPTIONIST);
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(button(page, "Redeem code")).toBeFocused();
    await page.keyboard.type("EYE5-0000-0000");
    await page.keyboard.press("Enter");
    await expect(codeInput(page)).toHaveValue("EYE5-0000-0000");
    await expect(verdict(page)).toContainText("Code not found");
    await codeInput(page).fill(code);
    await expect(verdict(page)).toContainText("Valid until");
  });

  test("sign in, redeem a code, and the field is ready for the next one", async ({ page }) => {
    await page.goto("/desk");
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.keyboard.type(RECEPTIONIST.name);
    await page.keyboard.press("Tab");
    await page.keyboard.type(RECEPTIONIST.password);
    await page.keyboard.press("Enter");
    await expect(codeInput(page)).toBeFocused();

    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(button(page, "Redeem code")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(verdict(page)).toContainText("Redeemed");
    await expect(codeInput(page)).toBeFocused();
  });

  test("Backspace on a dash deletes the character before it", async ({ page }) => {
    await signIn(page, RECEPTIONIST);
    await page.keyboard.type("eye5abcd");
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await expect(codeInput(page)).toHaveValue("EYEA-BCD");
    await page.keyboard.type("5");
    await expect(codeInput(page)).toHaveValue("EYE5-ABCD");
    await page.keyboard.type("X");
    await expect(codeInput(page)).toHaveValue("EYE5-XABC-D");
  });
});

test.describe("the owner", () => {
  test.use({ viewport: DESKTOP });

  test("reads the statistics as charts and as a table", async ({ page }) => {
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "Statistics" }).click();
    const steps = page.getByRole("table").first();
    for (const step of [
      "Games started",
      "Games finished",
      "Perfect scores",
      "Codes claimed",
      "Codes redeemed",
    ]) {
      const row = steps.getByRole("row", { name: step });
      await expect(row.getByRole("cell").first()).toHaveText(/^[1-9]\d*$/);
    }
    await expect(
      page.getByRole("img", { name: /^Codes redeemed by day, \d+ in total/ }),
    ).toBeVisible();
    await page.getByText("Show as a table").click();
    await expect(page.getByRole("table", { name: "Numbers by day" })).toBeVisible();
    await page.getByRole("radio", { name: "By week" }).check();
    await expect(page.getByRole("table", { name: "Numbers by week" })).toBeVisible();
    await expect(page.getByRole("table", { name: /^Level 3/ })).toBeVisible();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download as CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  test("finds a mistyped address by its beginning, corrects it, and a receptionist sends it again", async ({
    page,
    context,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 429 .*\/api\/desk\/addresses\/resend/);
    const name = `winner-${randomUUID().slice(0, 8)}`;
    const wonCode = await winCode(context, `${name}@exmaple.org`);
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "People" }).click();
    await page.getByLabel("Find by code or email address").fill(`${name}@`);
    await button(page, "Find").click();
    await expect(page.getByText("1 person.")).toBeVisible();
    await page.locator("summary").click();
    await button(page, "Correct address").click();
    await page.getByLabel("New email address").fill(`${name}@example.org`);
    await page.keyboard.press("Enter");
    await expect(page.getByText("The address has been corrected.")).toBeVisible();
    await expect.poll(() => codesMailedTo(`${name}@example.org`)).toEqual([wonCode]);
    await button(page, "Sign out").click();
    await expect(button(page, "Sign in")).toBeVisible();

    await signIn(page, RECEPTIONIST);
    await page.getByRole("link", { name: "Patient got no email?" }).click();
    await page.getByLabel("Email address").fill(`${name}@exmaple.org`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "No code for this address" })).toBeVisible();
    await page.getByLabel("Email address").fill(`${name}@example.org`);
    await page.keyboard.press("Enter");
    await expect(page.getByText("The mail server accepted the email.")).toBeVisible();
    await expect(page.getByText(wonCode)).toHaveCount(0);
    await button(page, "Send email again").click();
    await expect(page.getByRole("alert")).toContainText("sent a few minutes ago");
  });

  test("finds a person by code, shows the email address, and erases the person", async ({
    page,
    context,
  }) => {
    const wonCode = await winCode(context);
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "People" }).click();
    await page.getByLabel("Find by code or email address").fill(wonCode);
    await button(page, "Find").click();
    await expect(page.getByText("1 person.")).toBeVisible();
    await expect(page.getByText(/winner-.*@example\.org/)).toHaveCount(0);
    await page.locator("summary").click();
    await button(page, "Show email address").click();
    await expect(page.getByText(/winner-.*@example\.org/)).toBeVisible();

    await button(page, "Extend").click();
    await button(page, "Extend code").click();
    await expect(page.getByText("Extended by 30 days.")).toBeVisible();

    await button(page, "Stored data").click();
    await button(page, "Cancel").click();
    await expect(button(page, "Stored data")).toBeFocused();
    await button(page, "Stored data").click();
    await button(page, "Erase permanently").click();
    await expect(page.getByText("The data has been erased.")).toBeVisible();
    await expect(page.getByText("No one found.")).toBeVisible();

    await page.getByRole("link", { name: "Audit log" }).click();
    await expect(
      page.getByText(`${OWNER.name} viewed the email address of ${wonCode}`),
    ).toBeVisible();
  });

  test("reads a sent email and tests the email settings", async ({ page }) => {
    await signIn(page, OWNER);
    await page.getByRole("link", { name: "Emails" }).click();
    await page.getByRole("radio", { name: "Sent" }).check();
    await button(page, "Read").first().click();
    await expect(page.getByRole("dialog")).toContainText("Subject:");
    await page.keyboard.press("Escape");
    await page.getByLabel("Send a test email to").fill("owner@example.org");
    await button(page, "Send test email").click();
    await expect(page.getByText("The mail server accepted it.")).toBeVisible();
  });
});

test.describe("accessibility", () => {
  // axe is injected as an inline script, which the CSP forbids.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

  const screens = [
    "resend",
    "appointments",
    "reminders",
    "people",
    "statistics",
    "emails",
    "staff",
    "audit",
    "account",
  ];

  for (const [device, viewport] of [
    ["a phone", PHONE],
    ["a computer", DESKTOP],
  ] as const) {
    test.describe(`on ${device}`, () => {
      test.use({ viewport });

      test("axe finds no violations on any screen", async ({ page, browserErrors }) => {
        browserErrors.allow(/status of 403 .*\/api\/desk\/staff/);
        await page.goto("/desk");
        await expect(page.getByLabel("Name")).toBeFocused();
        expect(await axeViolations(page)).toEqual([]);
        await signIn(page, OWNER);
        expect(await axeViolations(page)).toEqual([]);
        for (const typed of [code, `${code.slice(0, -1)}?`]) {
          await codeInput(page).fill(typed);
          await page.keyboard.press("Enter");
          await expect(verdict(page)).toContainText(/Used|One character looks wrong/);
          expect(await axeViolations(page)).toEqual([]);
        }
        for (const screen of screens) {
          await page.goto(`/desk/${screen}`);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(page.getByText("Loading...")).toHaveCount(0);
          for (const summary of await page.locator("main summary").all()) await summary.click();
          expect(await axeViolations(page), screen).toEqual([]);
        }
        letConfirmationExpire(OWNER);
        await page.goto("/desk/staff");
        await page.getByLabel("Name").fill(newAccount("invited").name);
        await button(page, "Create invitation").click();
        await expect(page.getByLabel("Your password")).toBeFocused();
        expect(await axeViolations(page), "confirmation").toEqual([]);
        await page.keyboard.type(OWNER.password);
        await page.keyboard.press("Enter");
        const link = page.getByText(/\/desk\/reset-password#/);
        await expect(link).toBeVisible();
        expect(await axeViolations(page), "invitation").toEqual([]);
        await page.goto((await link.textContent()) ?? "");
        await expect(page.getByRole("heading", { name: /^Welcome, invited/ })).toBeVisible();
        expect(await axeViolations(page), "link of the invitation").toEqual([]);
      });
    });
  }

  test.describe("enlarged", () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test("no screen scrolls sideways at 400% zoom with the largest text", async ({ page }) => {
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
