import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { findLosses } from "../../layout/leaving/losses";
import {
  bodiesOf,
  button,
  dialog,
  errorResponse,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const FIND = "POST content/removals/find";
const REMOVE = "POST content/removals";
const PICTURES = "GET content/removals/pictures";
const place = {
  path: "articles/news.md",
  title: "News of May",
  excerpt: "Seen by Mrs Ada Obi in May.",
  isShown: false,
  isDraft: true,
  revisions: 2,
};
const picture = {
  hash: "abc",
  path: "pictures/nurses.webp",
  description: "Two nurses",
  revisions: 3,
  lastPublishedAt: "2026-05-04T09:00:00Z",
};

async function open(pictures = [picture]) {
  respond({ [PICTURES]: json({ pictures }) });
  await openDesk(owner, "/desk/content/removal");
  await screen.findByRole("heading", { level: 1, name: "Remove for good" });
}

async function find(words: string) {
  await userEvent.type(screen.getByLabelText("The words to remove"), words);
  await press("Find");
}

test("an owner sees where words stand, confirms, and they are removed", async () => {
  await open();
  respond({
    [FIND]: json({ places: [place], notes: 1, colleagueNotes: 2 }),
    [REMOVE]: json({ revisions: 2 }),
  });
  await find("Ada Obi");
  expect(await screen.findByText("“Seen by Mrs Ada Obi in May.”")).toBeTruthy();
  expect(screen.getByText("in a draft, in 2 versions of the history")).toBeTruthy();
  expect(screen.getByText("1 note in the history")).toBeTruthy();
  expect(screen.getByText("2 notes to colleagues")).toBeTruthy();
  expect(screen.queryByText(/news/)).toBeNull();
  await press("Remove for good…");
  expect(requests).not.toContain(REMOVE);
  const question = dialog("Remove these words for good?");
  await userEvent.click(question.getByRole("button", { name: "Remove for good" }));
  expect(await screen.findByText(/^Removed\. The history says/)).toBeTruthy();
  expect(bodiesOf(REMOVE)).toEqual([{ passage: "Ada Obi" }]);
  expect(screen.getByLabelText<HTMLTextAreaElement>("The words to remove").value).toBe("");
  expect(screen.queryByText("News of May")).toBeNull();
});

test("a second Enter, pressed by habit, removes nothing", async () => {
  await open();
  respond({
    [FIND]: json({ places: [place], notes: 1, colleagueNotes: 2 }),
    [REMOVE]: json({ revisions: 2 }),
  });
  await find("Ada Obi");
  (await screen.findByRole("button", { name: "Remove for good…" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(dialog("Remove these words for good?")).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requests).not.toContain(REMOVE);
});

test("words that visitors can read must be changed first", async () => {
  await open();
  respond({
    [FIND]: json({
      places: [{ ...place, isShown: true, isDraft: false }],
      notes: 0,
      colleagueNotes: 0,
    }),
  });
  await find("Ada Obi");
  expect(await screen.findByText(/Visitors can still read these words\./)).toBeTruthy();
  expect(screen.getByText("on the site now, in 2 versions of the history")).toBeTruthy();
  expect(screen.getByRole("link", { name: "News of May" }).getAttribute("href")).toBe(
    "/desk/content/articles/news",
  );
  expect(screen.queryByRole("button", { name: "Remove for good…" })).toBeNull();
});

test("what was found for other words cannot be removed, and a refusal is shown", async () => {
  await open();
  respond({ [FIND]: json({ places: [place], notes: 0, colleagueNotes: 0 }) });
  await find("Ada Obi");
  await screen.findByText("News of May");
  respond({ [FIND]: () => errorResponse(404, "unknown_document", "Nothing contains this.") });
  await find(" and more");
  expect(screen.queryByText("News of May")).toBeNull();
  expect(await screen.findByText(/Nothing contains this\./)).toBeTruthy();
});

test("an owner removes a picture that only the history has", async () => {
  await open();
  expect(await screen.findByText("Two nurses")).toBeTruthy();
  respond({ [REMOVE]: json({ revisions: 3 }), [PICTURES]: json({ pictures: [] }) });
  await press("Remove Two nurses for good");
  const question = dialog("Remove this picture for good?");
  await userEvent.click(question.getByRole("button", { name: "Remove for good" }));
  expect(await screen.findByText("The history has no other pictures.")).toBeTruthy();
  expect(bodiesOf(REMOVE)).toEqual([{ picture: "abc" }]);
  await waitFor(() => expect(screen.queryByText("Two nurses")).toBeNull());
});

test("the history says what was removed, and only owners are led to removing", async () => {
  const removed = {
    path: "articles/news.md",
    isPicture: false,
    removedBy: "Tonye",
    removedAt: "2026-05-04T09:00:00Z",
  };
  const revision = {
    number: 1,
    author: "Ngozi",
    note: "News",
    publishedAt: "2026-05-01T09:00:00Z",
    documents: ["articles/news.md"],
    removed: [removed, { ...removed, path: "articles/more.md" }],
  };
  respond({ "GET content/history": json({ revisions: [revision], more: false }) });
  await openDesk({ ...owner, role: "editor" }, "/desk/content/history");
  expect(
    await screen.findByText(/^A passage of this version was removed for good by Tonye, /),
  ).toBeTruthy();
  expect(screen.queryByRole("link", { name: /for good/ })).toBeNull();
});

/** An answer that arrives when the test says so. */
function hold(value: unknown): [answer: () => void, response: () => Promise<Response>] {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return [answer, () => held.then(json(value))];
}

test("other words that are typed meanwhile are neither found nor emptied by a late answer", async () => {
  const [answerFind, findLater] = hold({ places: [place], notes: 0, colleagueNotes: 0 });
  const [answerRemoval, removeLater] = hold({ revisions: 2 });
  await open();
  respond({ [FIND]: findLater, [REMOVE]: removeLater });
  const field = screen.getByLabelText<HTMLTextAreaElement>("The words to remove");
  await find("Ada Obi");
  await userEvent.type(field, "a");
  answerFind();
  await waitFor(() => expect(button("Find").getAttribute("aria-disabled")).toBeNull());
  expect(screen.queryByRole("button", { name: "Remove for good…" })).toBeNull();
  expect(findLosses()).toHaveLength(1);

  await userEvent.type(field, "{Backspace}");
  await press("Find");
  await press("Remove for good…");
  await press("Remove for good");
  fireEvent.click(dialog("Remove these words for good?").getByRole("button", { name: "Close" }));
  await userEvent.type(field, " of May");
  answerRemoval();
  await screen.findByText(/^Removed\. The history says/);
  expect(field.value).toBe("Ada Obi of May");
});
