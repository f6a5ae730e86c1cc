import { expect, test } from "vitest";
import { definitions } from "../../../generated/definitions";
import { changedFields, readableDocument, readDocument } from "./document-fields";
import { readableText } from "./readable-text";

const ARTICLE = "articles/first-aid-for-the-eye.md";
const nameOf = (path: string) => `the name of ${path}`;

function changes(path: string, before: string, after: string): string[] {
  const read = (text: string) => readDocument(path, text, definitions[path] ?? null, nameOf);
  return changedFields(read(before), read(after)).map(
    (change) => `${change.label}: ${change.before} → ${change.text}`,
  );
}

test("a change is named by the label of its field", () => {
  const article = (title: string, date: string) =>
    `+++\ntitle = "${title}"\npublished = ${date}\npicture = "a.webp"\n+++\nWords.\n`;
  expect(changes(ARTICLE, article("fourty", "2026-11-01"), article("forty", "2026-11-02"))).toEqual(
    ["Title: fourty → forty", "Publication date: 1 November 2026 → 2 November 2026"],
  );
});

test("values are shown as the form and the site show them", () => {
  const clinic = (day: string, number: string, closure: string) =>
    `[hours]\nmonday = "${day}"\n[phone]\nnumber = ${number}\n[[closures]]\n${closure}\nreason = "Rest"\n`;
  expect(
    changes(
      "clinic.toml",
      clinic("08:00-12:00, 13:00-18:00", '{ placeholder = "+234" }', "date = 2026-12-25"),
      clinic("closed", '"+234 803"', "from = 2026-12-25\nto = 2026-12-26"),
    ),
  ).toEqual([
    "Phone: Number: still missing, for now “+234” → +234 803",
    "Opening hours: Monday: 8:00 AM to 12:00 PM and 1:00 PM to 6:00 PM → Closed",
    "Closures: Days: 25 December 2026\nReason: Rest → Days: 25 December 2026 to 26 December 2026\nReason: Rest",
  ]);
});

test("what is shown of a picture is named apart from its description", () => {
  const framed =
    '"a.webp" = { description = "A lens", crop = { left = "10%", top = "0%", width = "50%", height = "100%" }, focal_point = { left = "20%", top = "30%" }, framed_file = "1f2e3d4c" }\n';
  const name = "the name of pictures/a.webp";
  expect(changes("pictures/descriptions.toml", '"a.webp" = "A lens"\n', framed)).toEqual([
    `${name}: Part that is shown:  → 10% from the left, 0% from the top, 50% wide, 100% high`,
    `${name}: Point that stays visible:  → 20% from the left, 30% from the top`,
  ]);
});

test("a redirect and a field that the form does not have are named as well", () => {
  expect(changes("redirects.toml", "", '"/blog" = "/articles"\n')).toEqual([
    "Visitors of /blog are sent to:  → /articles",
  ]);
  expect(changes("other.toml", "old_name = 1\n", "")).toEqual(["Old name: 1 → "]);
});

test("the text is shown without its signs", () => {
  const markdown = [
    "## First *aid*",
    "",
    "> - **Rinse** it, see [the page](/articles/a).",
    "",
    "![A lens](lens.webp)",
    "",
    "| Day | Time |",
    "|---|:--:|",
    "| Monday | 8\\|9 |",
    "",
    "5 \\* 3 = 15, snake_case_word",
  ].join("\n");
  expect(readableText(markdown)).toBe(
    [
      "First aid",
      "",
      "• Rinse it, see the page (/articles/a).",
      "",
      "Picture: A lens",
      "",
      "Day · Time",
      "Monday · 8|9",
      "",
      "5 * 3 = 15, snake_case_word",
    ].join("\n"),
  );
});

test("words that were left are readable, and a text with a mistake is shown whole", () => {
  const text = '+++\ntitle = "News"\n+++\n## Words\n';
  expect(readableDocument(ARTICLE, text, nameOf)).toBe("Title: News\nText: Words");
  expect(readableDocument(ARTICLE, "+++\ntitle =\n+++\n", nameOf)).toBe("+++\ntitle =\n+++\n");
});
