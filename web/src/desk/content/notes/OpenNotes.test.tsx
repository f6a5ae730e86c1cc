import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ContentNote } from "../../../generated/ContentNote";
import { contentList, json, openDesk, press, respond, setUpDesk } from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const note = (number: number, more: Partial<ContentNote> = {}): ContentNote => ({
  id: `${number}`,
  path: `articles/a-${number}.md`,
  title: `Article ${number}`,
  hasDocument: true,
  author: "ngozi",
  text: `Note ${number}`,
  writtenAt: "2026-01-16T09:00:00Z",
  resolved: null,
  ...more,
});

beforeEach(() => {
  const list = { readOnlyReason: null, revision: 1, documents: [], problems: [], placeholders: [] };
  respond(contentList(list));
});

const region = () => screen.findByRole("region", { name: "Open notes" });

test("open notes lead to their documents by title, also to one that was deleted", async () => {
  const deleted = note(2, { hasDocument: false });
  const home = note(3, { path: "pages/home.md", title: "Eye care in town" });
  respond({ "GET content/notes": json({ notes: [note(1), deleted, home], total: 3 }) });
  await openDesk(owner, "/desk/content");
  const links = within(await region()).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Article 1", "/desk/content/articles/a-1"],
    ["Article 2", "/desk/content/articles/a-2"],
    ["Home page", "/desk/content/pages/home"],
  ]);
  const [first, second] = within(await region()).getAllByRole("listitem");
  expect(first?.textContent).toContain("ngozi, on 16 January 2026 at 10:00 AM");
  expect(second?.textContent).toContain("The document was deleted.");
});

test("a long list begins with its newest notes", async () => {
  const notes = Array.from({ length: 8 }, (_, index) => note(index));
  respond({ "GET content/notes": json({ notes, total: 9 }) });
  await openDesk(owner, "/desk/content");
  expect(within(await region()).getAllByRole("listitem")).toHaveLength(3);
  await press("Show all 9 open notes");
  expect(within(await region()).getAllByRole("listitem")).toHaveLength(8);
  expect(screen.getByText("The newest 8 of 9 are shown.")).toBeTruthy();
});

test("without open notes there is no list of them", async () => {
  await openDesk(owner, "/desk/content");
  await screen.findByRole("heading", { name: "Articles" });
  expect(screen.queryByRole("region", { name: "Open notes" })).toBeNull();
});
