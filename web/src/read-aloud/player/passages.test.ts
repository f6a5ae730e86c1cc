// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { passagesOf, sentencesOf } from "./passages";

function textsOf(html: string): string[] {
  const root = document.createElement("article");
  root.append(document.createRange().createContextualFragment(html));
  const passages = passagesOf(root);
  for (const { text, range } of passages) {
    expect(range.toString().replaceAll(/\s+/g, " "), "the range is where the text is").toBe(text);
  }
  return passages.map(({ text }) => text);
}

const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));

test("each sentence of each block is a passage", () => {
  expect(
    textsOf(
      "<h1>Glaucoma</h1><p>It does not hurt. See <a href='#'>our\n services</a>!</p><ul><li>One</li><li>Two</li></ul>",
    ),
  ).toEqual(["Glaucoma", "It does not hurt.", "See our services!", "One", "Two"]);
});

test("a sentence goes through links and bold words, and ends at a line break and at a block", () => {
  expect(
    textsOf(
      "<p>Do <strong>not</strong> <a href='#'><em>rub</em> it</a>.<br>Go now</p>Then <div>rest</div>here",
    ),
  ).toEqual(["Do not rub it.", "Go now", "Then", "rest", "here"]);
});

test("controls, pictures, hidden text, closed details and sources are left out", () => {
  expect(
    textsOf(
      "<p>Read<span class='visually-hidden'>: more</span></p><button>Listen</button><svg><text>x</text></svg><p hidden>a</p>" +
        "<p aria-hidden='true'>b</p><section data-unread><p>c</p></section><label><input>d</label>" +
        "<details><summary>S</summary><p>e</p></details><details open><summary>S</summary><p>f</p></details> · ",
    ),
  ).toEqual(["Read", "f"]);
});

test("abbreviations, times and numbers do not end a sentence", () => {
  expect(
    split("Ask Dr. Ada, e.g. at 8:00 AM. It costs 38.3 naira. (Really?) “Yes!” he said…"),
  ).toEqual([
    "Ask Dr. Ada, e.g. at 8:00 AM.",
    "It costs 38.3 naira.",
    "(Really?)",
    "“Yes!”",
    "he said…",
  ]);
});

test("long sentences are divided between their parts, and lose nothing", () => {
  const sentence = `Rinse at once with plenty of clean water for at least 20 minutes, lids open, looking up, down, left and right; ${"then go, and keep rinsing on the way if you can, ".repeat(4)}and do not drive.`;
  const parts = split(sentence);
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(160);
  expect(parts.join(" ")).toBe(sentence);
  const unbroken = "word ".repeat(60).trim();
  expect(split(unbroken)).toEqual([unbroken]);
});
