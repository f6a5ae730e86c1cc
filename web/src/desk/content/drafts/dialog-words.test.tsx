import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import {
  bodiesOf,
  contentList,
  findDialog,
  json,
  keptKeys,
  noContent,
  openDesk,
  openNewTab,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";
import { forgetAllDialogWords } from "./dialog-words";

setUpDesk();

const PATH = "articles/news.md";
const PUBLISH = "POST content/publish";

beforeEach(() => {
  forgetAllDialogWords(owner.name);
  localStorage.clear();
  const checks = { errors: [], warnings: [], unchangedWarnings: [], visits: [], renamedChairs: [] };
  const draft = {
    path: PATH,
    savedBy: owner.name,
    authors: [owner.name],
    savedAt: "2026-11-16T09:00:00Z",
  };
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [
        {
          ...draft,
          kind: "article",
          title: "News",
          state: "changed",
          appearsOn: null,
          position: null,
        },
      ],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    [`GET content/${PATH}`]: json({
      ...draft,
      kind: "redirects",
      state: "changed",
      version: "one",
      text: "+++\n+++\nText.\n",
      published: null,
      definition: null,
      tree: [],
      problems: [],
      isOutdated: false,
    }),
    "GET pictures": json({ pictures: [] }),
    "POST content/checks": json({
      ...checks,
      drafts: [{ path: PATH, version: "one" }],
      allDrafts: [{ ...draft, isNew: false, isDeletion: false }],
    }),
    [PUBLISH]: json({ revision: 2 }),
    "POST logout": noContent,
  });
});

type Dialog = readonly [heading: string, address: string, button: string | RegExp, label: string];
const ARTICLE = "/desk/content/articles/news";
const publishing: Dialog = ["Publish", "/desk/content", /^Publish 1/, "What has changed?"];
const addingPicture: Dialog = ["Add a picture", ARTICLE, "Picture", "Description"];
const dialogs: readonly Dialog[] = [
  ["New article", "/desk/content", "New article", "Title"],
  publishing,
  [
    "Upload a new picture",
    "/desk/content/pictures",
    "Upload a new picture",
    "What the picture shows",
  ],
  ["Add a link", ARTICLE, "Link", "Words to show"],
  addingPicture,
];

/** Waits for it: the editor is loaded later than the screen. */
async function pressWhenThere(name: string | RegExp): Promise<void> {
  await screen.findByRole("button", { name });
  await press(name);
}

async function fieldOf([heading, , button, label]: Dialog): Promise<HTMLInputElement> {
  await pressWhenThere(button);
  return (await findDialog(heading)).getByLabelText<HTMLInputElement>(label);
}

const box = (heading: string) => screen.getByRole("dialog", { name: heading });

/** As with a press beside the dialog. */
function pressBeside(heading: string): void {
  fireEvent.pointerDown(box(heading));
  fireEvent.click(box(heading));
}

/** As with Escape, which the browser handles. */
function pressEscape(heading: string): void {
  (box(heading) as HTMLDialogElement).close();
}

test.each(dialogs)(
  "words in “%s” are there again after Escape, a press beside it and a reload",
  async (...dialog) => {
    const [heading, address] = dialog;
    await openDesk(owner, address);
    await userEvent.type(await fieldOf(dialog), "My words");
    pressEscape(heading);
    expect((await fieldOf(dialog)).value).toBe("My words");
    expect(screen.getByText(/What you typed here before is shown again/)).toBeTruthy();
    pressBeside(heading);
    expect((await fieldOf(dialog)).value).toBe("My words");
    cleanup();
    await openDesk(owner, address);
    expect((await fieldOf(dialog)).value).toBe("My words");
    await userEvent.click(within(box(heading)).getByRole("button", { name: "Cancel" }));
    expect((await fieldOf(dialog)).value).toBe("");
    expect(screen.queryByText(/What you typed here before/)).toBeNull();
    expect(keptKeys()).toEqual([]);
  },
);

test("words of a colleague at the same device are not shown", async () => {
  await openDesk(owner, "/desk/content");
  await userEvent.type(await fieldOf(publishing), "My words");
  openNewTab();
  await openDesk({ ...owner, name: "somebody else" }, "/desk/content");
  expect((await fieldOf(publishing)).value).toBe("");
});

test("what was sent is not shown again", async () => {
  await openDesk(owner, "/desk/content");
  await userEvent.type(await fieldOf(publishing), "My words");
  await press("Publish now");
  await screen.findByText(/^Published\./);
  expect(bodiesOf(PUBLISH)).toMatchObject([{ note: "My words" }]);
  expect((await fieldOf(publishing)).value).toBe("");
  expect(keptKeys()).toEqual([]);
});

