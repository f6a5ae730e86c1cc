import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { pressInVain } from "../../../fixtures/press";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { ContentNote } from "../../../generated/ContentNote";
import {
  bodiesOf,
  button,
  contentList,
  describedBy,
  dialog,
  errorResponse,
  findDialog,
  hold,
  json,
  keptKeys,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
  signedOut,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";
import { forgetAllDialogWords, keepDialogWords, nameOfDialog } from "../drafts/dialog-words";
import { aboutDocument, NOTE_HEADING } from "./typed-note";

// The page of an article needs a browser.
vi.mock("../preview/Preview", () => ({ Preview: () => null }));

setUpDesk();

const NOTES = "GET content/document-notes?path=articles%2Fold.md";
const ADD = "POST content/notes";
const ADDRESS = "/desk/content/articles/old";

const article: ContentDocument = {
  path: "articles/old.md",
  kind: "article",
  state: "published",
  version: "one",
  text: "+++\n+++\nWords.\n",
  published: "+++\n+++\nWords.\n",
  definition: null,
  tree: null,
  problems: [],
  isOutdated: false,
  savedBy: null,
  savedAt: null,
};

const note = (id: string, text: string, more: Partial<ContentNote> = {}): ContentNote => ({
  id,
  path: article.path,
  title: "Dry eyes",
  hasDocument: true,
  author: "ngozi",
  text,
  writtenAt: "2026-01-16T09:00:00Z",
  resolved: null,
  ...more,
});
const dose = note("1", "Please check the dose.");
const done = { by: "ada", at: "2026-01-16T10:00:00Z" };

beforeEach(() => {
  forgetAllDialogWords(owner.name);
  localStorage.clear();
  vi.stubGlobal("fetch", vi.fn(fetch));
  respond({
    ...contentList({
      readOnlyReason: null,
      revision: 1,
      documents: [{ ...article, title: "Dry eyes", appearsOn: null, position: null }],
      problems: [],
      placeholders: [],
    }),
    "GET content/articles/old.md": json(article),
    [ADD]: () => Response.json(dose, { status: 201 }),
  });
});

const summary = () => screen.findByText(/^Notes to colleagues/);
const section = async () => (await summary()).closest("details") as HTMLDetailsElement;
const field = () => screen.findByLabelText<HTMLTextAreaElement>("New note");
const keysOf = () =>
  vi
    .mocked(fetch)
    .mock.calls.flatMap(([path, init]) =>
      path === "/api/desk/content/notes" && init?.method === "POST"
        ? [new Headers(init.headers).get("idempotency-key")]
        : [],
    );

test("is folded while there is nothing to do, and open with the number of open notes otherwise", async () => {
  await openDesk(owner, ADDRESS);
  await waitFor(() => expect(requests).toContain(NOTES));
  await screen.findByLabelText("Settings");
  expect((await section()).open).toBe(false);
  expect((await summary()).textContent).toBe("Notes to colleagues");
  cleanup();

  respond({ [NOTES]: json({ notes: [dose, note("2", "Old", { resolved: done })] }) });
  await openDesk(owner, ADDRESS);
  await waitFor(async () => expect((await section()).open).toBe(true));
  expect((await summary()).textContent).toBe("Notes to colleagues: 1 open");
  expect(screen.getByText("Done: 1").closest("details")?.open).toBe(false);
});

test("a note is saved with its words and its key, and the field is empty again", async () => {
  await openDesk(owner, ADDRESS);
  await userEvent.type(await field(), "Please check the dose.");
  respond({ [NOTES]: json({ notes: [dose] }) });
  await press("Save note");
  expect(await screen.findByText("The note is saved.")).toBeTruthy();
  expect(bodiesOf(ADD)).toEqual([{ path: article.path, text: "Please check the dose." }]);
  expect((await field()).value).toBe("");
  expect(await screen.findByText(/^ngozi, on 16 January 2026 at 10:00 AM$/)).toBeTruthy();
  expect(keptKeys()).toEqual([]);
  // What is typed next is another note.
  await userEvent.type(await field(), "And the title.");
  expect(screen.queryByText("The note is saved.")).toBeNull();
});

test("nothing is sent without words, or with more than a note can have", async () => {
  await openDesk(owner, ADDRESS);
  await userEvent.type(await field(), " ");
  await press("Save note");
  expect(await screen.findByText("Write what your colleagues should know.")).toBeTruthy();
  fireEvent.change(await field(), { target: { value: "ọ".repeat(1_000) } });
  expect(screen.getByText("0 characters left")).toBeTruthy();
  fireEvent.change(await field(), { target: { value: "ọ".repeat(1_003) } });
  expect(describedBy(await field())).toContain("Too long by 3. A note can have 1,000 characters.");
  await press("Save note");
  expect(requests).not.toContain(ADD);
  expect((await field()).value).toHaveLength(1_003);
});

test("words are still there after leaving, and after a reload", async () => {
  await openDesk(owner, ADDRESS);
  await userEvent.type(await field(), "My words");
  await userEvent.click(screen.getByRole("link", { name: "All content" }));
  await screen.findByRole("heading", { name: "Content" });
  cleanup();
  await openDesk(owner, ADDRESS);
  expect((await field()).value).toBe("My words");
  expect((await section()).open).toBe(true);
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  expect(question.getByText("What you typed in “Note to colleagues: Article “old””")).toBeTruthy();
});

test("words and their key stay when saving fails, so that trying again is the same note", async () => {
  respond({ [ADD]: () => errorResponse(503, "busy", "The server is busy.") });
  await openDesk(owner, ADDRESS);
  await userEvent.type(await field(), "My words");
  await press("Save note");
  expect(await screen.findByText(/The server is busy\./)).toBeTruthy();
  expect((await field()).value).toBe("My words");
  cleanup();
  respond({ [ADD]: () => Response.json(dose, { status: 201 }) });
  await openDesk(owner, ADDRESS);
  expect((await field()).value).toBe("My words");
  await press("Save note");
  await waitFor(async () => expect((await field()).value).toBe(""));
  const [first, second] = keysOf();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test("words are still there when the session has expired", async () => {
  respond({ [ADD]: signedOut, "POST login": json(owner) });
  await openDesk(owner, ADDRESS);
  await userEvent.type(await field(), "My words");
  await press("Save note");
  await userEvent.type(await screen.findByLabelText("Password"), "secret{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
  respond({ [ADD]: () => Response.json(dose, { status: 201 }) });
  expect((await field()).value).toBe("My words");
  await press("Save note");
  await waitFor(async () => expect((await field()).value).toBe(""));
  expect(new Set(keysOf()).size).toBe(1);
});

test("a note is done and opened again in its place, with the focus on the button", async () => {
  const other = note("2", "Shorter title?", { writtenAt: "2026-01-16T08:00:00Z" });
  respond({ [NOTES]: json({ notes: [dose, other] }) });
  await openDesk(owner, ADDRESS);
  const row = async () => (await screen.findByText(dose.text)).closest("li") as HTMLElement;
  const mark = within(await row()).getByRole("button", { name: "Done" });
  expect(describedBy(mark)).toBe(dose.text);
  mark.focus();
  const changed = { ...dose, resolved: done };
  const answer = hold(() => Response.json(changed));
  respond({
    "POST content/notes/1/resolve": answer.response,
    "POST content/notes/1/reopen": () => {
      respond({ [NOTES]: json({ notes: [dose, other] }) });
      return Response.json(dose);
    },
    [NOTES]: json({ notes: [other, changed] }),
  });
  await userEvent.click(mark);
  pressInVain(mark);
  answer.answer();
  expect(await screen.findByText("The note is done.")).toBeTruthy();
  expect(within(await row()).getByText(/Done by ada, on 16 January 2026/)).toBeTruthy();
  expect(mark.textContent).toBe("Open again");
  await waitFor(() => expect(document.activeElement).toBe(mark));
  expect((await summary()).textContent).toBe("Notes to colleagues: 1 open");
  const [first] = within(await section()).getAllByRole("listitem");
  expect(first?.textContent).toContain(dose.text);

  await press("Open again");
  expect(await screen.findByText("The note is open again.")).toBeTruthy();
  expect(mark.textContent).toBe("Done");
  await waitFor(() => expect(document.activeElement).toBe(mark));
  expect((await summary()).textContent).toBe("Notes to colleagues: 2 open");
  expect(requests.filter((request) => request.endsWith("/resolve"))).toHaveLength(1);
});

test("a document that is gone still shows its notes, and takes no new ones", async () => {
  respond({
    "GET content/articles/old.md": json({ ...article, state: "published", text: null }),
    [NOTES]: json({ notes: [{ ...dose, hasDocument: false }] }),
  });
  await openDesk(owner, ADDRESS);
  expect(await screen.findByText(dose.text)).toBeTruthy();
  expect(button("Done")).toBeTruthy();
  expect(screen.queryByLabelText("New note")).toBeNull();
});

test.each([
  ["", "My words"],
  ["Words typed there before", "Words typed there before\n\nMy words"],
])(
  "notes and half-written words follow the document to another address, “%s”",
  async (before, after) => {
    if (before !== "") {
      const name = nameOfDialog(NOTE_HEADING, aboutDocument("articles/new.md"));
      keepDialogWords(owner.name, name, { text: before, key: "1" });
    }
    respond({
      "GET content/articles/new.md": json({ ...article, path: "articles/new.md", state: "new" }),
      "POST content/change-address": noContent,
    });
    await openDesk(owner, ADDRESS);
    await userEvent.type(await field(), "My words");
    await press("Change the address");
    const input = dialog("Change the address").getByLabelText("Last part of the address");
    await userEvent.clear(input);
    await userEvent.type(input, "new");
    await press("Change it");
    await waitFor(() => expect(location.pathname).toBe("/desk/content/articles/new"));
    expect((await field()).value).toBe(after);
    expect(keptKeys().filter((key) => key.startsWith("desk-dialog:"))).toHaveLength(1);
  },
);
