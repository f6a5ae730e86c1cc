import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { DocumentKind } from "../../../generated/DocumentKind";
import { definitions } from "../../../generated/definitions";
import {
  bodiesOf,
  button,
  errorResponse,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const summary = (path: string, kind: DocumentKind, title: string, position: number | null) => ({
  path,
  kind,
  title,
  state: "published",
  appearsOn: null,
  position,
  savedBy: null,
  savedAt: null,
});

const text = (title: string, key: string, position: number | null) =>
  `+++\ntitle = "${title}"\n${position === null ? "" : `${key} = ${position} # here\n`}picture = "a.svg"\n+++\nText.\n`;

function document(path: string, kind: DocumentKind, written: string) {
  return json({
    path,
    kind,
    state: "published",
    version: `version of ${path}`,
    text: written,
    published: written,
    definition:
      definitions[kind === "article" ? "articles/dry-eyes-and-screens.md" : "services/frames.md"],
    tree: [],
    problems: [],
    isOutdated: false,
    savedBy: null,
    savedAt: null,
  });
}

beforeEach(() => {
  const services = ["Exams", "Frames", "Lenses"];
  respond({
    "GET content": json({
      readOnlyReason: null,
      documents: [
        ...services.map((title, index) =>
          summary(`services/${title.toLowerCase()}.md`, "service", title, index + 1),
        ),
        summary("articles/a.md", "article", "First aid", 1),
        summary("articles/b.md", "article", "Dry eyes", null),
      ],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    ...Object.fromEntries(
      services.flatMap((title, index) => {
        const path = `services/${title.toLowerCase()}.md`;
        return [
          [`GET content/${path}`, document(path, "service", text(title, "order", index + 1))],
          [`PUT content/${path}`, json({ version: "new", problems: [] })],
        ];
      }),
    ),
    "GET content/articles/a.md": document("articles/a.md", "article", text("First aid", "home", 1)),
    "GET content/articles/b.md": document(
      "articles/b.md",
      "article",
      text("Dry eyes", "home", null),
    ),
    "PUT content/articles/a.md": json({ version: "new", problems: [] }),
    "PUT content/articles/b.md": json({ version: "new", problems: [] }),
  });
});

const shown = () =>
  within(screen.getByRole("list", { name: /^Order of|^Articles on/ }))
    .getAllByText(/^\d+\. /)
    .map((title) => title.textContent);
const saves = () => requests.filter((request) => request.startsWith("PUT"));
const open = async (list: string, heading: string) => {
  await openDesk(owner, `/desk/content/order/${list}`);
  await screen.findByRole("heading", { level: 1, name: heading });
  await screen.findByRole("button", { name: "Save the order" });
};

test("a service is moved with buttons, the move is announced, the focus stays, and only changed numbers are saved", async () => {
  await open("services", "Order of the services");
  await press("Move down: Exams");
  expect(shown()).toEqual(["1. Frames", "2. Exams", "3. Lenses"]);
  expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain(
    "Exams: 2 of 3.",
  );
  expect(globalThis.document.activeElement).toBe(button("Move down: Exams"));
  expect(saves()).toEqual([]);
  await press("Save the order");
  await screen.findByText(/^The order is saved as a draft/);
  expect(bodiesOf("PUT content/services/frames.md")).toEqual([
    { text: text("Frames", "order", 1) },
  ]);
  expect(bodiesOf("PUT content/services/exams.md")).toEqual([{ text: text("Exams", "order", 2) }]);
  expect(saves()).toHaveLength(2);
});

test("the first cannot move up, and the button keeps the focus", async () => {
  await open("services", "Order of the services");
  await userEvent.click(button("Move up: Exams"));
  expect(shown()).toEqual(["1. Exams", "2. Frames", "3. Lenses"]);
  expect(globalThis.document.activeElement).toBe(button("Move up: Exams"));
});

test("when one save fails the screen says which documents are saved and which are not", async () => {
  respond({
    "PUT content/services/frames.md": () => errorResponse(500, "internal", "The disk is full."),
  });
  await open("services", "Order of the services");
  await press("Move up: Lenses");
  await press("Move up: Lenses");
  await press("Save the order");
  const message = await screen.findByText(/^Saved: /);
  expect(message.textContent).toContain("Saved: Lenses, Exams. Not saved: Frames.");
});

test("nothing is saved when a document cannot be read or has another number than the screen shows", async () => {
  respond({
    "GET content/services/frames.md": document(
      "services/frames.md",
      "service",
      text("Frames", "order", 9),
    ),
  });
  await open("services", "Order of the services");
  await press("Move up: Frames");
  await press("Save the order");
  await screen.findByText(/^Nothing was saved: somebody else has changed the position of “Frames”/);
  expect(shown()).toEqual(["1. Exams", "2. Frames", "3. Lenses"]);
  respond({ "GET content/services/frames.md": () => errorResponse(500, "internal", "No.") });
  await press("Move up: Frames");
  await press("Save the order");
  await screen.findByText("No.");
  expect(saves()).toEqual([]);
});

test("an article is put on the home page and another one taken off", async () => {
  await open("home", "Articles on the home page");
  await userEvent.selectOptions(screen.getByLabelText("Add an article"), "Dry eyes");
  await press("Take off: First aid");
  expect(shown()).toEqual(["1. Dry eyes"]);
  await press("Save the order");
  await screen.findByText(/^The order is saved as a draft/);
  const [added] = bodiesOf("PUT content/articles/b.md") as [{ text: string }];
  expect(added.text).toContain("\nhome = 1\n");
  expect(bodiesOf("PUT content/articles/a.md")).toEqual([
    { text: text("First aid", "home", null) },
  ]);
});
