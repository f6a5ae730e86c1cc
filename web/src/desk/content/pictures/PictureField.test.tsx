import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { definitions } from "../../../generated/definitions";
import type { PictureSummary } from "../../../generated/PictureSummary";
import * as endpoints from "../../api/endpoints";
import {
  contentList,
  findDialog,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const PATH = "team/ada-obi.md";

const picture = (name: string, description: string | null): PictureSummary => ({
  path: `pictures/${name}`,
  version: "1",
  description,
  descriptionVersion: "1",
  width: 4,
  height: 3,
  bytes: 100,
  framing: { crop: null, focalPoint: null },
  usedIn: [],
});
const front = picture("front-2a9f31.webp", null);
const lens = picture("lens.webp", "A lens");

beforeEach(() => {
  localStorage.clear();
  respond({
    ...contentList({ readOnlyReason: null, documents: [], problems: [], placeholders: [] }),
    "GET pictures": json({ pictures: [front, lens] }),
    [`PUT content/${PATH}`]: json({ version: "two", problems: [] }),
    [`GET content/${PATH}`]: json({
      path: PATH,
      kind: "member",
      state: "published",
      version: "one",
      text: '+++\nname = "Ada Obi"\nrole = "Nurse"\npicture = "lens.webp"\norder = 1\n+++\n',
      published: null,
      definition: definitions["team/director.md"],
      tree: null,
      problems: [],
      isOutdated: false,
      savedBy: null,
      savedAt: null,
    }),
  });
});

async function openPicker() {
  await openDesk(owner, "/desk/content/team/ada-obi");
  await screen.findByRole("group", { name: "Picture" });
  await press("Choose another picture");
  const question = await findDialog("Choose a picture");
  await question.findAllByRole("radio");
  const names = () =>
    question.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  return { question, names };
}

test("the picture that is used stands first, and one that was just uploaded before all", async () => {
  const { question, names } = await openPicker();
  expect(names()).toEqual(["A lens", "Picture “front”"]);
  await userEvent.click(question.getByRole("radio", { name: "Picture “front”" }));
  // Nothing moves under the finger.
  expect(names()).toEqual(["A lens", "Picture “front”"]);

  const uploaded = picture("zebra.webp", "A zebra");
  vi.spyOn(endpoints, "uploadPicture").mockImplementation(async () => {
    respond({ "GET pictures": json({ pictures: [front, lens, uploaded] }) });
    return uploaded;
  });
  await userEvent.click(question.getByRole("button", { name: "Upload a new picture" }));
  expect(question.getAllByRole("button", { name: "Cancel" })).toHaveLength(1);
  await userEvent.upload(
    question.getByLabelText("Picture file"),
    new File(["x"], "zebra.jpg", { type: "image/jpeg" }),
  );
  await userEvent.type(question.getByLabelText("What the picture shows"), "A zebra");
  await userEvent.click(question.getByRole("button", { name: "Upload" }));
  await waitFor(() => expect(names()).toEqual(["A zebra", "Picture “front”", "A lens"]));
  expect(question.getByRole<HTMLInputElement>("radio", { name: "A zebra" }).checked).toBe(true);
});

test("the picture of a document is named by what it shows, and leads to what is shown of it", async () => {
  await openDesk(owner, "/desk/content/team/ada-obi");
  const field = within(await screen.findByRole("group", { name: "Picture" }));
  expect(await field.findByRole("img", { name: "Picture “A lens”" })).toBeTruthy();
  const link = field.getByRole("link", { name: "Choose what is shown" });
  expect(link.getAttribute("href")).toBe("/desk/content/pictures/shown?of=pictures%2Flens.webp");
});

test("a picture that a colleague has replaced since is loaded from another address", async () => {
  await openDesk(owner, "/desk/content/team/ada-obi");
  const field = within(await screen.findByRole("group", { name: "Picture" }));
  const source = () => field.queryByRole("img", { name: "Picture “A lens”" })?.getAttribute("src");
  await waitFor(() => expect(source()).toBe("/api/desk/pictures/pictures/lens.webp?version=1"));
  respond({ "GET pictures": json({ pictures: [front, { ...lens, version: "2" }] }) });
  await press("Choose another picture");
  await findDialog("Choose a picture");
  await waitFor(() => expect(source()).toBe("/api/desk/pictures/pictures/lens.webp?version=2"));
});

test("pictures that are not published yet stand before others: one's own first, and the newest", async () => {
  const upload = (name: string, savedBy: string, savedAt: string): DocumentSummary => ({
    path: `pictures/${name}`,
    kind: "picture",
    title: null,
    state: "new",
    appearsOn: null,
    position: null,
    savedBy,
    savedAt,
  });
  const names = ["a.webp", "lens.webp", "w.webp", "x.webp", "y.webp", "z.webp"];
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [
        upload("w.webp", "Emeka", "2026-11-16T12:00:00Z"),
        upload("x.webp", owner.name, "2026-11-16T09:00:00Z"),
        upload("z.webp", owner.name, "2026-11-16T10:00:00Z"),
      ],
      problems: [],
      placeholders: [],
    }),
    "GET pictures": json({ pictures: names.map((name) => picture(name, name)) }),
  });
  const { names: shown } = await openPicker();
  await waitFor(() =>
    expect(shown()).toEqual(["lens.webp", "z.webp", "x.webp", "w.webp", "a.webp", "y.webp"]),
  );
});
