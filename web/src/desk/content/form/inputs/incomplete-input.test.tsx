import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { definitions } from "../../../../generated/definitions";
import {
  bodiesOf,
  button,
  contentList,
  describedBy,
  dialog,
  errorResponse,
  findDialog,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../../testing/desk-harness";
import { owner } from "../../../testing/samples";

setUpDesk();

const SAVE = "PUT content/clinic.toml";
const TEXT = `code_days = 90

[hours]
monday = "08:00-18:00"

[[closures]]
date = 2026-12-25
reason = "Christmas"
`;

const CLINIC = {
  path: "clinic.toml",
  kind: "clinic",
  state: "published",
  version: "one",
  text: TEXT,
  published: TEXT,
  definition: definitions["clinic.toml"],
  tree: null,
  problems: [],
  isOutdated: false,
  savedBy: null,
  savedAt: null,
};

beforeEach(() => {
  localStorage.clear();
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    "GET content/clinic.toml": json(CLINIC),
    [SAVE]: json({ version: "two", problems: [] }),
  });
});

/** As browsers do for "12e" or half of a date: there is something in the field, and its value is empty. */
function typeIncomplete(input: HTMLInputElement): void {
  Object.defineProperty(input, "validity", { configurable: true, value: { badInput: true } });
  fireEvent.input(input, { target: { value: "" } });
}

function typeComplete(input: HTMLInputElement, value: string): void {
  Object.defineProperty(input, "validity", { configurable: true, value: { badInput: false } });
  fireEvent.input(input, { target: { value } });
}

function leavingWarns(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

const DAYS = "Days that a discount code is valid (optional)";
const fields: readonly (readonly [
  screen: string,
  label: string,
  complete: string,
  saved: string,
])[] = [
  ["facts", DAYS, "60", "code_days = 60"],
  ["hours", "Day", "2026-12-24", "date = 2026-12-24"],
  ["hours", "Opens", "09:00", 'monday = "09:00-18:00"'],
];

async function open(part: string, label: string): Promise<HTMLInputElement> {
  await openDesk(owner, `/desk/content/clinic/${part}`);
  if (label === "Day") fireEvent.click(await screen.findByText(/^Closure 1/));
  const [input] = await screen.findAllByLabelText<HTMLInputElement>(label);
  return input as HTMLInputElement;
}

test.each(fields)(
  "on the screen %s, half of “%s” does not delete what the file has",
  async (part, label, complete, saved) => {
    const input = await open(part, label);
    typeIncomplete(input);
    expect(describedBy(input)).toContain("Not saved:");
    expect(await screen.findByText(/^Not saved: a number, a date or a time/)).toBeTruthy();
    expect(button("Published").hasAttribute("disabled")).toBe(true);
    expect(leavingWarns()).toBe(true);
    typeComplete(input, complete);
    expect(describedBy(input)).not.toContain("Not saved:");
    expect(await screen.findByText("Everything is saved.")).toBeTruthy();
    // Only the complete value was ever sent.
    expect(bodiesOf(SAVE)).toHaveLength(1);
    expect(JSON.stringify(bodiesOf(SAVE))).toContain(JSON.stringify(saved).slice(1, -1));
    expect(leavingWarns()).toBe(false);
  },
);

test("a field that is emptied after that is empty in the file", async () => {
  const input = await open("facts", DAYS);
  typeIncomplete(input);
  typeComplete(input, "");
  await expect.poll(() => bodiesOf(SAVE).length).toBe(1);
  expect(JSON.stringify(bodiesOf(SAVE))).not.toContain("code_days");
});

/** As Chromium does while the value stays empty: it sends no event of the input. */
function pressKey(input: HTMLInputElement, badInput: boolean): void {
  Object.defineProperty(input, "validity", { configurable: true, value: { badInput } });
  fireEvent.keyUp(input);
}

test("half of a date in an empty field counts, until it is removed", async () => {
  await open("hours", "Day");
  await press("Add a closure");
  const [, day] = await screen.findAllByLabelText<HTMLInputElement>("Day");
  const input = day as HTMLInputElement;
  pressKey(input, true);
  expect(describedBy(input)).toContain("Not saved:");
  await screen.findByText(/^Not saved: a number/);
  expect(leavingWarns()).toBe(true);
  pressKey(input, false);
  expect(describedBy(input)).not.toContain("Not saved:");
  await screen.findByText("Everything is saved.");
});

test("a date whose parts are all removed is empty in the file", async () => {
  const input = await open("hours", "Day");
  typeIncomplete(input);
  pressKey(input, false);
  expect(describedBy(input)).not.toContain("Not saved:");
  await expect.poll(() => bodiesOf(SAVE).length).toBe(1);
  expect(JSON.stringify(bodiesOf(SAVE))).not.toContain("2026-12-25");
});

test("signing out names the document first", async () => {
  typeIncomplete(await open("facts", DAYS));
  await screen.findByText(/^Not saved: a number/);
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  expect(question.getByText("clinic.toml")).toBeTruthy();
  expect(requests).not.toContain("POST logout");
});

const shownHeading = () => screen.getByRole("heading", { level: 1 }).textContent;
const QUESTION = "Leave without saving?";

test("a link of the desk asks before it loses half of a number, and staying keeps it", async () => {
  const input = await open("facts", DAYS);
  const heading = shownHeading();
  typeIncomplete(input);
  await screen.findByText(/^Not saved: a number/);
  const link = screen.getByRole("link", { name: "All content" });
  fireEvent.click(link);
  const question = await findDialog(QUESTION);
  expect(question.getByText(/^A number, a date or a time is not complete/)).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(question.getByRole("button", { name: "Stay" })),
  );
  fireEvent.click(question.getByRole("button", { name: "Stay" }));
  expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
  expect(shownHeading()).toBe(heading);
  expect(location.pathname).toBe("/desk/content/clinic/facts");
  expect(input.isConnected).toBe(true);
  expect(describedBy(input)).toContain("Not saved:");
  fireEvent.click(link);
  fireEvent.click((await findDialog(QUESTION)).getByRole("button", { name: "Leave" }));
  await screen.findByRole("heading", { level: 1, name: "Content" });
  expect(location.pathname).toBe("/desk/content");
  expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
});

