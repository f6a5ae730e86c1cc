import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { pressInVain } from "../../../fixtures/press";
import type { DocumentKind } from "../../../generated/DocumentKind";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { definitions } from "../../../generated/definitions";
import {
  bodiesOf,
  button,
  contentList,
  errorResponse,
  findDialog,
  json,
  keptKeys,
  openDesk,
  openNewTab,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";
import { forgetAllDialogWords } from "../drafts/dialog-words";

setUpDesk();

const summary = (
  path: string,
  kind: DocumentKind,
  title: string,
  position: number | null,
): DocumentSummary => ({
  path,
  kind,
  title,
  state: "published",
  appearsOn: null,
  position,
  savedBy: null,
  savedAt: null,
});

const text = (title: string, key: string, position: number | null) =>
  `+++\ntitle = "${title}"\n${position === null ? "" : `${key} = ${position} # here\n`}picture = "a.svg"\n+++\nText.\n`;

function document(path: string, kind: DocumentKind, written: string) {
  return json({
    path,
    kind,
    state: "published",
    version: `version of ${path}`,
    text: written,
    published: written,
    definition:
      definitions[kind === "article" ? "articles/dry-eyes-and-screens.md" : "services/frames.md"],
    tree: [],
    problems: [],
    isOutdated: false,
    savedBy: null,
    savedAt: null,
  });
}

/** The list as the server has it, with the services in this order. */
const listOf = (...services: string[]) =>
  contentList({
    readOnlyReason: null,
    documents: [
      ...services.map((title, index) =>
        summary(`services/${title.toLowerCase()}.md`, "service", title, index + 1),
      ),
      summary("articles/a.md", "article", "First aid", 1),
      summary("articles/b.md", "article", "Dry eyes", null),
    ],
    problems: [],
    revision: 1,
    placeholders: [],
  });

beforeEach(() => {
  forgetAllDialogWords(owner.name);
  localStorage.clear();
  const services = ["Exams", "Frames", "Lenses"];
  respond({
    ...listOf(...services),
    ...Object.fromEntries(
      services.flatMap((title, index) => {
        const path = `services/${title.toLowerCase()}.md`;
        return [
          [`GET content/${path}`, document(path, "service", text(title, "order", index + 1))],
          [`PUT content/${path}`, json({ version: "new", problems: [] })],
        ];
      }),
    ),
    "GET content/articles/a.md": document("articles/a.md", "article", text("First aid", "home", 1)),
    "GET content/articles/b.md": document(
      "articles/b.md",
      "article",
      text("Dry eyes", "home", null),
    ),
    "PUT content/articles/a.md": json({ version: "new", problems: [] }),
    "PUT content/articles/b.md": json({ version: "new", problems: [] }),
  });
});

const shown = () =>
  within(screen.getByRole("list", { name: /^Order of|^Articles on/ }))
    .getAllByText(/^\d+\. /)
    .map((title) => title.textContent);
const saves = () => requests.filter((request) => request.startsWith("PUT"));
const open = async (list: string, heading: string) => {
  await openDesk(owner, `/desk/content/order/${list}`);
  await screen.findByRole("heading", { level: 1, name: heading });
  await screen.findByRole("button", { name: "Save the order" });
};

test("a service is moved with buttons, the move is announced, the focus stays, and only changed numbers are saved", async () => {
  await open("services", "Order of the services");
  await press("Move down: Exams");
  expect(shown()).toEqual(["1. Frames", "2. Exams", "3. Lenses"]);
  expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain(
    "Exams: 2 of 3.",
  );
  expect(globalThis.document.activeElement).toBe(button("Move down: Exams"));
  expect(saves()).toEqual([]);
  await press("Save the order");
  await screen.findByText(/^The order is saved as a draft/);
  expect(bodiesOf("PUT content/services/frames.md")).toEqual([
    { text: text("Frames", "order", 1) },
  ]);
  expect(bodiesOf("PUT content/services/exams.md")).toEqual([{ text: text("Exams", "order", 2) }]);
  expect(saves()).toHaveLength(2);
});

test("the first cannot move up, and the button keeps the focus", async () => {
  await open("services", "Order of the services");
  const first = button("Move up: Exams");
  first.focus();
  pressInVain(first);
  expect(shown()).toEqual(["1. Exams", "2. Frames", "3. Lenses"]);
  expect(globalThis.document.activeElement).toBe(button("Move up: Exams"));
});

test("when one save fails the screen says which documents are saved and which are not", async () => {
  respond({
    "PUT content/services/frames.md": () => errorResponse(500, "internal", "The disk is full."),
  });
  await open("services", "Order of the services");
  await press("Move up: Lenses");
  await press("Move up: Lenses");
  await press("Save the order");
  const message = await screen.findByText(/^Saved: /);
  expect(message.textContent).toContain("Saved: Lenses, Exams. Not saved: Frames.");
});

test("an order that a colleague's keeps from being saved is named", async () => {
  await open("services", "Order of the services");
  await press("Move up: Frames");
  const path = "services/frames.md";
  respond({
    [`GET content/${path}`]: document(path, "service", text("Frames", "order", 3)),
    ...listOf("Exams", "Lenses", "Frames"),
  });
  await press("Save the order");
  const said = await screen.findByText(DROPPED);
  expect(said.textContent).toContain("Yours was: Frames, Exams, Lenses.");
  expect(screen.getByText(/^Nothing was saved: “Frames” has another position by now/)).toBeTruthy();
  expect(shown()).toEqual(["1. Exams", "2. Lenses", "3. Frames"]);
  expect(saves()).toEqual([]);
});

test("an order stays when a document cannot be read, and nobody is blamed", async () => {
  const frames = "GET content/services/frames.md";
  const broken = text("Frames", "order", 2).replace("title =", "title");
  respond({ [frames]: document("services/frames.md", "service", broken) });
  await open("services", "Order of the services");
  await press("Move up: Frames");
  await press("Save the order");
  await screen.findByText(/^Nothing was saved: there is a mistake in the settings of “Frames”/);
  expect(shown()).toEqual(MINE);
  expect(keptKeys()).toHaveLength(1);
  respond({ [frames]: () => errorResponse(500, "internal", "No.") });
  await press("Save the order");
  await screen.findByText("No.");
  expect(shown()).toEqual(MINE);
  expect(screen.queryByText(DROPPED)).toBeNull();
  expect(saves()).toEqual([]);
});

test("a row that is dragged while the order is saved goes on from what was saved", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return { top: 100 + index * 40, height: 40 } as DOMRect;
  });
  let answer = (_: Response) => {};
  const late = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  respond({ "PUT content/services/exams.md": () => late });
  await open("services", "Order of the services");
  await press("Move down: Exams");
  await press("Save the order");
  await expect.poll(() => saves()).toHaveLength(2);
  const handle = screen.getByText("3. Lenses").previousElementSibling as Element;
  fireEvent.pointerDown(handle, { button: 0 });
  respond(listOf("Frames", "Exams", "Lenses"));
  answer(Response.json({ version: "new", problems: [] }));
  await screen.findByText(/^The order is saved as a draft/);
  const nothing = await screen.findByText("Everything is saved.");
  expect(nothing.parentElement?.className).toContain("idle");
  fireEvent.pointerMove(window, { clientY: 101 });
  fireEvent.pointerUp(window);
  expect(shown()).toEqual(["1. Lenses", "2. Frames", "3. Exams"]);
  expect(screen.getByText("Not saved yet.").parentElement?.className).not.toContain("idle");
  expect(screen.queryByText(DROPPED)).toBeNull();
});

