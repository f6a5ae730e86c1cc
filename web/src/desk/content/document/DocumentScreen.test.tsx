import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ContentDocument } from "../../../generated/ContentDocument";
import { definitions } from "../../../generated/definitions";
import { ApiError } from "../../api/api-error";
import * as endpoints from "../../api/endpoints";
import {
  bodiesOf,
  button,
  contentList,
  findDialog,
  json,
  keptKeys,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const SAVE = "PUT content/articles/news.md";
const document: ContentDocument = {
  path: "articles/news.md",
  // On no page of its own, so that there is no preview.
  kind: "redirects",
  state: "published",
  version: "one",
  text: "Start.",
  published: "Start.",
  // Without a form and without an editor, the whole file is one field.
  definition: null,
  tree: null,
  problems: [],
  isOutdated: false,
  savedBy: null,
  savedAt: null,
};
const deletedBy = (savedBy: string) => () =>
  Response.json(
    {
      error: { code: "stale", message: "No.", conflict: { version: "none", text: null, savedBy } },
    },
    { status: 412 },
  );

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
    "GET content/articles/news.md": json(document),
    [SAVE]: deletedBy("Ngozi"),
  });
});

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Settings");

async function typeIntoDeleted(): Promise<void> {
  await openDesk(owner, "/desk/content/articles/news");
  await userEvent.type(await field(), " Mine.");
  expect(await screen.findByText("This document was deleted")).toBeTruthy();
}

test("a document that a colleague deleted is shown as deleted, and the typed words can be kept", async () => {
  await typeIntoDeleted();
  expect(screen.getByText(/Ngozi deleted it\. Your text is still here\./)).toBeTruthy();
  expect((await field()).value).toBe("Start. Mine.");
  // Still the same field with the focus: typing goes on. A click would give the focus back.
  await userEvent.keyboard(" More.");
  respond({ [SAVE]: json({ version: "two", problems: [] }) });
  await press("Keep my text");
  expect(await screen.findByText("Everything is saved.")).toBeTruthy();
  expect(bodiesOf(SAVE).at(-1)).toEqual({ text: "Start. Mine. More.", tree: null });
  expect(screen.queryByText("This document was deleted")).toBeNull();
});

test("who agrees with the deletion sees the document as deleted, and nothing is left on the device", async () => {
  await typeIntoDeleted();
  respond({
    "GET content/articles/news.md": json({
      ...document,
      state: "deleted",
      version: "none",
      text: null,
    }),
  });
  await press("Delete my text as well");
  expect(await screen.findByText("Will be deleted")).toBeTruthy();
  expect(keptKeys()).toEqual([]);
  expect(bodiesOf(SAVE)).toHaveLength(1);
});

test.each([
  [{ state: "published", text: "Newer.", version: "two" }, /^A newer text was published since/],
  [{ state: "changed", text: "Mine.", version: "two", savedBy: "Ngozi" }, /^Ngozi has changed/],
  [{ state: "published", text: null, version: "none" }, /^Somebody has published the deletion/],
  [
    { state: "deleted", text: null, version: "one", published: "Newer." },
    /would delete that text\.$/,
  ],
] as const)(
  "the screen of a deletion notices what a colleague has done: %o",
  async (now, words) => {
    const deleted = { ...document, state: "deleted", text: null };
    respond({ "GET content/articles/news.md": json(deleted) });
    await openDesk(owner, "/desk/content/articles/news");
    await screen.findByText("Will be deleted");
    respond({ "GET content/articles/news.md": json({ ...deleted, ...now }) });
    window.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText(words)).toBeTruthy();
    await press(/^Show/);
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  },
);

test("a new document that was published here is shown as published", async () => {
  const path = document.path;
  respond({
    "GET content/articles/news.md": json({ ...document, state: "new", published: null }),
    "POST content/checks": json({
      errors: [],
      warnings: [],
      unchangedWarnings: [],
      visits: [],
      renamedChairs: [],
      drafts: [{ path, version: "one" }],
      allDrafts: [
        {
          path,
          savedBy: owner.name,
          authors: [owner.name],
          savedAt: "2026-11-16T09:00:00Z",
          isNew: true,
          isDeletion: false,
        },
      ],
    }),
    "POST content/publish": json({ revision: 2 }),
  });
  await openDesk(owner, "/desk/content/articles/news");
  await press("Publish");
  await press("Publish now");
  expect(bodiesOf("POST content/checks")).toEqual([{ documents: [path] }]);
  await expect.poll(() => screen.queryByRole("button", { name: "Published" })).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Discard this new document" })).toBeNull();
});

