// What a screen reader says, compared with approved transcripts. `npm run approve` writes them again after an intended
// change; read the difference before you commit it.
import { winCode } from "../api-player";
import { field, newAddress, sent } from "../claim-form";
import { addStaff, codeInput, EXPECTED_API_ERRORS, newAccount } from "../desk-staff";
import {
  button,
  LEVELS,
  level,
  moveToSpot,
  openGame,
  pictureCursor,
  spots,
  TOO_FAST,
} from "../game-player";
import { setMondayMorning } from "../opening-time";
import { expect, open, test } from "../site-test";
import { ScreenReader } from "./screen-reader";

// Listening after every key press takes long on a busy machine.
test.describe.configure({ timeout: 400_000 });

// A service worker would load the screen reader's script, which only the test serves.
test.use({
  serviceWorkers: "block",
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: "reduce" },
});

test("the home page", async ({ page }) => {
  await setMondayMorning(page);
  await open(page, "/home");
  const reader = await ScreenReader.start(page);
  await reader.read("document");
  expect(reader.transcript()).toMatchSnapshot("home.txt");
});

test("the urgent questions, answered with the keyboard", async ({ page }) => {
  await setMondayMorning(page);
  await open(page, "/urgent");
  const heading = page.getByRole("heading", { level: 1 });
  const answer = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(heading).toBeFocused();
  };
  const reader = await ScreenReader.start(page);
  await reader.read("main");
  await reader.after("start the questions", async () => {
    await page.getByRole("link", { name: "Start the questions" }).focus();
    await page.keyboard.press("Enter");
    await expect(heading).toBeFocused();
  });
  await reader.read("main");
  await reader.after("answer no", () => answer("No"));
  await reader.after("answer not sure", () => answer("Not sure"));
  await reader.read("main");
  const transcript = reader.transcript([[/\d{1,2} \w+ 20\d\d, \d+:\d\d [AP]M/g, "(time)"]]);
  expect(transcript).toMatchSnapshot("urgent.txt");
});

test("the sight self-check, set up with the keyboard until booking", async ({
  page,
  browserErrors,
}) => {
  // The screen reader's own, when the dialog with the letters is removed.
  browserErrors.allow(/getElementById is not a function/);
  await open(page, "/sight-check");
  const heading = page.getByRole("heading", { level: 1 });
  const reader = await ScreenReader.start(page);
  await reader.read("main");
  const press = async (name: string) =>
    reader.after(`press ${name}`, async () => {
      await page.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect(heading).toBeFocused();
    });
  for (const name of ["Start the self-check", "No, none of these", "8 years or older"]) {
    await press(name);
  }
  await reader.read("main");
  await press("The frame fits");
  await press("Yes, it fits");
  await reader.read("main");
  await press("Somebody helps me");
  await press("Continue");
  await reader.read("main");
  await press("Start with the right eye");
  await reader.press("Escape", () => expect(heading).toHaveText("Paused"));
  await press("End without a result");
  await reader.read("main");
  expect(reader.transcript()).toMatchSnapshot("sight-check.txt");
  await page.getByRole("link", { name: "Book an eye examination" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/book");
});

test("the game, played with the keyboard to a perfect score, and the claim", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(TOO_FAST);
  const address = newAddress();
  await openGame(page);
  const reader = await ScreenReader.start(page);
  await reader.press("Tab");
  await reader.press("Enter");
  for (const [i, { heading, spots: count, button: next }] of LEVELS.entries()) {
    await expect(level(page, heading)).toBeVisible();
    await expect(spots(page)).toHaveCount(count);
    await reader.press("Tab", () => expect(pictureCursor(page)).toBeFocused());
    await reader.press("ArrowRight");
    for (const spot of await spots(page).all()) {
      await reader.after("arrow keys to a spot", () => moveToSpot(page, spot));
      await reader.press("Enter", () => expect(spot).toHaveAttribute("aria-pressed", "true"));
    }
    await reader.press("Tab", () => expect(button(page, next)).toBeFocused());
    const nextHeading = LEVELS[i + 1]?.heading ?? "Eyes like a hawk!";
    await reader.press("Enter", () => expect(level(page, nextHeading)).toBeFocused());
  }
  await reader.press("Tab", () => expect(field(page)).toBeFocused());
  await reader.after("type the address", () => page.keyboard.type(address));
  await reader.press("Enter", () => expect(sent(page)).toBeVisible());
  await reader.read("main");
  const transcript = reader.transcript([
    [address, "(address)"],
    // Two texts, because the address may break between them.
    [address.replace("@", "\n@"), "(address)"],
  ]);
  expect(transcript).toMatchSnapshot("game-and-claim.txt");
});

test("a redemption at the desk", async ({ page, browserErrors }) => {
  browserErrors.allow(EXPECTED_API_ERRORS);
  const receptionist = newAccount("desk");
  addStaff(receptionist, "desk");
  const code = await winCode();
  await page.goto("/desk");
  await expect(page.getByLabel("Name")).toBeFocused();
  const reader = await ScreenReader.start(page);
  await reader.after("type the name", () => page.keyboard.type(receptionist.name));
  await reader.press("Tab");
  await reader.after("type the password", () => page.keyboard.type(receptionist.password));
  await reader.press("Enter", () => expect(codeInput(page)).toBeFocused());
  await reader.after("type the code", async () => {
    await page.keyboard.type(code);
    await expect(button(page, "Redeem code")).toBeVisible();
  });
  await reader.press("Enter", () => expect(button(page, "Redeem code")).toBeFocused());
  await reader.press("Enter", () => expect(codeInput(page)).toBeFocused());
  // For two seconds it does nothing, against a second press.
  await expect(page.getByRole("button", { name: /^Undo/ })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await reader.read("main");
  const transcript = reader.transcript([
    [receptionist.name, "(name)"],
    [code, "(code)"],
    [/\d+:\d\d [AP]M/g, "(time)"],
    [/\d{1,2} \w+ 20\d\d/g, "(date)"],
  ]);
  expect(transcript).toMatchSnapshot("redemption.txt");
});
