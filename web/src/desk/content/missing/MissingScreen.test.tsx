import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { definitions } from "../../../generated/definitions";
import type { Content } from "../../api/queries";
import {
  bodiesOf,
  button,
  contentList,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const SAVE = "PUT content/clinic.toml";
const TEXT = `founded = "long ago"

[phone]
number = { placeholder = "+234 800 000 0000" }

[socials]
facebook = { placeholder = "https://www.facebook.com/" }
`;

const list = (placeholders: readonly string[]): Content => ({
  readOnlyReason: null,
  revision: 1,
  documents: [
    {
      path: "clinic.toml",
      kind: "clinic",
      title: null,
      state: "changed",
      appearsOn: null,
      position: null,
      savedBy: owner.name,
      savedAt: "2026-11-16T09:00:00Z",
    },
  ],
  problems: [{ file: "clinic.toml", line: 1, message: "`founded` must be a whole number." }],
  placeholders: placeholders.map((key) => ({ file: "clinic.toml", line: 4, key, value: "" })),
  noticeFrom: null,
  variables: [],
});

beforeEach(() => {
  localStorage.clear();
  respond({
    ...contentList(list(["phone.number", "socials.facebook"])),
    "GET content/clinic.toml": json({
      path: "clinic.toml",
      kind: "clinic",
      state: "changed",
      version: "one",
      text: TEXT,
      published: TEXT,
      definition: definitions["clinic.toml"],
      tree: null,
      problems: [],
      isOutdated: false,
      savedBy: owner.name,
      savedAt: "2026-11-16T09:00:00Z",
    }),
    [SAVE]: json({ version: "two", problems: [] }),
  });
});

const savedText = () => (bodiesOf(SAVE).at(-1) as { text: string } | undefined)?.text;

test("an instance that does not show what is published is named", async () => {
  const behind = {
    instance: "web-2",
    revision: 1,
    explanation: "The site shows what is embedded.",
    problems: [],
    since: "2026-11-16T09:00:00Z",
  };
  respond({ "GET content/instances": json({ notShown: [behind] }) });
  await openDesk(owner, "/desk/content/missing");
  expect(await screen.findByText(/^web-2, since/)).toBeTruthy();
});

test("a value that is wrong is named, and the other fields stay", async () => {
  await openDesk(owner, "/desk/content/missing");
  expect(await screen.findByLabelText("Phone: Number")).toBeTruthy();
  expect(screen.getByText(/`founded` must be a whole number\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go there" }).getAttribute("href")).toContain("line=1");
});

test("a number as people in Nigeria write it is saved with the country code", async () => {
  await openDesk(owner, "/desk/content/missing");
  const phone = await screen.findByLabelText<HTMLInputElement>("Phone: Number");
  await userEvent.type(phone, "0803 123 4567");
  expect(phone.value).toBe("0803 123 4567");
  expect(phone.getAttribute("aria-invalid")).toBeNull();
  await userEvent.tab();
  expect(phone.value).toBe("+234 803 123 4567");
  await expect.poll(savedText).toContain('number = "+234 803 123 4567"');
});

test("each document is one line that says what to do, the first five are shown, and opening one loads its fields", async () => {
  const files = ["one", "two", "three", "four", "five", "six", "seven"].map(
    (name) => `articles/${name}.md`,
  );
  const missing = [...files, "team/director.md"].flatMap((file) =>
    (file.startsWith("team") ? ["name"] : ["reviewed_by", "last_reviewed"]).map((key) => ({
      file,
      line: 4,
      key,
      value: "",
    })),
  );
  respond(contentList({ ...list([]), problems: [], placeholders: missing }));
  await openDesk(owner, "/desk/content/missing");
  const articles = within(await screen.findByRole("region", { name: "Articles" }));
  const lines = articles.getAllByText(/: say who has reviewed it and on which day$/);
  expect(lines).toHaveLength(files.length);
  const others = articles.getByText("2 more articles").closest("details");
  expect(lines.map((line) => others?.contains(line))).toEqual([
    ...Array<boolean>(5).fill(false),
    true,
    true,
  ]);
  const team = within(screen.getByRole("region", { name: "Team" }));
  expect(team.getByText("Team member “director”: write the name")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "The clinic" })).toBeNull();
  expect(requests.filter((request) => request.startsWith("GET content/articles/"))).toEqual([]);
  await userEvent.click(lines[0] as HTMLElement);
  await expect.poll(() => requests).toContain("GET content/articles/one.md");
});

test("leaving a fact out says what happened, and can be taken back", async () => {
  await openDesk(owner, "/desk/content/missing");
  await screen.findByLabelText(/Facebook/);
  await press("We do not have this: take it off the site");
  const answer = screen.getByText(/^Taken off: visitors do not see it/);
  await waitFor(() => expect(document.activeElement).toBe(answer));
  await expect.poll(savedText).not.toContain("facebook");
  await press("Take it back");
  expect(screen.queryByText(/^Taken off/)).toBeNull();
  expect(button("We do not have this: take it off the site")).toBeTruthy();
  await expect.poll(savedText).toContain("facebook = { placeholder");
});
