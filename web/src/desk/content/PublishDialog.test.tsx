import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import {
  bodiesOf,
  dialog,
  errorResponse,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const PUBLISH = "POST content/publish";
const draft = (name: string) => ({ path: `articles/${name}.md`, version: `${name} 1` });
const summary = (name: string): DocumentSummary => ({
  path: `articles/${name}.md`,
  kind: "article",
  title: name,
  state: "changed",
  savedBy: "Ngozi",
  savedAt: "2026-11-16T09:00:00Z",
});

function respondWithDrafts(...names: string[]): void {
  const documents = names.map(summary);
  respond({
    "GET content": json({
      readOnlyReason: null,
      revision: 1,
      documents,
      problems: [],
      placeholders: [],
    }),
    "GET content/checks": json({
      errors: [],
      warnings: [],
      unchangedWarnings: [],
      drafts: names.map(draft),
    }),
  });
}

test("a draft that appeared since the dialog was opened is shown before it is published", async () => {
  respondWithDrafts("News");
  await openDesk(owner, "/desk/content");
  await press(/^Publish/);
  const question = dialog("Publish");
  expect(await question.findByText("News")).toBeTruthy();
  respondWithDrafts("News", "Story");
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