test("“Go there” in the dialog closes it and leads to the field behind it, also a second time", async () => {
  const path = "team/ada-obi.md";
  const text = '+++\nname = "Ada Obi"\nrole = ""\npicture = ""\norder = 1\n+++\n';
  const draft = {
    path,
    savedBy: owner.name,
    authors: [owner.name],
    savedAt: "2026-11-16T09:00:00Z",
  };
  respond({
    [`GET content/${path}`]: json({
      ...document,
      ...{ path, kind: "member", state: "changed", text, published: "" },
      definition: definitions["team/director.md"],
    }),
    "POST content/checks": json({
      errors: [{ file: path, line: 3, message: "The role is empty." }],
      warnings: [],
      unchangedWarnings: [],
      visits: [],
      renamedChairs: [],
      drafts: [{ path, version: "one", replaces: "zero" }],
      allDrafts: [draft],
    }),
  });
  await openDesk(owner, "/desk/content/team/ada-obi");
  const role = await screen.findByLabelText("Role");
  for (const _ of [1, 2]) {
    await press("Publish");
    const question = await findDialog("Publish");
    await userEvent.click(await question.findByRole("link", { name: "Go there" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(window.document.activeElement).toBe(role));
  }
});

const NEWS = "GET content/articles/news.md";
const lookAgain = () => window.dispatchEvent(new Event("visibilitychange"));

test("a screen that is older than what was published says so and shows the newer text", async () => {
  await openDesk(owner, "/desk/content/articles/news");
  await field();
  respond({ [NEWS]: json({ ...document, version: "two", text: "Newer.", published: "Newer." }) });
  lookAgain();
  expect(await screen.findByText(/A newer text was published since you opened/)).toBeTruthy();
  expect((await field()).value).toBe("Start.");
  await press("Show the newer text");
  await expect.poll(async () => (await field()).value).toBe("Newer.");
  expect(screen.queryByText("There is a newer text")).toBeNull();
});

test("a document that a colleague publishes is shown as published, by whom and when", async () => {
  const draft = { ...document, state: "changed" as const, version: "two", text: "Words." };
  respond({
    [NEWS]: json(draft),
    "GET content/history?path=articles%2Fnews.md": json({
      more: false,
      revisions: [
        {
          number: 2,
          author: "Ada",
          publishedAt: "2026-11-16T09:00:00Z",
          note: "",
          documents: [],
          removed: [],
        },
      ],
    }),
  });
  await openDesk(owner, "/desk/content/articles/news");
  await field();
  expect(button("Publish").hasAttribute("disabled")).toBe(false);
  respond({ [NEWS]: json({ ...draft, state: "published", published: "Words." }) });
  lookAgain();
  expect(await screen.findByText(/^Ada published this .*10:00 AM/)).toBeTruthy();
  expect(button("Published").hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("button", { name: "Discard the changes" })).toBeNull();
  expect(screen.queryByText("There is a newer text")).toBeNull();

  respond({ [SAVE]: json({ version: "three", problems: [] }) });
  await userEvent.type(await field(), " Mine.");
  await waitFor(() => expect(screen.queryByText(/^Ada published this/)).toBeNull(), {
    timeout: 5000,
  });
  await waitFor(() => expect(button("Publish").hasAttribute("disabled")).toBe(false), {
    timeout: 5000,
  });
});

test("what this screen has saved itself is no newer text, and words that are not saved are not replaced", async () => {
  await openDesk(owner, "/desk/content/articles/news");
  respond({ [SAVE]: json({ version: "two", problems: [] }) });
  await userEvent.type(await field(), " Mine.");
  await screen.findByText("Everything is saved.");
  const asked = requests.length;
  respond({
    [NEWS]: json({ ...document, state: "changed", version: "two", text: "Start. Mine." }),
  });
  // When the second answer is asked for, the first is on the screen.
  await expect
    .poll(() => {
      lookAgain();
      return requests.slice(asked).filter((request) => request === NEWS).length;
    })
    .toBeGreaterThan(1);
  expect(screen.queryByText("There is a newer text")).toBeNull();
  respond({ [NEWS]: json({ ...document, version: "three", text: "Newer." }) });
  await userEvent.type(await field(), " More.");
  lookAgain();
  expect(screen.queryByText("There is a newer text")).toBeNull();
  await expect.poll(() => bodiesOf(SAVE).length).toBe(2);
});

test("a text that the same person saved in another tab is not that of somebody else", async () => {
  const conflict = { version: "two", text: "Other.", savedBy: owner.name };
  respond({
    [SAVE]: () =>
      Response.json({ error: { code: "stale", message: "No.", conflict } }, { status: 412 }),
  });
  await openDesk(owner, "/desk/content/articles/news");
  await userEvent.clear(await field());
  await userEvent.type(await field(), "Mine.");
  expect(await screen.findByText("You changed this document in two places")).toBeTruthy();
  expect(screen.getByText(/^You have changed this document in another tab/)).toBeTruthy();
  expect(screen.queryByText(/two people|[Ss]omebody else/)).toBeNull();
});

test("words that were typed without a network are named at once on the way and saved by themselves", async () => {
  await openDesk(owner, "/desk/content/articles/news");
  respond({
    [SAVE]: () => {
      throw new TypeError("no network");
    },
  });
  await userEvent.type(await field(), " Mine.");
  await screen.findByText(/^No connection\. Your words are kept/);
  respond({
    [NEWS]: () => {
      throw new TypeError("no network");
    },
  });
  // Away: the list names them.
  await userEvent.click(screen.getByRole("link", { name: "All content" }));
  expect(await screen.findByText("Words that were not saved")).toBeTruthy();
  expect(screen.getByText(/kept on this device, and saved as soon as/)).toBeTruthy();
  // Back: the document cannot be loaded, and they are named.
  await userEvent.click(screen.getByRole("link", { name: "Article “news”" }));
  expect(await screen.findByText("Nothing is lost")).toBeTruthy();
  // Away again: the network is back, and nobody presses anything.
  await userEvent.click(screen.getByRole("link", { name: "All content" }));
  await screen.findByText("Words that were not saved");
  respond({ [NEWS]: json(document), [SAVE]: json({ version: "two", problems: [] }) });
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("Your words are saved in the draft now.")).toBeTruthy();
  expect(bodiesOf(SAVE).at(-1)).toEqual({ text: "Start. Mine.", tree: null });
  expect(keptKeys()).toEqual([]);
});

test("a draft that is open while the site is restored says so and shows what it would take back", async () => {
  const changed = { ...document, state: "changed", text: "Start. Mine.", version: "two" };
  respond({ [NEWS]: json(changed) });
  await openDesk(owner, "/desk/content/articles/news");
  await field();
  expect(screen.queryByText(/was published since this draft was begun/)).toBeNull();
  respond({ [NEWS]: json({ ...changed, published: "Restored.", isOutdated: true }) });
  lookAgain();
  expect(await screen.findByText(/was published since this draft was begun/)).toBeTruthy();
  await press("Show what this draft changes");
  expect(window.document.querySelector("del")?.textContent).toContain("Restored");
});

test("the page of a document is opened beside the desk, which has no screen for it", async () => {
  respond({ [NEWS]: json({ ...document, kind: "article" }) });
  await openDesk(owner, "/desk/content/articles/news");
  const link = await screen.findByRole("link", { name: "View on the site" });
  const isLeftToBrowser = fireEvent.click(link);
  expect(isLeftToBrowser).toBe(true);
  expect(link.getAttribute("target")).toBe("_blank");
  expect(location.pathname).toBe("/desk/content/articles/news");
});

test.each([
  ["Discard the changes", "POST content/discard"],
  ["Delete this document", "DELETE content/articles/news.md"],
])("a second Enter, pressed by habit, does not confirm “%s”", async (label, request) => {
  respond({ [NEWS]: json({ ...document, kind: "article", state: "changed", text: "Changed." }) });
  await openDesk(owner, "/desk/content/articles/news");
  (await screen.findByRole("button", { name: label })).focus();
  await userEvent.keyboard("{Enter}");
  await findDialog(`${label}?`);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requests).not.toContain(request);
});