test("the browser's Back asks too, and goes back after that", async () => {
  await openDesk(owner, "/desk/content");
  history.pushState(null, "", "/desk/content/clinic/facts");
  const [input] = await screen.findAllByLabelText<HTMLInputElement>(DAYS);
  typeIncomplete(input as HTMLInputElement);
  await screen.findByText(/^Not saved: a number/);
  for (const answer of ["Stay", "Leave"]) {
    act(() => history.back());
    const question = await findDialog(QUESTION);
    expect(input?.isConnected).toBe(true);
    expect(location.pathname).toBe("/desk/content/clinic/facts");
    fireEvent.click(question.getByRole("button", { name: answer }));
  }
  await screen.findByRole("heading", { level: 1, name: "Content" });
  expect(location.pathname).toBe("/desk/content");
});

test("nothing is asked inside of the screen, nor when the number is complete", async () => {
  const input = await open("facts", DAYS);
  typeIncomplete(input);
  await screen.findByText(/^Not saved: a number/);
  act(() => history.pushState(null, "", "/desk/content/clinic/facts?line=1"));
  act(() => history.back());
  await expect.poll(() => location.search).toBe("");
  expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull();
  typeComplete(input, "60");
  fireEvent.click(screen.getByRole("link", { name: "All content" }));
  await screen.findByRole("heading", { level: 1, name: "Content" });
});

test("a device without room: leaving the screen asks, and the words are there again in this tab", async () => {
  respond({ [SAVE]: () => errorResponse(500, "internal", "The disk is full.") });
  const input = await open("facts", DAYS);
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: full, removeItem: () => {} });
  typeComplete(input, "60");
  await screen.findByText(/^Not saved, also not on this device/);
  fireEvent.click(screen.getByRole("link", { name: "All content" }));
  const question = await findDialog(QUESTION);
  expect(question.getByText(/only this tab has them, until it is closed/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Leave" }));
  await screen.findByRole("heading", { level: 1, name: "Content" });
  expect(leavingWarns()).toBe(true);
  act(() => history.back());
  await expect.poll(() => screen.queryAllByLabelText<HTMLInputElement>(DAYS)[0]?.value).toBe("60");
});

