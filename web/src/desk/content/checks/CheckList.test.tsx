import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { CheckList } from "./CheckList";

afterEach(cleanup);

const document = (path: string, kind: DocumentSummary["kind"], title: string | null) => ({
  path,
  kind,
  title,
  state: "published" as const,
  appearsOn: null,
  position: null,
  savedBy: null,
  savedAt: null,
});

const documents: DocumentSummary[] = [
  document("clinic.toml", "clinic", null),
  document("articles/first-aid.md", "article", "First aid for eyes"),
];

test("a message about what is missing leads to the field in which it is added", () => {
  const file = "articles/first-aid.md";
  const message = { file, line: 1, kind: "no-source" as const, message: "This names no source." };
  render(<CheckList messages={[message]} documents={documents} />);
  const href = screen.getByRole("link", { name: "Go there" }).getAttribute("href");
  expect(href).toBe("/desk/content/articles/first-aid?line=1&field=sources");
});

test("messages stand under the words that people know a document by", () => {
  const messages = [
    { file: "clinic.toml", line: 3, message: "The phone number is too short." },
    { file: "articles/first-aid.md", line: 1, message: "The title is missing." },
    { file: "articles/first-aid.md", line: 9, message: "There is no such page." },
    { file: "pictures/front.jpg", line: 1, message: "This picture is too heavy." },
  ];
  render(<CheckList messages={messages} documents={documents} />);
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Clinic",
    "First aid for eyes",
    "Picture “front”",
  ]);
  const article = screen.getByRole("region", { name: "First aid for eyes" });
  const links = within(article).getAllByRole("link", { name: "Go there" });
  expect(links).toHaveLength(2);
  expect(links[1]?.getAttribute("href")).toContain("/desk/content/articles/first-aid?");
});
