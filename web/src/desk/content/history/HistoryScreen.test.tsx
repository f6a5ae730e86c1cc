import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  bodiesOf,
  contentList,
  errorResponse,
  findDialog,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const RESTORE = "POST content/restore";

const revision = (number: number) => ({
  number,
  author: "Chidi",
  note: `Note ${number}`,
  publishedAt: "2026-11-16T09:00:00Z",
  documents: [] as string[],
  removed: [],
});

const NO_CHANGES = { changes: [], changedSince: [], clinic: null, visits: [], renamedChairs: [] };

function respondWithChanges(published: number, changedSince: readonly string[]): void {
  respond({ "GET content/history/0": json({ ...NO_CHANGES, changedSince, published }) });
}

beforeEach(() => {
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    "GET content/history": json({ revisions: [revision(1), revision(0)], more: false }),
  });
});

test("restoring the site names the revision that its list was made for, and shows the list again when another is published", async () => {
  respond({
    [RESTORE]: () => errorResponse(409, "changed_meanwhile", "Another revision was published."),
  });
  respondWithChanges(1, ["articles/one.md"]);
  await openDesk(owner, "/desk/content/history");
  await press("Restore the whole site");
  const question = await findDialog("Restore the whole site?");
  expect(await question.findByText("Article “one”")).toBeTruthy();
  // A colleague publishes between the list and the press.
  respondWithChanges(2, ["articles/one.md", "articles/two.md"]);
  await press("Restore");
  expect(await question.findByText("Article “two”")).toBeTruthy();
  expect(question.getByText(/Another revision was published\./)).toBeTruthy();

  respond({ [RESTORE]: json({ revision: 3 }) });
  await press("Restore");
  expect(await screen.findByText(/^Restored\./)).toBeTruthy();
  expect(bodiesOf(RESTORE)).toEqual([
    { revision: 0, published: 1 },
    { revision: 0, published: 2 },
  ]);
});