test("a newer text is not offered while showing it would lose half of a number", async () => {
  const input = await open("facts", DAYS);
  respond({
    "GET content/clinic.toml": json({ ...CLINIC, version: "two", text: `${TEXT}# Newer\n` }),
  });
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  await screen.findByText("There is a newer text");
  typeIncomplete(input);
  await screen.findByText(/^Not saved: a number/);
  expect(screen.queryByText("There is a newer text")).toBeNull();
  typeComplete(input, "90");
  await screen.findByText("There is a newer text");
});

/** As the browser does when the line of an entry is pressed. */
function toggle(closure: RegExp): void {
  fireEvent.click(screen.getByText(closure));
}

async function expectStillHalf(input: HTMLInputElement): Promise<void> {
  expect(input.isConnected).toBe(true);
  expect(describedBy(input)).toContain("Not saved:");
  // After the rest is saved.
  await screen.findByText(/^Not saved: a number, a date or a time/);
}

test("half of a date stays when its entry is closed, and when others are added and removed", async () => {
  const input = await open("hours", "Day");
  typeIncomplete(input);
  await screen.findByText(/^Not saved: a number/);
  toggle(/^Closure 1/);
  await expect.poll(() => input.closest("details")?.open).toBe(false);
  await expectStillHalf(input);
  toggle(/^Closure 1/);
  await press("Add a closure");
  await screen.findByText(/^Closure 2/);
  await expectStillHalf(input);
  await press("Add a closure");
  await screen.findByText(/^Closure 3/);
  // Two entries with the same content: the one that is removed goes.
  const [, , third] = screen.getAllByLabelText<HTMLInputElement>("Day");
  typeIncomplete(third as HTMLInputElement);
  await press("Remove closure 2");
  expect(screen.queryByText(/^Closure 3/)).toBeNull();
  await expectStillHalf(input);
  await expectStillHalf(third as HTMLInputElement);
  typeComplete(input, "2026-12-24");
  typeComplete(third as HTMLInputElement, "2026-12-31");
  await screen.findByText("Everything is saved.");
  const { text } = bodiesOf(SAVE).at(-1) as { text: string };
  expect(text.match(/date = .*/g)).toEqual(["date = 2026-12-24", "date = 2026-12-31"]);
});

/** A colleague has saved this text before the next save, and nothing after it. */
function respondWithTheirs(text: string): void {
  let isFirst = true;
  respond({
    [SAVE]: () => {
      if (!isFirst) return Response.json({ version: "three", problems: [] });
      isFirst = false;
      const conflict = { version: "two", text, savedBy: "asha" };
      return Response.json({ error: { code: "stale", message: "No.", conflict } }, { status: 412 });
    },
  });
}

test("half of a date stays in its entry when a closure of a colleague is merged", async () => {
  const input = await open("hours", "Day");
  typeIncomplete(input);
  await screen.findByText(/^Not saved: a number/);
  const theirs = TEXT.replace(
    "[[closures]]",
    '[[closures]]\ndate = 2026-08-15\nreason = "Painters"\n\n[[closures]]',
  );
  respondWithTheirs(theirs);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "Christmas day" } });
  await screen.findByText(/^Closure 2/);
  await expectStillHalf(input);
  typeComplete(input, "2026-12-24");
  await screen.findByText("Everything is saved.");
  const { text } = bodiesOf(SAVE).at(-1) as { text: string };
  expect(text.match(/(date|reason) = .*/g)).toEqual([
    "date = 2026-08-15",
    'reason = "Painters"',
    "date = 2026-12-24",
    'reason = "Christmas day"',
  ]);
});

const LOST = "Not saved, and not in the form any more";

