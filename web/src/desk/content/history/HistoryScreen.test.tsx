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
