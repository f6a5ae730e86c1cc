import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchEntry } from "../../generated/SearchEntry";
import { distance, search } from "./search";

const entry = (title: string, words = "", summary = ""): SearchEntry => ({
  kind: "article",
  href: `/articles/${title.toLowerCase().replaceAll(" ", "-")}`,
  title,
  summary,
  words,
});

const ENTRIES = [
  entry("Glaucoma, the quiet thief", "eye pressure"),
  entry("Cataract surgery: why not to wait", "cloudy lens"),
  entry("Apollo: the red eye that spreads", "pink eye conjunctivitis"),
  entry("Frames", "spectacles", "Glasses for every face, also for children."),
];

const titles = (query: string) => search(ENTRIES, query).map(({ title }) => title.split(/[,:]/)[0]);

describe("search", () => {
  it.each([
    ["glaucoma", "Glaucoma"],
    ["glocoma", "Glaucoma"],
    ["GLAUCOMA?", "Glaucoma"],
    ["cataracks", "Cataract surgery"],
    ["catarat", "Cataract surgery"],
    ["cata", "Cataract surgery"],
    ["Apollo", "Apollo"],
    ["apolo", "Apollo"],
    ["pink eye", "Apollo"],
    ["conjuctivitis", "Apollo"],
    ["spectacle", "Frames"],
    ["what is the glaucoma", "Glaucoma"],
    ["glaúcoma", "Glaucoma"],
  ])("finds by %s", (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });

  it("finds nothing without a word that is near", () => {
    for (const query of ["", "   ", "?!", "xyzzy", "qq"]) expect(titles(query)).toEqual([]);
  });

  it("prefers entries with all words, and falls back to one of them", () => {
    expect(titles("red eye")).toEqual(["Apollo"]);
    expect(titles("glaucoma spectacles")).toEqual(["Glaucoma", "Frames"]);
  });

  it("puts a title before a summary", () => {
    const found = search([entry("One", "", "about lenses"), entry("Lenses")], "lenses");
    expect(found.map(({ title }) => title)).toEqual(["Lenses", "One"]);
  });

  it("finds every title by each of its longer words with one wrong letter", () => {
    const words = ENTRIES.flatMap(
      (it) => it.title.match(/\p{L}{5,}/gu)?.map((word) => [it, word] as const) ?? [],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.nat(),
        fc.constantFrom(..."abcdefghij"),
        ([it, word], at, letter) => {
          const position = at % word.length;
          const wrong = word.slice(0, position) + letter + word.slice(position + 1);
          expect(search(ENTRIES, wrong)).toContain(it);
        },
      ),
    );
  });
});

describe("distance", () => {
  it.each([
    ["", "", 0],
    ["eye", "eye", 0],
    ["eye", "eyes", 1],
    ["glocoma", "glaucoma", 2],
    ["sqiunt", "squint", 1],
    ["", "abc", 3],
  ])("between %s and %s is %i", (a, b, expected) => {
    expect([distance(a, b), distance(b, a)]).toEqual([expected, expected]);
  });
});