test("half of a date whose closure a colleague has removed is named until somebody has read it", async () => {
  const input = await open("hours", "Day");
  typeIncomplete(input);
  await screen.findByText(/^Not saved: a number/);
  respondWithTheirs(TEXT.slice(0, TEXT.indexOf("\n[[closures]]")));
  const [opens] = screen.getAllByLabelText<HTMLInputElement>("Opens");
  typeComplete(opens as HTMLInputElement, "09:00");
  await screen.findByText(LOST);
  expect(input.isConnected).toBe(false);
  expect(
    screen.getByText(
      /^Not saved: a date that is not complete, in “Closure 1 \(.*Christmas\), Day”\. Its field was removed/,
    ),
  ).toBeTruthy();
  await screen.findByText(/^Not saved: something that was not complete/);
  expect(leavingWarns()).toBe(true);
  fireEvent.click(screen.getByRole("link", { name: "All content" }));
  const question = await findDialog(QUESTION);
  expect(question.getByText(/^Something that was not complete is not in the form/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Stay" }));
  expect(button("Discard the changes")).toHaveProperty("disabled", true);
  await press("Dismiss");
  expect(screen.queryByText(LOST)).toBeNull();
  await screen.findByText("Everything is saved.");
  expect(button("Discard the changes")).toHaveProperty("disabled", false);
  expect(leavingWarns()).toBe(false);
});

test("half of a date does not move into the closure that a colleague has added elsewhere", async () => {
  const other = '\n[[closures]]\ndate = 2026-12-31\nreason = "Stocktaking"\n';
  respond({ "GET content/clinic.toml": json({ ...CLINIC, text: TEXT + other }) });
  const input = await open("hours", "Day");
  typeIncomplete(input);
  await screen.findByText(/^Not saved: a number/);
  const added = '\n[[closures]]\ndate = 2027-08-15\nreason = "Painters"\n';
  respondWithTheirs(TEXT.slice(0, TEXT.indexOf("\n[[closures]]")) + other + added);
  const [opens] = screen.getAllByLabelText<HTMLInputElement>("Opens");
  typeComplete(opens as HTMLInputElement, "09:00");
  await screen.findByText(/^Closure 2.*Painters/);
  expect(input.isConnected).toBe(false);
  await screen.findByText(LOST);
  expect(screen.getByText(/^Not saved: a date .*“Closure 1 \(.*Christmas\), Day”/)).toBeTruthy();
});

test("what somebody removes here is not missed", async () => {
  typeIncomplete(await open("hours", "Day"));
  await screen.findByText(/^Not saved: a number/);
  await press("Remove closure 1");
  await screen.findByText("Everything is saved.");
  expect(screen.queryByText(LOST)).toBeNull();
});

test("half of a day is half of the first day when the closure has several", async () => {
  const input = await open("hours", "Day");
  typeIncomplete(input);
  fireEvent.click(screen.getByLabelText("Several days"));
  expect(await screen.findByLabelText("First day")).toBe(input);
  await expectStillHalf(input);
  expect(screen.queryByText(LOST)).toBeNull();
  fireEvent.click(screen.getByLabelText("One day"));
  expect(await screen.findByLabelText("Day")).toBe(input);
  await expectStillHalf(input);
});

/** Its field is not shown, and the screen says so. */
async function expectAway(input: HTMLInputElement, place: RegExp): Promise<void> {
  await screen.findByText(LOST);
  expect(input.closest("[hidden]")).toBeTruthy();
  expect(screen.getByText(place).textContent).toContain("is there again when its field is shown");
  expect(leavingWarns()).toBe(true);
}

async function expectBack(input: HTMLInputElement): Promise<void> {
  await expect.poll(() => input.closest("[hidden]")).toBeNull();
  await expectStillHalf(input);
  expect(screen.queryByText(LOST)).toBeNull();
}

test("half of the last day waits while the closure has one day", async () => {
  await open("hours", "Day");
  fireEvent.click(screen.getByLabelText("Several days"));
  const last = await screen.findByLabelText<HTMLInputElement>("Last day");
  typeIncomplete(last);
  fireEvent.click(screen.getByLabelText("One day"));
  await expectAway(last, /^Not saved: a date .*“Closure 1 \(.*Christmas\), Last day”/);
  fireEvent.click(screen.getByLabelText("Several days"));
  await expectBack(last);
});

test.each(["kept", "read"])("half of a time waits while the day is closed: %s", async (answer) => {
  const input = await open("hours", "Opens");
  typeIncomplete(input);
  const [closed] = screen.getAllByLabelText("Closed");
  fireEvent.click(closed as HTMLElement);
  await expectAway(input, /^Not saved: a time .*“Opening hours, Monday, Opens”/);
  if (answer === "read") {
    await press("Dismiss");
    expect(screen.queryByText(LOST)).toBeNull();
    expect(leavingWarns()).toBe(true);
    fireEvent.click(screen.getByRole("link", { name: "All content" }));
    const question = await findDialog(QUESTION);
    expect(question.getByText(/^Something that was not complete waits until/)).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Stay" }));
  }
  fireEvent.click(closed as HTMLElement);
  await expectBack(input);
  typeComplete(input, "09:00");
  await screen.findByText("Everything is saved.");
  expect(JSON.stringify(bodiesOf(SAVE).at(-1))).toContain("09:00-18:00");
});

test("half of a date is missed when its table goes, although the same table was removed here before", async () => {
  const notice = '[notice]\ntext = "Closed"\nuntil = 2026-12-24\n';
  respond({ "GET content/clinic.toml": json({ ...CLINIC, text: `${TEXT}\n${notice}` }) });
  await openDesk(owner, "/desk/content/clinic/notice");
  await press("Remove the notice");
  const text = screen.getByLabelText<HTMLTextAreaElement>("Settings");
  fireEvent.change(text, { target: { value: `${TEXT}\n${notice}` } });
  typeIncomplete(await screen.findByLabelText<HTMLInputElement>("Last day"));
  fireEvent.change(text, { target: { value: TEXT } });
  await screen.findByRole("button", { name: "Add a notice" });
  expect(screen.queryByText(LOST)).toBeTruthy();
});

test("half of a number waits while the file as text has a mistake", async () => {
  const input = await open("facts", DAYS);
  typeIncomplete(input);
  const text = screen.getByLabelText<HTMLTextAreaElement>("Settings");
  fireEvent.change(text, { target: { value: `${TEXT}broken` } });
  await screen.findByText("The fields cannot be shown");
  await expectAway(input, /^Not saved: a number .*“Days that a discount code is valid/);
  fireEvent.change(text, { target: { value: `${TEXT}# Right\n` } });
  await expectBack(input);
});

const editor = { ...owner, name: "asha", role: "editor" as const };

async function signInAs(me: typeof owner): Promise<void> {
  respond({ "POST login": json(me), "GET me": json(me) });
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: me.name } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  await press("Sign in");
  await screen.findByText(me.name);
}

test.each([
  ["signs out", "signed out", null],
  ["signs in with another account", "signed in", editor],
] as const)(
  "when another tab %s, half of a number waits for its own account",
  async (_, event, me) => {
    const otherTab = new BroadcastChannel("desk-session");
    try {
      const input = await open("facts", DAYS);
      typeIncomplete(input);
      await screen.findByText(/^Not saved: a number/);
      respond({ "GET me": () => (me ? Response.json(me) : noContent()) });
      otherTab.postMessage(event);
      await screen.findByText("What you typed has been kept.");
      expect(input.closest("[hidden]")).toBeTruthy();
      await signInAs(owner);
      await expect.poll(() => input.closest("[hidden]")).toBeNull();
      expect(input.isConnected).toBe(true);
      expect(describedBy(input)).toContain("Not saved:");
    } finally {
      otherTab.close();
    }
  },
);

test("half of a number is never shown to another account, which is asked before it is lost", async () => {
  const otherTab = new BroadcastChannel("desk-session");
  try {
    const input = await open("facts", DAYS);
    typeIncomplete(input);
    await screen.findByText(/^Not saved: a number/);
    respond({ "GET me": noContent });
    otherTab.postMessage("signed out");
    await screen.findByText("What you typed has been kept.");
    respond({ "POST login": json(editor), "GET me": json(editor) });
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: editor.name } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
    await press("Sign in");
    const question = dialog("Sign in with another account?");
    expect(question.getByText(/If you sign in with another account, it is lost/)).toBeTruthy();
    expect(requests).not.toContain("POST login");
    fireEvent.click(question.getByRole("button", { name: "Sign in, and lose it" }));
    await screen.findByText(editor.name);
    expect(input.isConnected).toBe(false);
  } finally {
    otherTab.close();
  }
});
