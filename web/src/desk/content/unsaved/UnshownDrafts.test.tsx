import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { ContentDocument } from "../../../generated/ContentDocument";
import {
  bodiesOf,
  button,
  contentList,
  errorResponse,
  findDialog,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const PATH = "articles/news.md";
const NEWS = `GET content/${PATH}`;
const SAVE = `PUT content/${PATH}`;
const LIST = "/desk/content";
const SCREEN = "/desk/content/articles/news";

/** As the server answers for a name that no document has. */
const gone: ContentDocument = {
  path: PATH,
  kind: "article",
  state: "published",
  version: "none",
  text: null,
  published: null,
  definition: null,
  tree: null,
  problems: [],
  isOutdated: false,
  savedBy: null,
  savedAt: null,
};
const made: ContentDocument = {
  ...gone,
  // On no page of its own, so that there is no preview.
  kind: "redirects",
  state: "new",
  version: "two",
  text: "My words.",
};

const keyOf = (account: string) => `desk-draft:${JSON.stringify([account, PATH, "closed tab", 1])}`;
const draft = { text: "My words.", version: "one", base: "", unanswered: null, unwritable: null };
const keep = (account: string, text = draft.text) =>
  localStorage.setItem(keyOf(account), JSON.stringify({ ...draft, text }));
/** Not where the account last worked, which the device keeps as well. */
const keptDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith("desk-draft:"));

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
    [NEWS]: json(gone),
    [SAVE]: json({ version: "two", problems: [] }),
  });
});

const words = () => screen.findByRole("region", { name: "Your words" });
const field = () => screen.findByLabelText<HTMLTextAreaElement>("Settings");

test.each([LIST, SCREEN])("words of a document that is gone can be read at %s", async (address) => {
  keep(owner.name);
  keep("somebody else", "Other words.");
  await openDesk(owner, address);
  expect((await words()).textContent).toContain("My words.");
  expect(within(await words()).getByRole("button", { name: "Copy the words" })).toBeTruthy();
  expect(screen.queryByText(/Other words/)).toBeNull();
});

test.each([LIST, SCREEN])("a new document is made of them at %s", async (address) => {
  keep(owner.name);
  await openDesk(owner, address);
  await words();
  respond({ [NEWS]: json(made) });
  await press("Make a new document of them");
  expect((await field()).value).toBe("My words.");
  expect(bodiesOf(SAVE)).toEqual([{ text: "My words." }]);
  expect(keptDrafts()).toEqual([]);
});

test("when somebody has made another one meanwhile, nothing of either is lost", async () => {
  keep(owner.name);
  await openDesk(owner, SCREEN);
  await words();
  const theirs = { version: "two", text: "Their words.", savedBy: "Ngozi" };
  respond({
    [NEWS]: json({ ...made, text: theirs.text, savedBy: theirs.savedBy }),
    [SAVE]: () =>
      Response.json(
        { error: { code: "stale", message: "No.", conflict: theirs } },
        { status: 412 },
      ),
  });
  await press("Make a new document of them");
  expect(await screen.findByRole("region", { name: "Two versions" })).toBeTruthy();
  expect((await field()).value).toBe("My words.");
  expect(screen.getByText("Keep both texts")).toBeTruthy();
});

test("they are removed only when somebody confirms it", async () => {
  keep(owner.name);
  keep("somebody else");
  await openDesk(owner, LIST);
  await words();
  await press("Remove them");
  const question = await findDialog("Remove these words?");
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(localStorage.getItem(keyOf(owner.name))).not.toBeNull();
  await press("Remove them");
  await press("Remove");
  const answer = await screen.findByText("Removed from this device.");
  await waitFor(() => expect(document.activeElement).toBe(answer));
  expect(screen.queryByText("My words.")).toBeNull();
  expect(keptDrafts()).toEqual([keyOf("somebody else")]);
});

test("words of a document that will be deleted can be read beside that", async () => {
  keep(owner.name);
  respond({ [NEWS]: json({ ...gone, state: "deleted", version: "three", published: "Start." }) });
  await openDesk(owner, SCREEN);
  expect((await words()).textContent).toContain("My words.");
  expect(screen.getByText("Will be deleted")).toBeTruthy();
});

