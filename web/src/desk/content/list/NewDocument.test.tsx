import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { definitions } from "../../../generated/definitions";
import {
  bodiesOf,
  button,
  contentList,
  describedBy,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const PATH = "team/ada-obi.md";
const TEXT = `+++
name = "Ada Obi"
role = ""
picture = ""
order = 1
+++
`;

beforeEach(() => {
  localStorage.clear();
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [{ file: PATH, line: 3, message: "`role` is empty." }],
      revision: 1,
      placeholders: [],
    }),
    [`PUT content/${PATH}`]: json({ version: "one", problems: [] }),
    [`GET content/${PATH}`]: json({
      path: PATH,
      kind: "member",
      state: "new",
      version: "one",
      text: TEXT,
      published: null,
      definition: definitions["team/director.md"],
      tree: [],
      problems: [],
      isOutdated: false,
      savedBy: owner.name,
      savedAt: "2026-11-16T09:00:00Z",
    }),
  });
});

const role = () => screen.findByLabelText<HTMLInputElement>("Role");

test("a new document begins with its name and nothing that nobody wrote", async () => {
  await openDesk(owner, "/desk/content");
  await press("New team member");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  await userEvent.type(screen.getByLabelText("Name"), "Ada Obi");
  await press("Start writing");
  await role();
  expect(bodiesOf(`PUT content/${PATH}`)).toEqual([{ text: TEXT }]);
});

test("an empty field has a hint, and says that it is required when somebody has left it", async () => {
  await openDesk(owner, "/desk/content/team/ada-obi");
  expect((await role()).placeholder).toBe("Optometrist");
  expect((await role()).value).toBe("");
  expect((await role()).getAttribute("aria-invalid")).toBeNull();
  const picture = screen.getByRole("group", { name: "Picture" });
  expect(within(picture).queryByRole("img")).toBeNull();
  expect(describedBy(picture)).not.toContain("Choose one");
  await userEvent.click(await role());
  await userEvent.tab();
  expect(describedBy(await role())).toContain("Please fill this in.");
});

test("a message that leads to an empty field finds it, and all say what is missing", async () => {
  await openDesk(owner, "/desk/content/team/ada-obi?line=3");
  const field = await role();
  await expect.poll(() => document.activeElement).toBe(field);
  expect(describedBy(await role())).toContain("Please fill this in.");
  expect(describedBy(screen.getByRole("group", { name: "Picture" }))).toContain("Choose one");
  expect(await screen.findByText("Please write the text.")).toBeTruthy();
  expect(button("Choose a picture")).toBeTruthy();
});

test("an article says whether the home page has it, and leads to where that is chosen", async () => {
  const path = "articles/news.md";
  respond({
    [`GET content/${path}`]: json({
      path,
      kind: "article",
      state: "changed",
      version: "one",
      text: '+++\ntitle = "News"\n+++\n',
      published: null,
      definition: definitions["articles/diabetes-and-your-eyes.md"],
      tree: null,
      problems: [],
      isOutdated: false,
      savedBy: null,
      savedAt: null,
    }),
  });
  await openDesk(owner, "/desk/content/articles/news");
  const sentence = await screen.findByText(/^This article is not chosen for the home page\./);
  const link = within(sentence).getByRole("link", { name: "Choose what is shown" });
  expect(link.getAttribute("href")).toBe("/desk/content/order/home");
});
