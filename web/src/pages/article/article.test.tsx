import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sampleClinic, samplePicture } from "../../fixtures/samples";
import type { Article } from "../../generated/Article";
import { ArticlePage } from ".";

afterEach(cleanup);

const article: Article = {
  slug: "sample",
  title: "A sample article",
  summary: "A summary.",
  picture: samplePicture,
  published: "2026-03-04",
  updated: null,
  author: null,
  reviewedBy: null,
  lastReviewed: null,
  minutes: 1,
  urgent: [],
  sources: [],
  body: [],
};

function renderArticle(fields: Partial<Article>): string {
  const page = {
    kind: "article" as const,
    article: { ...article, ...fields },
    services: [],
    more: [],
  };
  render(<ArticlePage clinic={sampleClinic} page={page} />);
  return screen.getByRole("article").textContent ?? "";
}

test("the author, the reviewer and the day of the last review are named", () => {
  const text = renderArticle({
    author: { name: "A. Writer", role: "Optometrist" },
    reviewedBy: { name: "B. Reader", role: "Founder and director" },
    lastReviewed: "2026-04-05",
  });
  expect(text).toContain("Written by A. Writer, Optometrist");
  expect(text).toContain("Reviewed by B. Reader, Founder and director");
  expect(text).toContain("Page last reviewed: 5 April 2026");
  expect(text).not.toContain("has not signed");
  expect(screen.getByRole("link", { name: "B. Reader" }).getAttribute("href")).toBe("/team");
});

test("an article without them says only that nobody has signed it", () => {
  const text = renderArticle({});
  expect(text).not.toMatch(/Written by|reviewed|Sources/i);
  expect(text).toContain("It does not replace an eye exam. Our clinic has not signed it yet.");
});

test("sources are listed with their publisher where it is known", () => {
  renderArticle({
    sources: [
      { publisher: "NHS", title: "Glaucoma", url: "https://www.nhs.uk/" },
      { publisher: null, title: "Eye care", url: "https://www.who.int/" },
    ],
  });
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toEqual(["NHS: Glaucoma", "Eye care"]);
});

test("urgent signs lead to the phone and to a hospital with an eye department", () => {
  const text = renderArticle({ urgent: ["sudden loss of sight"] });
  expect(text).toContain("Get help straight away for any of these:sudden loss of sight");
  expect(text).toContain("or go to a hospital with an eye department.");
});

test("an article links to the services about it", () => {
  const services = [
    { href: "/services#eye-exams", title: "Eye exams" },
    { href: "/services#frames", title: "Frames" },
  ];
  const page = { kind: "article" as const, article, services, more: [] };
  render(<ArticlePage clinic={sampleClinic} page={page} />);
  expect(screen.getByText(/^What we can do:/).textContent).toBe(
    "What we can do: Eye exams, Frames",
  );
  expect(screen.getByRole("link", { name: "Frames" }).getAttribute("href")).toBe(
    "/services#frames",
  );
});

test("a table has column headers and is a region that the keyboard can scroll", () => {
  const text = (words: string) => [{ type: "text" as const, text: words }];
  renderArticle({
    body: [
      {
        type: "table",
        header: [text("Visit"), [{ type: "strong", content: text("Price") }]],
        rows: [[text("Eye exam"), text("₦10,000")]],
      },
    ],
  });
  const region = screen.getByRole("region", { name: "Table: Visit, Price" });
  expect(region.tabIndex).toBe(0);
  const headers = screen.getAllByRole("columnheader");
  expect(headers.map((cell) => [cell.textContent, cell.getAttribute("scope")])).toEqual([
    ["Visit", "col"],
    ["Price", "col"],
  ]);
  expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "Eye exam",
    "₦10,000",
  ]);
});
