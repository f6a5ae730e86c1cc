import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { DocumentSummary } from "../../../../generated/DocumentSummary";
import { definitions } from "../../../../generated/definitions";
import {
  bodiesOf,
  contentList,
  json,
  openDesk,
  respond,
  setUpDesk,
} from "../../../testing/desk-harness";
import { owner } from "../../../testing/samples";

setUpDesk();

const PATH = "services/exams.md";
const article = (name: string, title: string): DocumentSummary => ({
  path: `articles/${name}.md`,
  kind: "article",
  title,
  state: "published",
  appearsOn: null,
  position: null,
  savedBy: null,
  savedAt: null,
});

beforeEach(() => {
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [article("first-aid", "First aid"), article("red-eye", "The red eye")],
      problems: [],
      placeholders: [],
    }),
    [`PUT content/${PATH}`]: json({ version: "two", problems: [] }),
    [`GET content/${PATH}`]: json({
      path: PATH,
      kind: "service",
      state: "published",
      version: "one",
      text: '+++\ntitle = "Exams"\narticles = ["first-aid"]\n+++\n',
      published: null,
      definition: definitions["services/eye-exams.md"],
      tree: null,
      problems: [],
      isOutdated: false,
      savedBy: null,
      savedAt: null,
    }),
  });
});

const saves = () => bodiesOf(`PUT content/${PATH}`) as { text: string }[];

test("articles are chosen from a list by their titles, and removed by them", async () => {
  await openDesk(owner, "/desk/content/services/exams");
  const list = within(await screen.findByRole("group", { name: /^Articles about it/ }));
  // The titles come with the list of all content.
  await waitFor(() => expect(list.getByRole("listitem").textContent).toContain("First aid"));
  const adding = list.getByLabelText("Add an article");
  expect([...adding.querySelectorAll("option")].map((option) => option.textContent)).toEqual([
    "Choose one",
    "The red eye",
  ]);
  await userEvent.selectOptions(adding, "The red eye");
  await expect.poll(() => saves().at(-1)?.text).toContain('articles = ["first-aid", "red-eye"]');
  await userEvent.click(list.getByRole("button", { name: "Remove First aid" }));
  await expect.poll(() => saves().at(-1)?.text).toContain('articles = ["red-eye"]');
  await waitFor(() => expect(document.activeElement).toBe(list.getByLabelText("Add an article")));
});