test("an article is put on the home page and another one taken off", async () => {
  await open("home", "Articles on the home page");
  await userEvent.selectOptions(screen.getByLabelText("Add an article"), "Dry eyes");
  await press("Take off: First aid");
  expect(shown()).toEqual(["1. Dry eyes"]);
  await press("Save the order");
  await screen.findByText(/^The order is saved as a draft/);
  const [added] = bodiesOf("PUT content/articles/b.md") as [{ text: string }];
  expect(added.text).toContain("\nhome = 1\n");
  expect(bodiesOf("PUT content/articles/a.md")).toEqual([
    { text: text("First aid", "home", null) },
  ]);
});

const MINE = ["1. Frames", "2. Exams", "3. Lenses"];
const THEIRS = ["1. Lenses", "2. Exams", "3. Frames"];
const DROPPED = /^The order was changed after you began/;

async function leave(): Promise<void> {
  await userEvent.click(screen.getByRole("link", { name: "All content" }));
  await screen.findByRole("heading", { level: 1, name: "Content" });
}

async function comeBack(): Promise<void> {
  await userEvent.click(await screen.findByRole("link", { name: /^Change the order/ }));
  await screen.findByRole("button", { name: "Save the order" });
}

/** Closes the tab. The next one has only what is on the device. */
function closeTab(): void {
  cleanup();
  const stored = Object.entries(localStorage) as [string, string][];
  forgetAllDialogWords(owner.name);
  for (const [key, value] of stored) localStorage.setItem(key, value);
}

test("an order that is not saved is there again after another screen and in another tab, until it is saved", async () => {
  await open("services", "Order of the services");
  await press("Move down: Exams");
  await leave();
  await comeBack();
  expect(shown()).toEqual(MINE);
  closeTab();
  await open("services", "Order of the services");
  expect(shown()).toEqual(MINE);
  expect(screen.getByText("Not saved yet.")).toBeTruthy();
  await press("Save the order");
  await screen.findByText(/^The order is saved as a draft/);
  expect(saves()).toHaveLength(2);
  expect(keptKeys()).toEqual([]);
});

