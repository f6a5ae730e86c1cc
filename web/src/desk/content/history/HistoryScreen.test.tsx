import { fireEvent, screen } from "@testing-library/react";
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

function respondWithChanges(published: number, changedSince: readonly string[]): void {
  respond({ "GET content/history/0": json({ changes: [], changedSince, published }) });
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
    "GET content/history/4": json({ changes, changedSince: [], published: 4 }),
    "GET pictures": json({ pictures: [{ path: "pictures/lens.webp", description: "A lens" }] }),
  });
  await openDesk(owner, "/desk/content/history");
  expect(
    await screen.findByText(/Changed: Picture “A lens”, Service “exams” and Service “frames”/),
  ).toBeTruthy();
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