test("words of a name that the site no longer takes can be read, but not made a document", async () => {
  keep(owner.name);
  respond({ [NEWS]: () => errorResponse(404, "unknown_document", "There is no such name.") });
  await openDesk(owner, LIST);
  expect((await words()).textContent).toContain("My words.");
  expect(screen.getByText("There is no such name.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Make a new document of them" })).toBeNull();
  expect(button("Remove them")).toBeTruthy();
  expect(requests).not.toContain(SAVE);
});

test("words that an earlier release kept for all tabs are named and shown too", async () => {
  localStorage.setItem(`draft:${owner.name}:${PATH}`, JSON.stringify(draft));
  await openDesk(owner, LIST);
  expect((await words()).textContent).toContain("My words.");
});

const existing: ContentDocument = { ...made, state: "published", text: "Start.", version: "five" };

test.each([
  ["damaged", '{"text":"My wo'],
  ["of another form", JSON.stringify({ paragraphs: ["My words."], version: 7 })],
  ["without its text", JSON.stringify({ ...draft, text: null, body: "My words." })],
  [
    "with a part that this release does not know",
    JSON.stringify({ ...draft, text: "Old.", unwritable: { html: "My words." } }),
  ],
])("a copy that is %s is shown beside the document and stays", async (_, stored) => {
  localStorage.setItem(keyOf(owner.name), stored);
  respond({ [NEWS]: json(existing) });
  await openDesk(owner, SCREEN);
  expect((await words()).textContent).toContain("My wo");
  expect((await field()).value).toBe("Start.");
  expect(screen.getByText(/cannot be put into this text by themselves/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Make a new document of them" })).toBeNull();
  await userEvent.type(await field(), " More.");
  await screen.findByText("Everything is saved.");
  expect(localStorage.getItem(keyOf(owner.name))).toBe(stored);
  await press("Remove them");
  await press("Remove");
  await screen.findByText("Removed from this device.");
  expect(keptDrafts()).toEqual([]);
});

test("a copy without its version is compared with the document", async () => {
  localStorage.setItem(keyOf(owner.name), JSON.stringify({ text: "My words." }));
  respond({ [NEWS]: json(existing) });
  await openDesk(owner, SCREEN);
  expect(await screen.findByRole("region", { name: "Two versions" })).toBeTruthy();
  expect((await field()).value).toBe("My words.");
});

const line = (...parts: readonly string[]) => ({
  type: "paragraph",
  content: parts.map((text) => ({ type: "text", text })),
});

test("an editor's document is shown as words where there is no editor for it", async () => {
  const document = { type: "doc", content: [line("My ", "words."), line("More.")] };
  const unwritable = { message: "Close it.", document };
  localStorage.setItem(keyOf(owner.name), JSON.stringify({ ...draft, unwritable }));
  respond({ [NEWS]: json(existing) });
  await openDesk(owner, SCREEN);
  expect((await words()).textContent).toContain("My words.\nMore.");
});

test("an editor's document that the editor cannot read is shown as words, and stays when somebody types", async () => {
  const document = { type: "doc", content: [{ type: "poem", content: [line("My words.")] }] };
  const unwritable = { message: "Close it.", document };
  localStorage.setItem(
    keyOf(owner.name),
    JSON.stringify({ ...draft, text: "+++\n+++\nStart.\n", version: "five", unwritable }),
  );
  respond({ [NEWS]: json({ ...existing, text: "+++\n+++\nStart.\n", tree: [] }) });
  await openDesk(owner, SCREEN);
  expect((await words()).textContent).toContain("My words.");
  await userEvent.type(await field(), "#");
  await screen.findByText("Everything is saved.");
  expect(Object.values(localStorage).join()).toContain("My words.");
  expect((await words()).textContent).toContain("My words.");
});

test("a second Enter, pressed by habit, does not remove them", async () => {
  keep(owner.name);
  await openDesk(owner, SCREEN);
  await words();
  button("Remove them").focus();
  await userEvent.keyboard("{Enter}");
  await findDialog("Remove these words?");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(keptDrafts()).toEqual([keyOf(owner.name)]);
});