test.each(["in this tab", "in another tab"])(
  "an order never undoes the one that a colleague has saved meanwhile, %s",
  async (place) => {
    await open("services", "Order of the services");
    await press("Move down: Exams");
    if (place === "in this tab") await leave();
    else closeTab();
    respond(listOf("Lenses", "Exams", "Frames"));
    if (place === "in this tab") await comeBack();
    else await open("services", "Order of the services");
    const said = await screen.findByText(DROPPED);
    expect(said.textContent).toContain("Yours was: Frames, Exams, Lenses.");
    expect(shown()).toEqual(THEIRS);
    expect(screen.getByText("Everything is saved.")).toBeTruthy();
    expect(button("Save the order").getAttribute("aria-disabled")).toBe("true");
    expect(keptKeys()).toEqual([]);
    expect(saves()).toEqual([]);
    // It is not used later either.
    closeTab();
    await open("services", "Order of the services");
    expect(shown()).toEqual(THEIRS);
    expect(screen.queryByText(DROPPED)).toBeNull();
  },
);

test("a colleague at the same device has an order of their own", async () => {
  await open("services", "Order of the services");
  await press("Move down: Exams");
  openNewTab();
  await openDesk({ ...owner, name: "somebody else" }, "/desk/content/order/services");
  await screen.findByText("Everything is saved.");
  expect(shown()).toEqual(["1. Exams", "2. Frames", "3. Lenses"]);
  await press("Move up: Lenses");
  await press("Back to the saved order");
  expect(screen.getByText("Everything is saved.")).toBeTruthy();
  openNewTab();
  await open("services", "Order of the services");
  expect(shown()).toEqual(MINE);
});

test("an earlier answer of the server does not decide about an order that is newer", async () => {
  respond(listOf("Lenses", "Exams", "Frames"));
  await open("services", "Order of the services");
  await press("Move up: Frames");
  closeTab();
  respond(listOf("Exams", "Frames", "Lenses"));
  await openDesk(owner, "/desk/content");
  await screen.findByRole("link", { name: /^Change the order/ });
  respond(listOf("Lenses", "Exams", "Frames"));
  await comeBack();
  await screen.findByText("Not saved yet.");
  expect(shown()).toEqual(["1. Lenses", "2. Frames", "3. Exams"]);
  expect(screen.queryByText(DROPPED)).toBeNull();
});

test("another tab does not replace the order of this one, and this one does not remove the other's", async () => {
  await open("services", "Order of the services");
  await press("Move down: Exams");
  const [key = ""] = keptKeys();
  const others = (localStorage.getItem(key) ?? "").replaceAll("exams", "other");
  localStorage.setItem(key, others);
  act(() => void window.dispatchEvent(new Event("storage")));
  expect(screen.getByText("Not saved, also not on this device.")).toBeTruthy();
  await press("Save the order");
  await screen.findByText(/^The order is saved as a draft/);
  expect(bodiesOf("PUT content/services/exams.md")).toHaveLength(1);
  expect(localStorage.getItem(key)).toBe(others);
});

test("what is not saved yet of an order is there again after a part of it was saved", async () => {
  respond({
    "PUT content/services/frames.md": () => errorResponse(500, "internal", "The disk is full."),
  });
  await open("services", "Order of the services");
  await press("Move up: Lenses");
  await press("Move up: Lenses");
  await press("Save the order");
  await screen.findByText(/^Saved: Lenses, Exams/);
  respond(
    contentList({
      readOnlyReason: null,
      documents: [
        summary("services/lenses.md", "service", "Lenses", 1),
        summary("services/exams.md", "service", "Exams", 2),
        summary("services/frames.md", "service", "Frames", 2),
      ],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
  );
  await leave();
  await comeBack();
  await waitFor(() => expect(shown()).toEqual(["1. Lenses", "2. Exams", "3. Frames"]));
  expect(screen.getByText("Not saved yet.")).toBeTruthy();
  expect(screen.queryByText(DROPPED)).toBeNull();
});

test("an answer that arrives when the screen is gone leaves nothing to save", async () => {
  let answer = (_: Response) => {};
  const late = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  respond({ "PUT content/services/exams.md": () => late });
  await open("services", "Order of the services");
  await press("Move down: Exams");
  await press("Save the order");
  await expect.poll(() => saves()).toHaveLength(2);
  await leave();
  respond(listOf("Frames", "Exams", "Lenses"));
  answer(Response.json({ version: "new", problems: [] }));
  await comeBack();
  await screen.findByText("Everything is saved.");
  expect(shown()).toEqual(MINE);
  expect(screen.queryByText(DROPPED)).toBeNull();
  expect(keptKeys()).toEqual([]);
});

test("a device without room: the screen says so, leaving it asks, and the order is there again in this tab", async () => {
  await open("services", "Order of the services");
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: full, removeItem: () => {} });
  await press("Move down: Exams");
  await screen.findByText("Not saved, also not on this device.");
  fireEvent.click(screen.getByRole("link", { name: "All content" }));
  const question = await findDialog("Leave without saving?");
  expect(question.getByText(/^The order is not saved, also not on this device/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Leave" }));
  await screen.findByRole("heading", { level: 1, name: "Content" });
  await comeBack();
  expect(shown()).toEqual(MINE);
});

test("signing out names the order first", async () => {
  await open("services", "Order of the services");
  await press("Move down: Exams");
  await leave();
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  expect(question.getByText("What you moved in “Order of the services”")).toBeTruthy();
  expect(requests).not.toContain("POST logout");
});