function respondToPublishing(): void {
  const path = document.path;
  respond({
    [NEWS]: json({ ...document, state: "changed", text: "Start. Mine." }),
    [SAVE]: json({ version: "two", problems: [] }),
    "POST content/checks": json({
      errors: [],
      warnings: [],
      unchangedWarnings: [],
      visits: [],
      renamedChairs: [],
      drafts: [{ path, version: "one", replaces: "zero" }],
      allDrafts: [
        { path, savedBy: owner.name, authors: [owner.name], savedAt: "2026-11-16T09:00:00Z" },
      ],
    }),
    "POST content/publish": json({ revision: 2 }),
  });
}

test("“Publish” stands beside the line that says what is saved, and what it said goes with the next change", async () => {
  respondToPublishing();
  await openDesk(owner, "/desk/content/articles/news");
  const line = await screen.findByText("Everything is saved.");
  const publish = screen.getByRole("button", { name: "Publish" });
  expect(publish.parentElement).toBe(line.parentElement);
  await press("Publish");
  await press("Publish now");
  expect(await screen.findByText(/^Published\. Visitors see it/)).toBeTruthy();
  expect(button("Published")).toBeTruthy();
  await userEvent.type(await field(), " More.");
  await waitFor(() => expect(screen.queryByText(/^Published\. Visitors/)).toBeNull());
});

