import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ContentChecks } from "../../../generated/ContentChecks";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { definitions } from "../../../generated/definitions";
import {
  bodiesOf,
  contentList,
  dialog,
  errorResponse,
  findDialog,
  hold,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const PUBLISH = "POST content/publish";
const CHECKS = "POST content/checks";
const pathOf = (name: string) => `articles/${name}.md`;
const draft = (name: string) => ({
  path: pathOf(name),
  version: `${name} 1`,
  replaces: `${name} 0`,
});

const summaryOf = (name: string): DocumentSummary => ({
  path: pathOf(name),
  kind: "article",
  title: name,
  state: "changed",
  appearsOn: null,
  position: null,
  savedBy: null,
  savedAt: "2026-11-16T09:00:00Z",
});

const checksOf = (
  authors: Readonly<Record<string, string>>,
  chosen: readonly string[],
  outdated: readonly string[] = [],
) => ({
  errors: [],
  warnings: [],
  unchangedWarnings: [],
  visits: [],
  renamedChairs: [],
  drafts: chosen.map(draft),
  allDrafts: Object.keys(authors).map((name) => ({
    path: pathOf(name),
    savedBy: authors[name],
    authors: [authors[name]],
    savedAt: "2026-11-16T09:00:00Z",
    isNew: false,
    isDeletion: false,
    isOutdated: outdated.includes(name),
  })),
});

/** Drafts by name, with who saved them. `chosen` is what the server checks. */
function respondWithDrafts(
  authors: Readonly<Record<string, string>>,
  chosen: readonly string[],
  found: Partial<ContentChecks> = {},
  appearsOn: string | null = null,
  outdated: readonly string[] = [],
): void {
  const names = Object.keys(authors);
  const summary = (name: string): DocumentSummary => ({
    ...summaryOf(name),
    appearsOn,
    savedBy: authors[name] ?? null,
  });
  respond({
    ...contentList({
      readOnlyReason: null,
      revision: 1,
      documents: names.map(summary),
      problems: [],
      placeholders: [],
    }),
    [CHECKS]: json({ ...checksOf(authors, chosen, outdated), ...found }),
  });
}

async function openDialog(): Promise<ReturnType<typeof dialog>> {
  await openDesk(owner, "/desk/content");
  await press(/^Publish/);
  return dialog("Publish");
}

function leavingWarns(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

/** The desk has no screen for it: the browser opens it beside the desk. */
function expectPageOfTheSite(link: HTMLElement): void {
  const isLeftToBrowser = fireEvent.click(link);
  expect(isLeftToBrowser).toBe(true);
  expect(link.getAttribute("target")).toBe("_blank");
  expect(location.pathname).toBe("/desk/content");
}

test("one's own changes are ticked, those of others are not, and only the ticked ones are published", async () => {
  respondWithDrafts({ News: owner.name, Story: "Chidi" }, ["News"]);
  const question = await openDialog();
  const box = (name: RegExp) => question.getByRole<HTMLInputElement>("checkbox", { name });
  await waitFor(() => expect(box(/News by you/).checked).toBe(true));
  expect(box(/Story by Chidi/).checked).toBe(false);
  expect(bodiesOf(CHECKS)).toEqual([{ documents: null }]);

  respondWithDrafts({ News: owner.name, Story: "Chidi" }, ["News", "Story"]);
  await userEvent.click(box(/Story/));
  expect(bodiesOf(CHECKS).at(-1)).toEqual({ documents: [pathOf("News"), pathOf("Story")] });
  respondWithDrafts({ News: owner.name, Story: "Chidi" }, ["Story"]);
  await userEvent.click(box(/News/));
  expect(bodiesOf(CHECKS).at(-1)).toEqual({ documents: [pathOf("Story")] });

  respond({ [PUBLISH]: json({ revision: 2 }) });
  await press("Publish now");
  await expect.poll(() => bodiesOf(PUBLISH)).toEqual([{ note: "", drafts: [draft("Story")] }]);
  await expect.poll(() => screen.queryByRole("dialog", { name: "Publish" })).toBeNull();
  const sentence = screen.getByText(/^Published\./);
  await waitFor(() => expect(document.activeElement).toBe(sentence));
  const link = screen.getByRole("link", { name: "View on the site" });
  expect(link.getAttribute("href")).toBe("/articles/Story");
  expectPageOfTheSite(link);
});

test("with nothing ticked, one sentence says what to do and one button leaves", async () => {
  respondWithDrafts({ Story: "Chidi" }, []);
  const question = await openDialog();
  expect(await question.findByText("Tick the changes above that visitors shall see.")).toBeTruthy();
  expect(question.queryByRole("button", { name: "Cancel" })).toBeNull();
  // Beside the one at the top of every dialog.
  const leave = question.getAllByRole("button", { name: "Close" });
  expect(leave.filter((control) => control.matches("[type=submit]"))).toHaveLength(1);
  respondWithDrafts({ Story: "Chidi" }, ["Story"]);
  await userEvent.click(question.getByRole("checkbox", { name: /Story/ }));
  expect(await question.findByRole("button", { name: "Publish now" })).toBeTruthy();
  expect(question.getByRole("button", { name: "Cancel" })).toBeTruthy();
});

test("a draft of two people names both, and is not ticked by itself", async () => {
  const both = {
    path: pathOf("News"),
    savedBy: owner.name,
    authors: ["Chidi", owner.name],
    savedAt: "2026-11-16T09:00:00Z",
    isNew: false,
    isDeletion: false,
    isOutdated: false,
    isLeftOut: false,
  };
  const own = { ...both, path: pathOf("Story"), authors: [owner.name] };
  const allDrafts = [both, own];
  respondWithDrafts({ News: owner.name, Story: owner.name }, ["Story"], { allDrafts });
  const question = await openDialog();
  const box = (name: RegExp) => question.findByRole<HTMLInputElement>("checkbox", { name });
  expect((await box(/News by Chidi and you/)).checked).toBe(false);
  expect((await box(/Story by you/)).checked).toBe(true);
  respondWithDrafts({ News: owner.name, Story: owner.name }, [], { allDrafts });
  await userEvent.click(await box(/Story/));
  expect(bodiesOf(CHECKS).at(-1)).toEqual({ documents: [] });
});

test("an article whose day has not come says from when it is on the site, in the list and in the dialog", async () => {
  respondWithDrafts({ News: owner.name }, ["News"], {}, "2999-11-17");
  const question = await openDialog();
  expect(await question.findByText(/News, on the site from 17 November 2999/)).toBeTruthy();
  const row = screen.getAllByRole("link", { name: "News" })[0]?.closest("li");
  expect(row?.textContent).toContain("On the site from 17 November 2999. Changed, not published");

  respond({ [PUBLISH]: json({ revision: 2 }) });
  await press("Publish now");
  const sentence = await screen.findByText(/^Published\./);
  expect(sentence.textContent?.trim()).toBe(
    "Published. “News” is on the site from 17 November 2999.",
  );
});

test("a notice whose first day has not come says in the dialog and afterwards from when it is on the site", async () => {
  const CLINIC = "clinic.toml";
  const clinic = (notice: string) => `name = "Eyes"\n${notice}`;
  respondWithDrafts({ News: owner.name }, ["News"]);
  const { allDrafts } = checksOf({ News: owner.name }, ["News"]);
  respond({
    ...contentList({
      documents: [{ ...summaryOf("Clinic"), path: CLINIC, kind: "clinic", savedBy: owner.name }],
      readOnlyReason: null,
      revision: 1,
      problems: [],
      placeholders: [],
      noticeFrom: "2999-11-17",
    }),
    [CHECKS]: json({
      ...checksOf({}, []),
      drafts: [{ path: CLINIC, version: "2", replaces: "1" }],
      allDrafts: allDrafts.map((draft) => ({ ...draft, path: CLINIC })),
    }),
    [`GET content/${CLINIC}`]: json({
      path: CLINIC,
      kind: "clinic",
      definition: definitions[CLINIC] ?? null,
      published: clinic(""),
      text: clinic('[notice]\ntext = "We move"\nfrom = 2999-11-17\nuntil = 2999-11-30\n'),
    }),
  });
  const question = await openDialog();
  expect(
    await question.findByText(/Changed: Notice \(on the site from 17 November 2999\)\./),
  ).toBeTruthy();
  respond({ [PUBLISH]: json({ revision: 2 }) });
  await press("Publish now");
  const sentence = await screen.findByText(/^Published\./);
  expect(sentence.textContent).toContain("The notice is on the site from 17 November 2999.");
});

test("the dialog opens at what is published, and Enter there publishes nothing", async () => {
  const authors = { News: owner.name, Story: "Chidi" };
  respondWithDrafts(authors, ["News"]);
  const { answer, response } = hold(() => Response.json(checksOf(authors, ["News"])));
  respond({ [CHECKS]: response });
  const question = await openDialog();
  const loading = await question.findByText("Checking the content...");
  expect(document.activeElement).toBe(loading);
  answer();
  const [box] = await question.findAllByRole("checkbox");
  await waitFor(() => expect(document.activeElement).toBe(box));
  respond({ [PUBLISH]: json({ revision: 2 }) });
  await userEvent.keyboard("{Enter}");
  // The next press is answered after it.
  await userEvent.type(question.getByLabelText("What has changed?"), "News{Enter}");
  await expect.poll(() => screen.queryByRole("dialog", { name: "Publish" })).toBeNull();
  expect(bodiesOf(PUBLISH)).toEqual([{ note: "News", drafts: [draft("News")] }]);
});

test("somebody who writes before the drafts are loaded goes on writing", async () => {
  respondWithDrafts({ News: owner.name }, ["News"]);
  const { answer, response } = hold(() => Response.json(checksOf({ News: owner.name }, ["News"])));
  respond({ [CHECKS]: response });
  const question = await openDialog();
  const field = await question.findByLabelText("What has changed?");
  await userEvent.type(field, "New ");
  answer();
  await question.findAllByRole("checkbox");
  expect(document.activeElement).toBe(field);
  // Which forgets the words.
  await press("Cancel");
});

test("a draft that was saved since the dialog was opened is shown before it is published", async () => {
  respondWithDrafts({ News: owner.name }, ["News"]);
  const question = await openDialog();
  expect(await question.findByText("News")).toBeTruthy();
  respondWithDrafts({ News: owner.name, Story: owner.name }, ["News", "Story"]);
  respond({ [PUBLISH]: () => errorResponse(409, "changed_meanwhile", "Look again.") });
  await press("Publish now");
  expect(await question.findByText("Story")).toBeTruthy();
  expect(question.getByText(/Look again\./)).toBeTruthy();
  expect(bodiesOf(PUBLISH)).toEqual([{ note: "", drafts: [draft("News")] }]);

  respond({ [PUBLISH]: json({ revision: 2 }) });
  await userEvent.type(question.getByLabelText("What has changed?"), "Both");
  await press("Publish now");
  await expect.poll(() => bodiesOf(PUBLISH).length).toBe(2);
  expect(bodiesOf(PUBLISH).at(-1)).toEqual({
    note: "Both",
    drafts: [draft("News"), draft("Story")],
  });
  await expect.poll(() => screen.queryByRole("dialog", { name: "Publish" })).toBeNull();
});

test("a mistake refuses the ticked documents, and visits without a time are named", async () => {
  const mistake = { file: pathOf("News"), line: 3, message: "A title is missing." };
  respondWithDrafts({ News: owner.name, Story: owner.name }, ["News", "Story"], {
    errors: [mistake],
  });
  respond({
    "GET content/clinic.toml": json({
      published: "[booking]\nchairs = 2\n",
      text: '[booking]\nchairs = 2\n[[closures]]\ndate = 2026-12-24\nreason = "Christmas Eve"\n',
    }),
  });
  const question = await openDialog();
  expect(await question.findByText(/A title is missing\./)).toBeTruthy();
  respondWithDrafts({ News: owner.name, Story: owner.name }, ["Story"], {
    visits: [{ date: "2026-12-24", visits: 2 }],
  });
  await userEvent.click(question.getByRole("checkbox", { name: /News/ }));
  expect((await question.findByRole("link", { name: /24 December/ })).getAttribute("href")).toBe(
    "/desk/appointments?day=2026-12-24",
  );
  const day = question.getByText(/2 visits/);
  await waitFor(() => expect(day.textContent).toContain("New hours: Closed (Christmas Eve)"));
  expect(question.queryByText(/chairs|at the same time/)).toBeNull();
  expect(question.queryByText(/A title is missing\./)).toBeNull();
  respond({ [PUBLISH]: json({ revision: 2 }) });
  await press("Publish anyway");
  await expect.poll(() => bodiesOf(PUBLISH)).toEqual([{ note: "", drafts: [draft("Story")] }]);
  const sentence = await screen.findByText(/^Published\./);
  expect(sentence.textContent).toContain("2 visits cannot take place as booked.");
  const list = screen.getByRole("link", { name: "Move, cancel or tell" });
  expect(list.getAttribute("href")).toBe("/desk/appointments#closed-visits");
});

test("chairs whose visits get another name are named", async () => {
  respondWithDrafts({ News: owner.name }, ["News"], {
    renamedChairs: [{ before: "Dr. Amadi", after: "Dr. Okon", visits: 2 }],
  });
  const question = await openDialog();
  await question.findByText("2 visits of “Dr. Amadi” will be with “Dr. Okon”.");
  await question.findByRole("button", { name: "Publish anyway" });
});

test("a draft of an older text is not ticked by itself, and shows what it undoes", async () => {
  const text = { kind: "article", published: "The restored words.", text: "The older words." };
  respond({ [`GET content/${pathOf("News")}`]: json(text) });
  respondWithDrafts({ News: owner.name }, ["News"]);
  const question = await openDialog();
  const box = () => question.getByRole<HTMLInputElement>("checkbox", { name: /News/ });
  await waitFor(() => expect(box().checked).toBe(true));
  // The person ticks it, and a colleague restores the text that is published before the press.
  respondWithDrafts({ News: owner.name }, []);
  await userEvent.click(box());
  await waitFor(() => expect([box().checked, box().disabled]).toEqual([false, false]));
  respondWithDrafts({ News: owner.name }, ["News"]);
  await userEvent.click(box());
  // The answer to this choice is on the screen.
  await question.findByRole("button", { name: "Publish now" });
  respondWithDrafts({ News: owner.name }, [], {}, null, ["News"]);
  respond({ [PUBLISH]: () => errorResponse(409, "changed_meanwhile", "Look again.") });
  await press("Publish now");
  expect(await question.findByText("This draft was begun on an older text")).toBeTruthy();
  await waitFor(() => expect(box().checked).toBe(false));
  expect(bodiesOf(CHECKS).at(-1)).toEqual({ documents: [] });
  const undone = await question.findByText("restored");
  expect(undone.tagName).toBe("DEL");

  respondWithDrafts({ News: owner.name }, ["News"], {}, null, ["News"]);
  await userEvent.click(box());
  respond({ [PUBLISH]: json({ revision: 2 }) });
  await press("Publish now");
  await expect.poll(() => bodiesOf(PUBLISH).length).toBe(2);
  expect(bodiesOf(PUBLISH).at(-1)).toEqual({ note: "", drafts: [draft("News")] });
});

const picture = {
  path: "pictures/lens.webp",
  savedBy: "Chidi",
  authors: ["Chidi"],
  savedAt: "2026-11-16T09:00:00Z",
  isNew: false,
  isDeletion: false,
  isOutdated: true,
  isLeftOut: true,
};

test.each([
  [false, /Publishing this draft replaces the picture that is on the site now/],
  [true, /Publishing this draft deletes the picture that is on the site now/],
])(
  "a picture of an older one is not described as a text (deletion: %s)",
  async (isDeletion, said) => {
    respond({ "GET content/game/level-1.svg": json({ kind: "picture" }) });
    respondWithDrafts({ News: owner.name }, ["News"], {
      allDrafts: [{ ...picture, path: "game/level-1.svg", isDeletion }],
    });
    const question = await openDialog();
    expect(await question.findByText("This draft was begun on an older picture")).toBeTruthy();
    expect(question.getByText(said)).toBeTruthy();
    expect(question.queryByText(/crossed out/)).toBeNull();
    expect(question.getByText(/nothing is published as long as this is not ticked/)).toBeTruthy();
  },
);

test("a picture of an older one that a ticked document uses is not ticked, and says what that means", async () => {
  respond({ "GET content/pictures/lens.webp": json({ kind: "picture" }) });
  respondWithDrafts({ News: owner.name }, ["News"], { allDrafts: [picture] });
  const question = await openDialog();
  expect(await question.findByText(/^A ticked document uses it\./)).toBeTruthy();
  const box = question.getByRole<HTMLInputElement>("checkbox", { name: /lens/ });
  expect([box.checked, box.disabled]).toEqual([false, false]);
  respondWithDrafts({ News: owner.name }, ["News"], {
    allDrafts: [{ ...picture, isLeftOut: false }],
  });
  await userEvent.click(box);
  await waitFor(() => expect(question.queryByText(/^A ticked document uses it/)).toBeNull());
  expect(bodiesOf(CHECKS).at(-1)).toEqual({ documents: [picture.path] });
});

test("instances that do not show what was published are named until they do", async () => {
  respondWithDrafts({ News: owner.name }, ["News"]);
  await openDialog();
  const behind = {
    instance: "web-2",
    revision: 2,
    explanation: "The site shows revision 1.",
    problems: ["pictures/lens.png cannot be read."],
    since: "2026-11-16T09:00:00Z",
  };
  respond({
    [PUBLISH]: json({ revision: 2 }),
    "GET content/instances": json({ notShown: [behind] }),
  });
  await press("Publish now");
  const notice = await screen.findByText(/^web-2, since/);
  expect(notice.textContent).toContain(
    "The site shows revision 1. pictures/lens.png cannot be read.",
  );
  expect(await screen.findByText(/^Published, but not shown everywhere yet/)).toBeTruthy();
  respond({ "GET content/instances": json({ notShown: [] }) });
  await expect.poll(() => screen.queryByText(/^web-2/)).toBeNull();
  expect(await screen.findByText(/^Published\. Visitors see it/)).toBeTruthy();
});

test("a dialog that is closed while it publishes comes back with the reason when that fails", async () => {
  respondWithDrafts({ News: owner.name }, ["News"]);
  let resolve: (answer: Response) => void = () => {};
  const answer = new Promise<Response>((resolveAnswer) => {
    resolve = resolveAnswer;
  });
  respond({ [PUBLISH]: () => answer });
  const question = await openDialog();
  await press("Publish now");
  const publish = question.getByRole("button", { name: "Publish now" });
  await waitFor(() => expect(publish.getAttribute("aria-disabled")).toBe("true"));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog", { name: "Publish" })).toBeNull();
  resolve(errorResponse(503, "busy", "The server is busy."));
  expect((await (await findDialog("Publish")).findByRole("alert")).textContent).toContain("busy");
  respond({ [PUBLISH]: json({ revision: 2 }) });
  await press("Publish now");
  await screen.findByText(/^Published\./);
});

test("leaving while it publishes asks first, so that a failure is seen", async () => {
  respondWithDrafts({ News: owner.name }, ["News"]);
  let resolve: (answer: Response) => void = () => {};
  const answer = new Promise<Response>((resolveAnswer) => {
    resolve = resolveAnswer;
  });
  respond({ [PUBLISH]: () => answer });
  const question = await openDialog();
  expect(leavingWarns()).toBe(false);
  await press("Publish now");
  await waitFor(() => expect(leavingWarns()).toBe(true));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  fireEvent.click(screen.getByRole("link", { name: "Account" }));
  const leave = await findDialog("Leave without saving?");
  expect(leave.getByText(/^It is still being published\. If you leave, you will not/)).toBeTruthy();
  fireEvent.click(leave.getByRole("button", { name: "Stay" }));
  resolve(errorResponse(503, "busy", "The server is busy."));
  expect((await (await findDialog("Publish")).findByRole("alert")).textContent).toContain("busy");
  expect(leavingWarns()).toBe(false);
});

const text = (before: string | null, after: string | null) =>
  json({ kind: "article", published: before, text: after, definition: null });

test("another order is one row, whose documents are ticked together", async () => {
  const article = (home: number) => `+++\nhome = ${home}\n+++\n`;
  respond({
    [`GET content/${pathOf("News")}`]: text(article(1), article(2)),
    [`GET content/${pathOf("Story")}`]: text(article(2), article(1)),
  });
  respondWithDrafts({ News: owner.name, Story: "Chidi" }, ["News"]);
  const question = await openDialog();
  const box = await question.findByRole<HTMLInputElement>("checkbox", {
    name: /^Articles on the home page changed by you and Chidi,/,
  });
  expect([box.checked, box.indeterminate]).toEqual([false, true]);
  expect(question.getAllByRole("checkbox")).toHaveLength(1);
  respondWithDrafts({ News: owner.name, Story: "Chidi" }, ["News", "Story"]);
  await userEvent.click(box);
  expect(bodiesOf(CHECKS).at(-1)).toEqual({ documents: [pathOf("News"), pathOf("Story")] });
  await waitFor(() => expect([box.checked, box.indeterminate]).toEqual([true, false]));
  expect(await question.findByText("Will be published: 2 articles.")).toBeTruthy();
  await press("Show the changes of Articles on the home page changed");
  expect(question.getByText("News: 1 → 2")).toBeTruthy();
});

test("a tick says at once that it is checked, also on a slow network", async () => {
  respondWithDrafts({ News: owner.name }, ["News"]);
  const question = await openDialog();
  const box = await question.findByRole("checkbox", { name: /News/ });
  expect(await question.findByText("Will be published: 1 article.")).toBeTruthy();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  respond({ [CHECKS]: () => isAnswered.then(() => errorResponse(503, "busy", "Busy.")) });
  await userEvent.click(box);
  expect(question.getByText("Checking what you have ticked...")).toBeTruthy();
  answer();
});

test("the parts of the clinic's document that were changed are named below its tick", async () => {
  const clinic = (number: string) => `[phone]\nnumber = "${number}"\n`;
  respond({
    "GET content/clinic.toml": json({
      kind: "clinic",
      published: clinic("+234 803"),
      text: `${clinic("+234 805")}[notice]\ntext = "Hello"\n`,
      definition: definitions["clinic.toml"],
    }),
  });
  const path = "clinic.toml";
  respondWithDrafts({}, [], {
    drafts: [{ path, version: "1", replaces: "0" }],
    allDrafts: [
      {
        path,
        savedBy: owner.name,
        authors: [owner.name],
        savedAt: "2026-11-16T09:00:00Z",
        isNew: false,
        isDeletion: false,
        isOutdated: false,
        isLeftOut: false,
      },
    ],
  });
  // A draft of another document opens the dialog.
  respond(
    contentList({
      readOnlyReason: null,
      documents: [{ ...summaryOf("News"), savedBy: owner.name }],
      problems: [],
      placeholders: [],
    }),
  );
  const question = await openDialog();
  expect(
    await question.findByText(/Changed: Clinic facts, Notice\. They are published together/),
  ).toBeTruthy();
});

test("a changed picture is shown beside the one that is on the site", async () => {
  const path = "pictures/lens.webp";
  respond({
    [`GET content/${path}`]: json({ kind: "picture", published: null, text: null }),
    "GET pictures": json({ pictures: [] }),
  });
  respondWithDrafts({ News: owner.name }, ["News"], {
    allDrafts: [{ ...picture, isOutdated: false, isLeftOut: false }],
  });
  const question = await openDialog();
  await press("Show the changes of Picture “lens”");
  const old = await question.findByRole("img", { name: "The old picture" });
  const now = question.getByRole("img", { name: "The new picture" });
  expect(old.getAttribute("src")).toBe("/api/desk/pictures/pictures/lens.webp?revision=1");
  const address = "/api/desk/pictures/pictures/lens.webp";
  await waitFor(() => expect(now.getAttribute("src")).toBe(address));
});

test("the sentence about links stands only where a mistake is about a new document that is not ticked", async () => {
  const mistake = (message: string) => ({ file: pathOf("News"), line: 3, message });
  const drafts = (isNew: boolean) =>
    ["News", "Story"].map((name) => ({
      path: pathOf(name),
      savedBy: owner.name,
      authors: [owner.name],
      savedAt: "2026-11-16T09:00:00Z",
      isNew: isNew && name === "Story",
      isDeletion: false,
      isOutdated: false,
      isLeftOut: false,
    }));
  const found = (message: string, isNew: boolean) =>
    respondWithDrafts({ News: owner.name, Story: owner.name }, ["News"], {
      errors: [mistake(message)],
      allDrafts: drafts(isNew),
    });
  found("A title is missing.", true);
  const question = await openDialog();
  expect(await question.findByText(/A title is missing\./)).toBeTruthy();
  expect(question.queryByText(/^A document that links to a new one/)).toBeNull();
  found("There is no page /articles/Story.", true);
  await userEvent.click(question.getByRole("checkbox", { name: /Story/ }));
  expect(await question.findByText(/^A document that links to a new one/)).toBeTruthy();
});
