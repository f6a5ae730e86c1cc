import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import {
  bodiesOf,
  contentList,
  dialog,
  errorResponse,
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

beforeEach(() => {
  respond({
    ...contentList({
      readOnlyReason: null,
      revision: 1,
      documents: [summary(OLD), summary(OTHER)],
      problems: [],
      placeholders: [],
    }),
    [`GET content/${OLD}`]: json(article),
    [`GET content/${NEW}`]: json({ ...article, path: NEW, state: "new", published: null }),
    [`PUT content/${NEW}`]: json({ version: "new 1", problems: [] }),
  });
});

const CHANGE = "POST content/change-address";

async function askForAddress(name: string) {
  await openDesk(owner, "/desk/content/articles/old");
  await press("Change the address");
  const question = dialog("Change the address");
  const field = question.getByLabelText<HTMLInputElement>("Last part of the address");
  await userEvent.clear(field);
  await userEvent.type(field, name);
  await press("Change it");
  return question;
}

const changes = () => requests.filter((request) => /^(PUT|DELETE) /.test(request));

test("what the server refuses is in the dialog, and the same address can be asked for again", async () => {
  respond({ [CHANGE]: () => errorResponse(409, "name_taken", "Another page has this address.") });
  const question = await askForAddress("Other");
  expect(await question.findByText("Another page has this address.")).toBeTruthy();
  respond({ [CHANGE]: noContent, [`GET content/${OTHER}`]: json({ ...article, path: OTHER }) });
  await press("Change it");
  await waitFor(() => expect(location.pathname).toBe("/desk/content/articles/other"));
});

test("an article gets another address with one call, which is sent again when its answer was lost", async () => {
  respond({
    [CHANGE]: () => {
      throw new TypeError("no network");
    },
  });
  const question = await askForAddress("New");
  expect(await question.findByText(/Cannot reach the clinic.s server/)).toBeTruthy();
  // It was stored: the list has the new address, and the page is deleted.
  respond({
    ...contentList({
      readOnlyReason: null,
      revision: 1,
      documents: [summary(OLD, "deleted"), summary(NEW, "new"), summary(OTHER)],
      problems: [],
      placeholders: [],
    }),
    [`GET content/${OLD}`]: json({ ...article, state: "deleted", version: "none", text: null }),
    [CHANGE]: noContent,
  });
  window.dispatchEvent(new Event("visibilitychange"));
  await press("Change it");
  await waitFor(() => expect(location.pathname).toBe("/desk/content/articles/new"));
  const change = { path: OLD, to: NEW, version: "old 1" };
  expect(bodiesOf(CHANGE)).toEqual([change, change]);
  expect(changes()).toEqual([]);
});

test("the address that a page has is no other one", async () => {
  const question = await askForAddress("old");
  expect(await question.findByText("This is its address now. Write another.")).toBeTruthy();
  expect(bodiesOf(CHANGE)).toEqual([]);
  await press("Cancel");
});

test("“Publish” on a page that a colleague has moved ticks everything that is published with it", async () => {
  const drafts = {
    [NEW]: [null, TEXT],
    [OLD]: [TEXT, null],
    "redirects.toml": ["", '"/articles/old" = "/articles/new"\n'],
    [OTHER]: ["[First](/articles/old)\n", "[First](/articles/new)\n"],
    "articles/apart.md": ["One.\n", "Two.\n"],
  } as const;
  const stateOf = ([published, text]: readonly [string | null, string | null]) =>
    published === null ? "new" : text === null ? "deleted" : "changed";
  respond({
    ...contentList({
      readOnlyReason: null,
      revision: 1,
      documents: Object.entries(drafts).map(([path, texts]) => summary(path, stateOf(texts))),
      problems: [],
      placeholders: [],
    }),
    "POST content/checks": json({
      errors: [],
      warnings: [],
      unchangedWarnings: [],
      visits: [],
      renamedChairs: [],
      drafts: [],
      allDrafts: Object.entries(drafts).map(([path, texts]) => ({
        path,
        savedBy: "Chidi",
        authors: ["Chidi"],
        savedAt: "2026-11-16T09:00:00Z",
        isNew: texts[0] === null,
        isDeletion: texts[1] === null,
        isOutdated: false,
        isLeftOut: false,
      })),
    }),
  });
  for (const [path, texts] of Object.entries(drafts)) {
    const [published, text] = texts;
    const document = { ...article, path, published, text, state: stateOf(texts) };
    respond({ [`GET content/${path}`]: json(document) });
  }
  await openDesk(owner, "/desk/content/articles/new");
  await press("Publish");
  await expect
    .poll(() => bodiesOf("POST content/checks").at(-1))
    .toEqual({ documents: [NEW, OLD, "redirects.toml", OTHER] });
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