test("what was said after publishing does not stay over the page when one scrolls on", async () => {
  respondToPublishing();
  await openDesk(owner, "/desk/content/articles/news");
  await screen.findByText("Everything is saved.");
  await press("Publish");
  await press("Publish now");
  await screen.findByText(/^Published\. Visitors see it/);
  const scrollTo = (scrollY: number) => {
    vi.stubGlobal("scrollY", scrollY);
    fireEvent.scroll(window);
  };
  scrollTo(100);
  expect(screen.getByText(/^Published\. Visitors see it/)).toBeTruthy();
  scrollTo(300);
  expect(screen.queryByText(/^Published\. Visitors see it/)).toBeNull();
  expect(button("Published")).toBeTruthy();
});

test("after both texts were kept, the screen says to delete what is there twice", async () => {
  const conflict = { version: "two", text: "Other.", savedBy: "Ngozi" };
  respond({
    [SAVE]: () =>
      Response.json({ error: { code: "stale", message: "No.", conflict } }, { status: 412 }),
  });
  await openDesk(owner, "/desk/content/articles/news");
  await userEvent.clear(await field());
  await userEvent.type(await field(), "Mine.");
  await screen.findByText("This document was changed by two people");
  respond({ [SAVE]: json({ version: "three", problems: [] }) });
  await press("Keep both texts");
  expect(
    await screen.findByText("Both texts are here now. Delete what is there twice."),
  ).toBeTruthy();
});

test("“Cannot reach” beside the preview goes by itself when the server can be reached", async () => {
  const preview = vi
    .spyOn(endpoints, "previewPage")
    .mockRejectedValue(new ApiError({ kind: "unreachable" }));
  respond({ [NEWS]: json({ ...document, kind: "article" }) });
  await openDesk(owner, "/desk/content/articles/news");
  expect(await screen.findByText(/^Cannot reach the clinic's server/)).toBeTruthy();
  preview.mockResolvedValue(window.document.implementation.createHTMLDocument("News"));
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText(/^Cannot reach/)).toBeNull());
});

test("a document that is gone leads to its history, which can bring it back", async () => {
  respond({
    [NEWS]: json({ ...document, state: "new", version: "none", text: null, published: null }),
  });
  await openDesk(owner, "/desk/content/articles/news");
  expect(await screen.findByText("There is no such document")).toBeTruthy();
  const history = screen.getByRole("link", { name: "History" });
  expect(history.getAttribute("href")).toBe("/desk/content/history?of=articles%2Fnews.md");
});
