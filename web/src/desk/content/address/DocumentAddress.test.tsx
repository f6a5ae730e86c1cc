import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import {
  bodiesOf,
  contentList,
  dialog,
  findDialog,
  json,
  keptKeys,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

// What this test is about has no page, and the page of an article needs a browser.
vi.mock("../preview/Preview", () => ({ Preview: () => null }));

setUpDesk();

const OLD = "articles/old.md";
const NEW = "articles/new.md";
const OTHER = "articles/other.md";
const TEXT = '+++\ntitle = "First"\npublished = 2025-01-01\n+++\nWords.\n';

const article: ContentDocument = {
  path: OLD,
  kind: "article",
  state: "published",
  version: "old 1",
  text: TEXT,
  published: TEXT,
  definition: null,
  tree: null,
  problems: [],
  isOutdated: false,
  savedBy: null,
  savedAt: null,
};

const summary = (path: string, state: DocumentSummary["state"] = "published") => ({
  path,
  kind: "article" as const,
  title: path,
  state,
  appearsOn: null,
  position: null,
  savedBy: null,
  savedAt: null,
});

const list = (problems: { file: string; line: number; message: string }[]) =>
  contentList({
    readOnlyReason: null,
    revision: 1,
    documents: [summary(OLD), summary(OTHER)],
    problems,
    placeholders: [],
  });

beforeEach(() => {
  respond({
    ...list([]),
    [`GET content/${OLD}`]: json(article),
    [`GET content/${NEW}`]: json({ ...article, path: NEW, state: "new", published: null }),
    [`GET content/${OTHER}`]: json({
      ...article,
      path: OTHER,
      version: "other 1",
      text: '+++\ntitle = "Other"\n+++\n[First](/articles/old)\n',
    }),
    "GET content/redirects.toml": json({
      ...article,
      path: "redirects.toml",
      kind: "redirects",
      version: "none",
      text: null,
      published: null,
    }),
    [`PUT content/${NEW}`]: json({ version: "new 1", problems: [] }),
    [`PUT content/${OTHER}`]: json({ version: "other 2", problems: [] }),
    "PUT content/redirects.toml": json({ version: "redirects 1", problems: [] }),
    [`DELETE content/${OLD}`]: noContent,
    "POST content/notes/move": noContent,
  });
});

const changes = () => requests.filter((request) => /^(PUT|DELETE) /.test(request));

test("a page that a colleague has changed or moved since the question was opened is not moved", async () => {
  await openDesk(owner, "/desk/content/articles/old");
  await press("Change the address");
  const question = dialog("Change the address");
  await userEvent.type(question.getByLabelText("Last part of the address"), "er");
  respond({
    [`GET content/${OLD}`]: json({ ...article, state: "deleted", version: "none", text: null }),
  });
  await press("Change it");
  expect(await question.findByText(/a colleague has just changed this page/)).toBeTruthy();
  expect(changes()).toEqual([]);
  await press("Cancel");
});

test("an article gets another address, with a redirect and changed links, all as drafts", async () => {
  await openDesk(owner, "/desk/content/articles/old");
  await press("Change the address");
  const question = dialog("Change the address");
  const field = question.getByLabelText<HTMLInputElement>("Last part of the address");
  expect(field.value).toBe("old");
  await userEvent.clear(field);
  await userEvent.type(field, "other");
  await press("Change it");
  expect(await question.findByText(/Another page has this address already/)).toBeTruthy();
  expect(changes()).toEqual([]);

  await userEvent.clear(field);
  await userEvent.type(field, "New");
  const message =
    "The page /articles/old was moved to /articles/new. Change this link to /articles/new";
  respond(list([{ file: OTHER, line: 4, message }]));
  await press("Change it");
  await waitFor(() => expect(location.pathname).toBe("/desk/content/articles/new"));
  expect(changes()).toEqual([
    `PUT content/${NEW}`,
    `DELETE content/${OLD}`,
    "PUT content/redirects.toml",
    `PUT content/${OTHER}`,
  ]);
  expect(bodiesOf(`PUT content/${NEW}`)).toEqual([{ text: TEXT }]);
  expect(bodiesOf("PUT content/redirects.toml")).toEqual([
    { text: '"/articles/old" = "/articles/new"\n' },
  ]);
  expect(bodiesOf(`PUT content/${OTHER}`)).toEqual([
    { text: '+++\ntitle = "Other"\n+++\n[First](/articles/new)\n' },
  ]);
});

test("a press beside the dialog keeps a typed address, and “Cancel” removes it", async () => {
  await openDesk(owner, "/desk/content/articles/old");
  await press("Change the address");
  const field = (await findDialog("Change the address")).getByLabelText("Last part of the address");
  const element = field.closest("dialog") as HTMLDialogElement;
  await userEvent.type(field, "er");
  fireEvent.pointerDown(element);
  fireEvent.click(element);
  expect(screen.queryByRole("dialog")).toBeNull();
  const opened = async () => {
    await press("Change the address");
    const question = await findDialog("Change the address");
    return question.getByLabelText<HTMLInputElement>("Last part of the address");
  };
  expect((await opened()).value).toBe("older");
  await press("Cancel");
  expect((await opened()).value).toBe("old");
  expect(keptKeys()).toEqual([]);
});

test("a document is duplicated under another title", async () => {
  await openDesk(owner, "/desk/content/articles/old");
  await press("Duplicate");
  const question = await findDialog("Duplicate");
  await userEvent.type(question.getByLabelText("Title of the copy"), "New");
  await press("Make the copy");
  await waitFor(() => expect(location.pathname).toBe("/desk/content/articles/new"));
  expect(changes()).toEqual([`PUT content/${NEW}`]);
  const [copy] = bodiesOf(`PUT content/${NEW}`) as { text: string }[];
  expect(copy?.text).toContain('title = "New"');
  expect(copy?.text).toContain("Words.");
});
