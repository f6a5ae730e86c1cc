import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { PictureConflict } from "../../../generated/PictureConflict";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { ApiError } from "../../api/api-error";
import * as endpoints from "../../api/endpoints";
import {
  contentList,
  dialog,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const framing = { crop: null, focalPoint: null };

const lens: PictureSummary = {
  path: "pictures/lens.webp",
  version: "1",
  description: "A lens",
  descriptionVersion: "1",
  width: 4,
  height: 3,
  bytes: 100,
  framing,
  usedIn: [],
};

const refusal = (picture: PictureConflict) =>
  new ApiError({
    kind: "rejected",
    status: 412,
    code: "stale",
    message: "Nothing was saved.",
    usedAt: null,
    usedBy: null,
    picture,
  });

/** Called with what the person has seen and what was changed. */
let replace: MockInstance<typeof endpoints.replacePicture>;
const LIST = "GET pictures";
const sent = () =>
  replace.mock.calls.map(([seen, { description }]) => ({
    version: seen.version,
    descriptionVersion: seen.descriptionVersion,
    description,
  }));
const field = () => screen.getByLabelText<HTMLInputElement>("What the picture shows");

beforeEach(() => {
  replace = vi.spyOn(endpoints, "replacePicture");
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    [LIST]: json({ pictures: [lens] }),
  });
});

async function describeLens(description: string): Promise<void> {
  await openDesk(owner, "/desk/content/pictures");
  await press("Change A lens");
  await userEvent.clear(field());
  await userEvent.type(field(), description);
}

test("a description that a colleague wrote meanwhile is shown beside one's own, and either or both can be saved", async () => {
  const theirs = {
    version: "1",
    descriptionVersion: "2",
    description: "A lens in a hand",
    framing,
  };
  replace.mockRejectedValueOnce(refusal(theirs));
  await describeLens("A lens on a table");
  // The colleague has deleted the picture by then: the words stay on the screen.
  respond({ [LIST]: json({ pictures: [] }) });
  await press("Save");
  expect(await screen.findByText("A lens in a hand")).toBeTruthy();
  expect(field().value).toBe("A lens on a table");
  await expect.poll(() => requests.filter((request) => request === LIST).length).toBe(2);
  expect(dialog("Change the picture").getByText("A lens in a hand")).toBeTruthy();

  await press("Put both into the field");
  expect(field().value).toBe("A lens in a hand A lens on a table");
  await press("Take their description");
  expect(field().value).toBe("A lens in a hand");
  await userEvent.clear(field());
  await userEvent.type(field(), "A lens in a hand, on a table");
  replace.mockResolvedValueOnce({ ...lens, descriptionVersion: "3" });
  await press("Save");
  await expect.poll(() => screen.queryByRole("dialog", { name: "Change the picture" })).toBeNull();
  expect(sent()).toEqual([
    { version: "1", descriptionVersion: "1", description: "A lens on a table" },
    { version: "1", descriptionVersion: "2", description: "A lens in a hand, on a table" },
  ]);
});

test("nothing can be typed that a colleague's description would take the place of", async () => {
  const theirs = {
    version: "1",
    descriptionVersion: "2",
    description: "A lens in a hand",
    framing,
  };
  let answer = () => {};
  replace.mockReturnValueOnce(
    new Promise((_, reject) => {
      answer = () => reject(refusal(theirs));
    }),
  );
  await openDesk(owner, "/desk/content/pictures");
  await press("Change A lens");
  await press("Save");
  await expect.poll(() => replace.mock.calls).toHaveLength(1);
  await userEvent.type(field(), " on a table");
  const typed = field().value;
  answer();
  await screen.findByText("Somebody else has changed this picture");
  expect([typed, field().value]).toEqual(["A lens", "A lens in a hand"]);
  await userEvent.type(field(), " on a table");
  expect(field().value).toBe("A lens in a hand on a table");
});

test("a colleague's description of another picture asks no question", async () => {
  replace.mockRejectedValueOnce(
    refusal({ version: "1", descriptionVersion: "2", description: "A lens", framing }),
  );
  replace.mockResolvedValueOnce(lens);
  await describeLens("Two lenses");
  await press("Save");
  await expect.poll(() => screen.queryByRole("dialog", { name: "Change the picture" })).toBeNull();
  expect(sent()).toEqual([
    { version: "1", descriptionVersion: "1", description: "Two lenses" },
    { version: "1", descriptionVersion: "2", description: "Two lenses" },
  ]);
});

test("a picture that a colleague replaced is shown before it is described", async () => {
  replace.mockRejectedValueOnce(
    refusal({ version: "2", descriptionVersion: "1", description: "A lens", framing }),
  );
  await describeLens("Two lenses");
  await press("Save");
  expect(await screen.findByText(/Another picture was saved in its place\./)).toBeTruthy();
  const shown = screen.getByRole("dialog").querySelector("img");
  expect(shown?.getAttribute("src")).toBe("/api/desk/pictures/pictures/lens.webp?version=2");
  expect(field().value).toBe("Two lenses");
  expect(replace).toHaveBeenCalledTimes(1);
});

test("the list comes with the titles of the documents, so that it is not laid out again", async () => {
  const title = "Lenses, and how to choose the frames that go with them";
  const lenses: DocumentSummary = {
    path: "services/lenses.md",
    kind: "service",
    title,
    state: "published",
    appearsOn: null,
    position: null,
    savedBy: null,
    savedAt: null,
  };
  respond({
    ...contentList({ documents: [lenses] }),
    [LIST]: json({ pictures: [{ ...lens, usedIn: ["services/lenses.md"] }] }),
  });
  await openDesk(owner, "/desk/content/pictures");
  const shown = (await screen.findByText("A lens")).closest("li")?.textContent;
  expect(shown).toContain(`Used in ${title}`);
});

test("a new picture in the place of a framed one says that its part and point are gone", async () => {
  const focalPoint = { left: 20, top: 30 };
  respond({ [LIST]: json({ pictures: [{ ...lens, framing: { crop: null, focalPoint } }] }) });
  replace.mockResolvedValueOnce({ ...lens, version: "2" });
  await openDesk(owner, "/desk/content/pictures");
  await press("Change A lens");
  await userEvent.upload(
    screen.getByLabelText("Picture file"),
    new File(["x"], "new.webp", { type: "image/webp" }),
  );
  await press("Save");
  expect(await screen.findByText(/The part and the point of the old picture/)).toBeTruthy();
});