test("leaving while the site is restored asks first, so that a failure is seen", async () => {
  respondWithChanges(1, ["articles/one.md"]);
  let resolve: (answer: Response) => void = () => {};
  const answer = new Promise<Response>((resolveAnswer) => {
    resolve = resolveAnswer;
  });
  respond({ [RESTORE]: () => answer });
  await openDesk(owner, "/desk/content/history");
  await press("Restore the whole site");
  const question = await findDialog("Restore the whole site?");
  await question.findByText("Article “one”");
  await press("Restore");
  await expect.poll(() => bodiesOf(RESTORE).length).toBe(1);
  fireEvent.click(question.getByRole("button", { name: "Cancel" }));
  fireEvent.click(screen.getByRole("link", { name: "Account" }));
  const leave = await findDialog("Leave without saving?");
  expect(leave.getByText(/^The site is still being restored\. If you leave/)).toBeTruthy();
  fireEvent.click(leave.getByRole("button", { name: "Stay" }));
  resolve(errorResponse(503, "busy", "The server is busy."));
  expect(await screen.findByText(/The server is busy\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Account" }));
  await expect.poll(() => location.pathname).toBe("/desk/account");
});

const changed = (path: string, before: string | null, after: string | null) => ({
  path,
  isText: before !== null || after !== null,
  before,
  after,
  isNew: false,
  isDeleted: after === null,
  definition: null,
});

test("an entry names its documents, and shows another order in one line and a picture beside the old one", async () => {
  const service = (order: number) => `+++\norder = ${order}\n+++\n`;
  const changes = [
    changed("pictures/lens.webp", null, null),
    changed("services/exams.md", service(1), service(2)),
    changed("services/frames.md", service(2), service(1)),
  ].map((change) => ({ ...change, isDeleted: false }));
  const documents = changes.map(({ path }) => path);
  respond({
    "GET content/history": json({ revisions: [{ ...revision(4), documents }], more: false }),
    "GET content/history/4": json({ ...NO_CHANGES, changes, published: 4 }),
    "GET pictures": json({ pictures: [{ path: "pictures/lens.webp", description: "A lens" }] }),
  });
  await openDesk(owner, "/desk/content/history");
  const names = await screen.findByText(/^Note 4$/);
  await expect
    .poll(() => names.parentElement?.textContent)
    .toContain("Changed: Picture “A lens”, Service “exams” and Service “frames”");
  await press("Show the changes");
  expect(
    await screen.findByRole("heading", { name: "Order of the services changed" }),
  ).toBeTruthy();
  expect(screen.getByText("Service “exams”: 1 → 2")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Service “exams”" })).toBeNull();
  const sources = screen.getAllByRole("img").map((image) => image.getAttribute("src"));
  expect(sources).toEqual([
    "/api/desk/pictures/pictures/lens.webp?revision=3",
    "/api/desk/pictures/pictures/lens.webp?revision=4",
  ]);
});

test("the names of an entry and of a restore lead to the history of each document, also of one that is gone", async () => {
  const documents = ["articles/one.md"];
  respond({
    "GET content/history": json({
      revisions: [{ ...revision(1), documents }, revision(0)],
      more: false,
    }),
  });
  respondWithChanges(1, documents);
  await openDesk(owner, "/desk/content/history");
  const href = "/desk/content/history?of=articles%2Fone.md";
  const link = await screen.findByRole("link", { name: "Article “one”" });
  expect(link.getAttribute("href")).toBe(href);
  await press("Restore the whole site");
  const question = await findDialog("Restore the whole site?");
  const inQuestion = await question.findByRole("link", { name: "Article “one”" });
  expect(inQuestion.getAttribute("href")).toBe(href);
});

test("restoring the site names the visits without a place and the chairs with another name", async () => {
  const clinic = '[hours]\ntuesday = "08:00-12:00"\n';
  respond({
    "GET content/history/0": json({
      ...NO_CHANGES,
      changedSince: ["clinic.toml"],
      published: 1,
      clinic,
      visits: [{ date: "2026-12-01", visits: 2 }],
      renamedChairs: [{ before: "Dr. Bello", after: "Dr. Amadi", visits: 1 }],
    }),
    "GET content/clinic.toml": json({ text: clinic, published: clinic, version: "1" }),
    [RESTORE]: json({ revision: 3 }),
  });
  await openDesk(owner, "/desk/content/history");
  await press("Restore the whole site");
  const question = await findDialog("Restore the whole site?");
  expect(await question.findByText(/2 visits. New hours: 8:00 AM to 12:00 PM/)).toBeTruthy();
  expect(question.getByText(/^Restoring moves and cancels nothing|Restoring moves/)).toBeTruthy();
  expect(question.getByText("1 visit of “Dr. Bello” will be with “Dr. Amadi”.")).toBeTruthy();
  await press("Restore anyway");
  expect(await screen.findByText(/^Restored\./)).toBeTruthy();
});

const summary = (path: string, kind: string) => ({
  path,
  kind,
  title: null,
  state: "published",
  appearsOn: null,
  position: null,
  savedBy: null,
  savedAt: null,
});

async function openHistoryOf(path: string): Promise<void> {
  const of = encodeURIComponent(path);
  respond({
    [`GET content/history?path=${of}`]: json({
      revisions: [revision(1), revision(0)],
      more: false,
    }),
  });
  await openDesk(owner, `/desk/content/history?of=${of}`);
}

function respondWithText(path: string, text: string | null, more: object = {}): void {
  respond({
    [`GET content/${path}`]: json({
      path,
      kind: "article",
      state: "published",
      version: "v5",
      text,
      published: text,
      definition: null,
      tree: [],
      problems: [],
      isOutdated: false,
      savedBy: null,
      savedAt: null,
      ...more,
    }),
  });
}

test("a page leads to the history of its earlier address, whose texts come back at the new one", async () => {
  const [old, now] = ["articles/old.md", "articles/new.md"];
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [summary(now, "article")] as never,
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    "GET content/history/0": json({
      ...NO_CHANGES,
      changes: [changed(old, null, "Earlier words")],
      published: 1,
    }),
    "POST content/restore-document": json({ version: "v6", problems: [] }),
  });
  respondWithText("redirects.toml", '"/articles/old" = "/articles/new"\n');
  respondWithText(now, "Words of today");
  await openHistoryOf(now);
  const link = await screen.findByRole("link", { name: "History of /articles/old" });
  expect(link.getAttribute("href")).toBe("/desk/content/history?of=articles%2Fold.md");
  cleanup();

  await openHistoryOf(old);
  expect(await screen.findByText(/^This page is at another address now/)).toBeTruthy();
  await press("Bring this text back");
  const question = await findDialog("Bring this text back?");
  expect(await question.findByText(/No other document changes/)).toBeTruthy();
  expect(await question.findByText("Earlier", { exact: false })).toBeTruthy();
  await press("Bring it back");
  await expect
    .poll(() => bodiesOf("POST content/restore-document"))
    .toEqual([{ path: now, from: old, revision: 0, version: "v5" }]);
});

const CLINIC = "clinic.toml";
const clinicText = (monday: string, phone: string) =>
  `[phone]\nnumber = "${phone}"\n\n[hours]\nmonday = "${monday}"\n`;
const table = (key: string, label: string, inner: string, innerLabel: string) => ({
  key,
  label,
  value: {
    type: "table",
    isOptional: false,
    fields: [{ key: inner, label: innerLabel, value: { type: "text" } }],
  },
});
const clinicDefinition = {
  groups: [
    { id: "facts", title: "Clinic facts", fields: [table("phone", "Phone", "number", "Number")] },
    { id: "hours", title: "Hours", fields: [table("hours", "Opening hours", "monday", "Monday")] },
  ],
  onlyAsText: null,
};

function respondWithClinic(current: string, earlier: string): void {
  respond({
    "GET content/history/0": json({
      ...NO_CHANGES,
      changes: [{ ...changed(CLINIC, null, earlier), definition: clinicDefinition }],
      published: 1,
    }),
    "PUT content/clinic.toml": json({ version: "v6", problems: [] }),
  });
  respondWithText(CLINIC, current, { kind: "clinic", definition: clinicDefinition });
}

test("only the ticked facts of the clinic come back", async () => {
  respondWithClinic(
    clinicText("08:00-12:00", "new number"),
    clinicText("08:00-18:00", "old number"),
  );
  await openHistoryOf(CLINIC);
  await press("Bring this text back");
  const question = await findDialog("Bring this text back?");
  const hours = await question.findByRole<HTMLInputElement>("checkbox", { name: "Opening hours" });
  const phone = question.getByRole<HTMLInputElement>("checkbox", { name: "Phone" });
  expect([hours.checked, phone.checked]).toEqual([false, false]);
  await press("Bring it back");
  expect(await question.findByText("Tick what to bring back.")).toBeTruthy();
  fireEvent.click(hours);
  await press("Bring it back");
  await expect
    .poll(() => bodiesOf("PUT content/clinic.toml"))
    .toEqual([{ text: clinicText("08:00-18:00", "new number") }]);
});

test("a single fact of the clinic that differs is ticked", async () => {
  respondWithClinic(clinicText("08:00-12:00", "number"), clinicText("08:00-18:00", "number"));
  await openHistoryOf(CLINIC);
  await press("Bring this text back");
  const question = await findDialog("Bring this text back?");
  const hours = await question.findByRole<HTMLInputElement>("checkbox", { name: "Opening hours" });
  expect(hours.checked).toBe(true);
});
