// No screen that an editor meets by default shows what only files have: their names, keys, signs and formats.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { ContentDocument } from "../../generated/ContentDocument";
import type { ContentProblem } from "../../generated/ContentProblem";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import { definitions } from "../../generated/definitions";
import {
  contentList,
  describedBy,
  findDialog,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const FILE_WORDS = [
  /\+\+\+/,
  /##/,
  /\*\*/,
  /`/,
  /\[\[/,
  / = "/,
  /\.(?:md|toml|webp|jpg|svg)\b/,
  /Markdown/i,
  /\bTOML\b/i,
  /\w_\w/,
];

function expectPlainWords(): void {
  const shown = `${document.body.textContent} ${[
    ...document.body.querySelectorAll("[aria-label], img"),
  ]
    .map((element) => element.getAttribute("aria-label") ?? element.getAttribute("alt"))
    .join(" ")}`;
  for (const word of FILE_WORDS) expect(shown).not.toMatch(word);
  for (const [variable] of shown.matchAll(/\{\w+\}/g))
    expect(shown).toContain(`${variable} becomes `);
}

const PATH = "articles/first-aid-for-the-eye.md";
const text = (title: string, words: string) =>
  `+++\ntitle = "${title}"\nsummary = "A summary"\npublished = 2026-11-15\npicture = "lens.webp"\nreviewed_by = "director"\n+++\n## First steps\n\n**Rinse** ${words}\n`;
const BEFORE = text("Over fourty", "the eye, {percent}% off.");
const AFTER = text("Over forty", "the eye for long, {percent}% off.").replace(
  '"lens.webp"',
  '"new-lens.webp"',
);
const definition = definitions[PATH] ?? null;

const summary = (path: string, kind: DocumentSummary["kind"], title: string | null) => ({
  path,
  kind,
  title,
  state: "changed" as const,
  appearsOn: null,
  position: null,
  savedBy: owner.name,
  savedAt: "2026-11-16T09:00:00Z",
});

const problems: ContentProblem[] = [
  {
    file: PATH,
    line: 3,
    message: "`summary` is empty. Write the text between the quotes.",
    plain: "“Summary” is empty. Please fill it in.",
  },
  { file: "pictures/lens.webp", line: 1, message: "This picture is too heavy." },
];

const opened: ContentDocument = {
  path: PATH,
  kind: "article",
  state: "changed",
  version: "one",
  text: AFTER,
  published: BEFORE,
  definition,
  tree: null,
  problems: [],
  isOutdated: false,
  savedBy: owner.name,
  savedAt: "2026-11-16T09:00:00Z",
};

const picture = {
  version: "1",
  descriptionVersion: "1",
  width: 4,
  height: 3,
  bytes: 100,
  framing: { crop: null, focalPoint: null },
  usedIn: [PATH],
};

beforeEach(() => {
  respond({
    ...contentList({
      readOnlyReason: null,
      revision: 1,
      documents: [
        summary("clinic.toml", "clinic", null),
        summary(PATH, "article", "First aid"),
        summary("articles/not-yet-named.md", "article", null),
        summary("pictures/lens.webp", "picture", null),
        summary("pages/practice.md", "page", null),
        summary("redirects.toml", "redirects", null),
      ],
      problems,
      placeholders: [],
      variables: [
        { name: "percent", value: "5" },
        { name: "Levels", value: "Three" },
      ],
    }),
    [`GET content/${PATH}`]: json(opened),
    "GET pictures": json({
      pictures: [
        { ...picture, path: "pictures/lens.webp", description: "A lens" },
        { ...picture, path: "pictures/new-lens.webp", description: null },
      ],
    }),
  });
});

test("the list of content and what must be corrected", async () => {
  await openDesk(owner, "/desk/content");
  expect(await screen.findByText(/“Summary” is empty\./)).toBeTruthy();
  expectPlainWords();
});

test("the form of a page whose texts have values of other documents", async () => {
  const HOME = "pages/home.md";
  const page = `+++\ntitle = "Clinic"\nchart = ["{Levels} lines", "and more"]\n\n[sections.game]\ntext = "{Levels} pictures, {percent}% off"\n+++\n`;
  respond({
    [`GET content/${HOME}`]: json({
      ...opened,
      path: HOME,
      // On no page of its own, so that there is no preview.
      kind: "redirects",
      text: page,
      published: page,
      definition: definitions[HOME] ?? null,
    }),
  });
  await openDesk(owner, "/desk/content/pages/home");
  const field = await screen.findByDisplayValue("{Levels} pictures, {percent}% off");
  await waitFor(() =>
    expect(describedBy(field)).toBe("{percent} becomes 5, {Levels} becomes Three."),
  );
  expect(describedBy(screen.getByDisplayValue("{Levels} lines"))).toBe("{Levels} becomes Three.");
  expect(describedBy(screen.getByDisplayValue("and more"))).toBe("");
  // What is behind the closed text view is no part of the screen.
  for (const closed of document.querySelectorAll("details:not([open])")) closed.remove();
  expectPlainWords();
});

test("the history", async () => {
  respond({
    "GET content/history": json({
      revisions: [
        {
          number: 1,
          author: "Ada",
          note: "",
          publishedAt: "2026-11-16T09:00:00Z",
          documents: [],
          removed: [],
        },
      ],
      more: false,
    }),
    "GET content/history/1": json({
      changes: [
        {
          path: PATH,
          isText: true,
          before: BEFORE,
          after: AFTER,
          isNew: false,
          isDeleted: false,
          definition,
        },
        {
          path: "pictures/descriptions.toml",
          isText: true,
          before: null,
          after: '"new-lens.webp" = "Another lens"\n',
          isNew: true,
          isDeleted: false,
          definition: null,
        },
        {
          path: "pictures/new-lens.webp",
          isText: false,
          before: null,
          after: null,
          isNew: true,
          isDeleted: false,
          definition: null,
        },
      ],
      changedSince: ["clinic.toml", PATH, "articles/gone.md"],
      published: 1,
    }),
  });
  await openDesk(owner, "/desk/content/history");
  await press("Show the changes");
  const change = (await screen.findByText("Title:")).closest("p");
  expect(change?.textContent).toBe("Title: Over fourty → Over forty");
  expect(await screen.findByText("A lens")).toBeTruthy();
  expectPlainWords();
  // The file is one press away.
  const [view] = screen.getAllByRole("button", { name: "Plain text, for experts" });
  if (view) await userEvent.click(view);
  expect(document.body.textContent).toContain("+++");
});

test("the question before publishing, with the changes and what must be corrected", async () => {
  respond({
    "POST content/checks": json({
      errors: problems,
      warnings: [{ file: PATH, line: 1, kind: "no-source", message: "This names no source." }],
      unchangedWarnings: [],
      visits: [],
      renamedChairs: [],
      drafts: [{ path: PATH, version: "1", replaces: "0" }],
      allDrafts: [
        {
          path: PATH,
          savedBy: owner.name,
          authors: [owner.name],
          savedAt: "2026-11-16T09:00:00Z",
          isNew: false,
          isDeletion: false,
          isOutdated: true,
          isLeftOut: false,
        },
      ],
    }),
  });
  await openDesk(owner, "/desk/content");
  await press(/^Publish/);
  const question = await findDialog("Publish");
  expect((await question.findByText("Title:")).closest("p")?.textContent).toBe(
    "Title: Over fourty → Over forty",
  );
  expect(await question.findByText("A lens")).toBeTruthy();
  expectPlainWords();
});

test("two texts of one document", async () => {
  const CLINIC = "clinic.toml";
  const clinic = (tagline: string) => `tagline = "${tagline}"\n\n[hours]\nmonday = "08:00-18:00"\n`;
  const document = {
    ...opened,
    path: CLINIC,
    // On no page of its own, so that there is no preview.
    kind: "redirects" as const,
    text: clinic("Old words"),
    published: clinic("Old words"),
    definition: definitions[CLINIC] ?? null,
  };
  respond({
    [`GET content/${CLINIC}`]: json(document),
    [`PUT content/${CLINIC}`]: () =>
      Response.json(
        {
          error: {
            code: "stale",
            message: "No.",
            conflict: { version: "two", text: clinic("Their words"), savedBy: "Ngozi" },
          },
        },
        { status: 412 },
      ),
    "POST content/preview": json({ html: "" }),
  });
  await openDesk(owner, "/desk/content/clinic/facts");
  await userEvent.type(await screen.findByLabelText("Tagline"), " of mine");
  expect(await screen.findByText("This document was changed by two people")).toBeTruthy();
  expect(screen.getAllByText("Tagline:").map((label) => label.closest("p")?.textContent)).toEqual([
    "Tagline: Old words → Old words of mine",
    "Tagline: Old words → Their words",
  ]);
  // What is behind the closed text view is no part of the screen.
  for (const closed of globalThis.document.querySelectorAll("details:not([open])")) closed.remove();
  expectPlainWords();
});

test("redirects", async () => {
  const toml = '# Renamed\n"/blog" = "/articles"\n';
  respond({
    "GET content/redirects.toml": json({
      ...opened,
      path: "redirects.toml",
      kind: "redirects",
      text: toml,
      published: toml,
      definition: null,
    }),
    "PUT content/redirects.toml": json({ version: "two", problems: [] }),
  });
  await openDesk(owner, "/desk/content/redirects");
  expect(await screen.findByText("/blog → /articles")).toBeTruthy();
  expect(document.querySelector("details")?.open).toBe(false);
  for (const closed of document.querySelectorAll("details:not([open])")) closed.remove();
  expectPlainWords();
});

test("pictures", async () => {
  await openDesk(owner, "/desk/content/pictures");
  expect(await screen.findByText("Picture “new lens”")).toBeTruthy();
  expect(await screen.findAllByRole("link", { name: "First aid" })).toHaveLength(2);
  expectPlainWords();
});

test("the audit log", async () => {
  const entry = (id: string, action: string, subject: string) => ({
    id,
    at: "2026-11-14T07:00:00Z",
    actor: "ada",
    action,
    subject,
    times: 1,
  });
  respond({
    "GET audit": json({
      entries: [
        entry("a", "edit content", PATH),
        entry("b", "discard draft", "clinic.toml"),
        entry("c", "remove content", "a passage of team/director.md and 2 more"),
        entry("d", "edit content", "pictures/lens.webp"),
      ],
      more: false,
    }),
  });
  await openDesk(owner, "/desk/audit");
  expect(await screen.findByText("First aid")).toBeTruthy();
  expect(screen.getByText("a passage of Team member “director” and 2 more")).toBeTruthy();
  expectPlainWords();
});
