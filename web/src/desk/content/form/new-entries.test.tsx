import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { definitions } from "../../../generated/definitions";
import { ApiError } from "../../api/api-error";
import * as endpoints from "../../api/endpoints";
import {
  contentList,
  describedBy,
  dialog,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const document = {
  state: "published",
  version: "one",
  published: null,
  tree: null,
  problems: [],
  isOutdated: false,
  savedBy: null,
  savedAt: null,
};

beforeEach(() => {
  localStorage.clear();
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    "GET content/clinic.toml": json({
      ...document,
      path: "clinic.toml",
      kind: "clinic",
      text: "",
      definition: definitions["clinic.toml"],
    }),
    "GET content/articles/news.md": json({
      ...document,
      path: "articles/news.md",
      kind: "article",
      text: '+++\ntitle = "News"\n+++\nText.\n',
      definition: definitions["articles/eyes-at-work.md"],
    }),
    "GET pictures": json({ pictures: [] }),
    "PUT content/clinic.toml": json({ version: "two", problems: [] }),
  });
});

test("a new closure asks for its day, and complains only when somebody has left it empty", async () => {
  await openDesk(owner, "/desk/content/clinic/hours");
  await press("Add a closure");
  const day = screen.getByLabelText("Day");
  expect(day.getAttribute("aria-invalid")).toBeNull();
  expect(screen.getByLabelText("Reason").getAttribute("aria-invalid")).toBeNull();
  await userEvent.click(day);
  await userEvent.click(screen.getByLabelText("Reason"));
  expect(describedBy(day)).toContain("Choose a date.");
  expect(screen.getByLabelText("Reason").getAttribute("aria-invalid")).toBeNull();
});

test("a closure on a day that is over asks whether another day was meant", async () => {
  await openDesk(owner, "/desk/content/clinic/hours");
  await press("Add a closure");
  const day = screen.getByLabelText<HTMLInputElement>("Day");
  fireEvent.input(day, { target: { value: "2999-12-25" } });
  expect(screen.queryByText(/over\. Did you mean/)).toBeNull();
  fireEvent.input(day, { target: { value: "2020-12-25" } });
  expect(
    screen.getByText(/^This day is over\. Did you mean another month or year\?$/),
  ).toBeTruthy();
  await userEvent.click(screen.getByLabelText("Several days"));
  expect(screen.getByText(/^These days are over\./)).toBeTruthy();
  fireEvent.input(screen.getByLabelText("Last day"), { target: { value: "2999-12-25" } });
  expect(screen.queryByText(/over\. Did you mean/)).toBeNull();
});

test("a new day with other hours asks for its times, and complains only when somebody has left them", async () => {
  await openDesk(owner, "/desk/content/clinic/hours");
  await press("Add a day with other hours");
  const hours = within(screen.getByRole("group", { name: "Hours" }));
  expect(hours.queryByLabelText("Closed")).toBeNull();
  const opens = hours.getByLabelText<HTMLInputElement>("Opens");
  expect(opens.value).toBe("");
  await userEvent.type(opens, "08:00");
  await userEvent.click(hours.getByLabelText("Closes"));
  expect(hours.queryByText("Choose both times.")).toBeNull();
  await userEvent.click(screen.getByLabelText("Reason (optional)"));
  expect(hours.getByText("Choose both times.")).toBeTruthy();
  await userEvent.type(hours.getByLabelText("Closes"), "12:00");
  expect(hours.queryByText("Choose both times.")).toBeNull();
});

test("a message about a source that is missing leads to the sources", async () => {
  await openDesk(owner, "/desk/content/articles/news?line=1&field=sources");
  const add = await screen.findByRole("button", { name: "Add a source" });
  await expect.poll(() => window.document.activeElement).toBe(add);
});

test("a dialog opens on the first thing to do, and an upload in it has one Cancel", async () => {
  await openDesk(owner, "/desk/content/articles/news");
  await press("Choose a picture");
  const choice = dialog("Choose a picture");
  expect(window.document.activeElement?.textContent).toBe("Upload a new picture");
  await press("Upload a new picture");
  expect(choice.getAllByRole("button", { name: "Cancel" })).toHaveLength(1);
  expect(choice.queryByRole("button", { name: "Use this picture" })).toBeNull();
  await userEvent.click(choice.getByRole("button", { name: "Cancel" }));
  expect(choice.getByRole("button", { name: "Use this picture" })).toBeTruthy();
});

test("a new notice has no mistakes before one writes, and the preview says what it waits for", async () => {
  const problems = [
    { file: "clinic.toml", line: 2, message: "`notice.text` is empty.", plain: "“Text” is empty." },
  ];
  const preview = vi.spyOn(endpoints, "previewPage").mockRejectedValue(
    new ApiError({
      kind: "rejected",
      status: 422,
      code: "invalid_content",
      message: "The page cannot be shown until the mistakes in the content are corrected.",
      usedAt: null,
      usedBy: null,
      problems,
    }),
  );
  await openDesk(owner, "/desk/content/clinic/notice");
  await press("Add a notice");
  const text = await screen.findByLabelText("Text");
  expect(text.getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText("Please fill this in.")).toBeNull();
  expect(await screen.findByText("“Text” is empty.")).toBeTruthy();
  expect(screen.queryByText(/^The page cannot be shown/)).toBeNull();
  await userEvent.click(text);
  await userEvent.click(screen.getByLabelText("Last day"));
  expect(describedBy(text)).toContain("Please fill this in.");
  preview.mockRestore();
});