test("a description that came with the picture is not kept as typed words", async () => {
  const picture = {
    path: "pictures/lens.webp",
    version: "1",
    description: "A lens",
    width: 4,
    height: 3,
    bytes: 100,
    framing: { crop: null, focalPoint: null },
    usedIn: [],
  };
  respond({ "GET pictures": json({ pictures: [picture] }) });
  await openDesk(owner, ARTICLE);
  const field = await fieldOf(addingPicture);
  await userEvent.click(await screen.findByRole("radio", { name: "A lens" }));
  expect(field.value).toBe("A lens");
  pressEscape("Add a picture");
  expect((await fieldOf(addingPicture)).value).toBe("");
});

test("signing out names the words first, and removes them when that is confirmed", async () => {
  await openDesk(owner, "/desk/content");
  await userEvent.type(await fieldOf(publishing), "My words");
  pressEscape("Publish");
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  expect(question.getByText("What you typed in “Publish”")).toBeTruthy();
  expect(requests).not.toContain("POST logout");
  await userEvent.click(question.getByRole("button", { name: "Sign out and delete them" }));
  await screen.findByRole("heading", { name: /Sign in/ });
  expect(keptKeys()).toEqual([]);
});

const NOT_KEPT = /^Not saved on this device\. Only this tab has these words/;

function fillStorage(): void {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: () => {},
  });
}

test.each(dialogs)(
  "a device without room: “%s” says so, keeps the words until the page is closed, and leaving warns",
  async (...dialog) => {
    const leavingWarns = () =>
      !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const [heading, address] = dialog;
    await openDesk(owner, address);
    fillStorage();
    const field = await fieldOf(dialog);
    expect(within(box(heading)).queryByText(NOT_KEPT)).toBeNull();
    await userEvent.type(field, "My words");
    expect(within(box(heading)).getByText(NOT_KEPT)).toBeTruthy();
    pressEscape(heading);
    expect(leavingWarns()).toBe(true);
    expect((await fieldOf(dialog)).value).toBe("My words");
    expect(within(box(heading)).getByText(NOT_KEPT)).toBeTruthy();
    await userEvent.click(within(box(heading)).getByRole("button", { name: "Cancel" }));
    expect(leavingWarns()).toBe(false);
  },
);

test("a device without room: the browser's Back asks while the words are in a dialog", async () => {
  await openDesk(owner, "/desk/account");
  act(() => history.pushState(null, "", "/desk/content"));
  await screen.findByRole("heading", { level: 1, name: "Content" });
  fillStorage();
  await userEvent.type(await fieldOf(publishing), "My words");
  act(() => history.back());
  const question = await findDialog("Leave without saving?");
  expect(question.getByText(/^What you typed in the dialog is not saved/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Stay" }));
  expect(within(box("Publish")).getByLabelText<HTMLInputElement>("What has changed?").value).toBe(
    "My words",
  );
});

test("the dialog says that another tab has typed over its words on the device", async () => {
  await openDesk(owner, "/desk/content");
  await userEvent.type(await fieldOf(publishing), "My words");
  expect(screen.queryByText(NOT_KEPT)).toBeNull();
  const [key = ""] = keptKeys();
  localStorage.setItem(key, JSON.stringify({ note: "Other words" }));
  act(() => void window.dispatchEvent(new Event("storage")));
  expect(screen.getByText(NOT_KEPT)).toBeTruthy();
});

test("another tab that types into the same dialog removes nothing without a warning", async () => {
  await openDesk(owner, "/desk/content");
  await userEvent.type(await fieldOf(publishing), "My words");
  const [key = ""] = keptKeys();
  localStorage.setItem(key, JSON.stringify({ note: "Other words" }));
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  await press("Publish now");
  await screen.findByText(/^Published\./);
  expect(localStorage.getItem(key)).toContain("Other words");
});

test("after another tab has typed into the same dialog, Escape loses nothing", async () => {
  await openDesk(owner, "/desk/content");
  await userEvent.type(await fieldOf(publishing), "My words");
  const [key = ""] = keptKeys();
  localStorage.setItem(key, JSON.stringify({ note: "Other words" }));
  pressEscape("Publish");
  expect((await fieldOf(publishing)).value).toBe("My words");
});

test("words that another tab has deleted are not shown again, and other words of this tab are", async () => {
  await openDesk(owner, "/desk/content");
  await userEvent.type(await fieldOf(publishing), "My words");
  pressEscape("Publish");
  const [key = ""] = keptKeys();
  const removeElsewhere = (oldValue: string | null) => {
    localStorage.removeItem(key);
    const event = Object.assign(new Event("storage"), { key, oldValue, newValue: null });
    act(() => void window.dispatchEvent(event));
  };
  removeElsewhere(JSON.stringify({ note: "Other words" }));
  expect((await fieldOf(publishing)).value).toBe("My words");
  await userEvent.type(await fieldOf(publishing), ".");
  pressEscape("Publish");
  removeElsewhere(localStorage.getItem(key));
  expect((await fieldOf(publishing)).value).toBe("");
});
