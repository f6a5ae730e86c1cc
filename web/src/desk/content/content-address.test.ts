import { expect, test } from "vitest";
import type { DocumentKind } from "../../generated/DocumentKind";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import {
  byGroup,
  documentAt,
  documentPath,
  linkTargets,
  movedAddress,
  previewedPage,
} from "./content-address";

const moved = (address: string) => movedAddress(new URL(address, "https://clinic.example"));

test.each([
  ["articles/first-aid.md", null, "/desk/content/articles/first-aid"],
  ["pages/visionTest.md", null, "/desk/content/pages/visionTest"],
  ["clinic.toml", null, "/desk/content/clinic"],
  ["clinic.toml", "hours", "/desk/content/clinic/hours"],
  ["game/game.toml", null, "/desk/content/game"],
  ["redirects.toml", null, "/desk/content/redirects"],
  // Nobody writes a text for these, but a message may be about them.
  ["pictures/lens.webp", null, "/desk/content/pictures/lens.webp"],
  ["game/level-1.webp", null, "/desk/content/game/level-1.webp"],
  ["pages/one.two.md", null, "/desk/content/pages/one.two.md"],
  ["articles/50% off?.md", null, "/desk/content/articles/50%25%20off%3F"],
])("%s (%s) has the address %s and is found by it", (path, part, address) => {
  expect(documentPath(path, part)).toBe(address);
  expect(documentAt(address)).toEqual({ path, part });
});

test.each(["/desk/content", "/desk/content/nothing", "/desk/content/toString"])(
  "%s is the address of no document",
  (address) => {
    expect(documentAt(address)).toBeNull();
  },
);

test("an address that ends with a slash is the same", () => {
  expect(documentAt("/desk/content/clinic/hours/")).toEqual({ path: "clinic.toml", part: "hours" });
});

test.each([
  ["?document=articles%2Ffirst-aid.md", "/desk/content/articles/first-aid"],
  [
    "?document=articles/first-aid.md&line=12#preview",
    "/desk/content/articles/first-aid?line=12#preview",
  ],
  ["?document=clinic.toml&part=hours", "/desk/content/clinic/hours"],
  ["/?pictures", "/desk/content/pictures"],
  ["?pictures=", "/desk/content/pictures"],
  ["?history#top", "/desk/content/history#top"],
  ["?preview=%2Farticles%2Ffirst-aid", "/desk/content/preview/articles/first-aid"],
])("the former address %s leads to %s", (old, address) => {
  expect(moved(`/desk/content${old}`)).toBe(address);
});

test.each(["/desk/content", "/desk/content#preview", "/desk/content?line=3", "/desk?history"])(
  "%s is no former address",
  (address) => {
    expect(moved(address)).toBeNull();
  },
);

test("the address of a shared preview names its page", () => {
  expect(previewedPage("/desk/content/preview/articles/first-aid")).toBe("/articles/first-aid");
  expect(previewedPage("/desk/content/articles/preview")).toBeNull();
});

test("the pages that a link can lead to are grouped like the site", () => {
  const summary = (path: string, kind: DocumentKind, title: string, state = "published") =>
    ({ path, kind, title, state }) as DocumentSummary;
  const targets = linkTargets([
    summary("articles/dry-eyes.md", "article", "Dry eyes"),
    summary("articles/gone.md", "article", "Gone", "deleted"),
    summary("info/costs.md", "info", "What it costs"),
    summary("pages/about-us.md", "page", "About"),
    summary("pages/not-found.md", "page", "Not found"),
    summary("services/frames.md", "service", "Frames"),
    summary("team/ada.md", "member", "Ada"),
    summary("articles/first-aid.md", "article", "First aid"),
  ]);
  expect(
    byGroup(targets).map(([group, found]) => [group, ...found.map(({ href }) => href)]),
  ).toEqual([
    ["Pages", "/about-us"],
    ["Services", "/services#frames"],
    ["Articles", "/articles/dry-eyes", "/articles/first-aid"],
    ["Your own pages", "/info/costs"],
  ]);
});
