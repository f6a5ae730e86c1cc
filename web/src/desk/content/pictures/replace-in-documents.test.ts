import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { ApiError } from "../../api/api-error";
import * as endpoints from "../../api/endpoints";
import { replaceInDocuments, withPicture } from "./replace-in-documents";

const drawing = { path: "pictures/eye.svg", description: "An eye" };
const photo = { path: "pictures/an-eye-1f2e3d.webp", description: "A *brown* eye" };

let save: MockInstance<typeof endpoints.saveDraft>;
let texts: Record<string, string>;

beforeEach(() => {
  texts = {
    "articles/a.md": '+++\npicture = "eye.svg"\n+++\n![An eye](eye.svg)\n',
    "services/b.md": "+++\npicture = 'eye.svg'\n+++\n",
  };
  vi.spyOn(endpoints, "listPictures").mockImplementation(async () => [
    {
      path: drawing.path,
      usedIn: [
        ...Object.keys(texts).filter((path) => texts[path]?.includes("eye.svg")),
        "every page",
      ],
    } as PictureSummary,
  ]);
  vi.spyOn(endpoints, "getDocument").mockImplementation(
    async (path) => ({ path, version: texts[path], text: texts[path] }) as ContentDocument,
  );
  save = vi.spyOn(endpoints, "saveDraft").mockImplementation(async (path, { text }) => {
    texts[path] = text ?? "";
    return { version: "2" } as Awaited<ReturnType<typeof endpoints.saveDraft>>;
  });
});

test("all documents get the other picture, and its description where they had that of the old one", async () => {
  expect(await replaceInDocuments(drawing, photo)).toEqual(["articles/a.md", "services/b.md"]);
  expect(texts).toEqual({
    "articles/a.md":
      '+++\npicture = "an-eye-1f2e3d.webp"\n+++\n![A \\*brown\\* eye](an-eye-1f2e3d.webp)\n',
    "services/b.md": "+++\npicture = 'an-eye-1f2e3d.webp'\n+++\n",
  });
});

test("only the whole name counts, and words that somebody wrote for one place stay", () => {
  const text =
    '![The eye of a child](eye.svg) ![An eye](big-eye.svg) ![An eye](<eye.svg>) "my eye.svg"';
  expect(withPicture(text, drawing, { ...photo, path: "pictures/two eyes.webp" })).toBe(
    '![The eye of a child](<two eyes.webp>) ![An eye](big-eye.svg) ![A \\*brown\\* eye](<two eyes.webp>) "my eye.svg"',
  );
});

test("a picture that keeps its name gets its new description in the texts", async () => {
  const described = { ...drawing, description: "A blue eye" };
  expect(await replaceInDocuments(drawing, described)).toEqual(["articles/a.md"]);
  expect(texts["articles/a.md"]).toContain("![A blue eye](eye.svg)");
  expect(await replaceInDocuments(described, described)).toEqual([]);
});

test("a document that a colleague saves at the same time is read again", async () => {
  const stale = {
    status: 412,
    code: "stale",
    message: "Stale.",
    usedAt: null,
    usedBy: null,
  } as const;
  save.mockImplementationOnce(async () => {
    texts["articles/a.md"] = `${texts["articles/a.md"]}More words.\n`;
    throw new ApiError({ kind: "rejected", ...stale });
  });
  await replaceInDocuments(drawing, photo);
  expect(texts["articles/a.md"]).toContain("(an-eye-1f2e3d.webp)\nMore words.\n");
});

test("what failed is done when it is tried again", async () => {
  save.mockRejectedValueOnce(new ApiError({ kind: "serverError", message: "No." }));
  await expect(replaceInDocuments(drawing, photo)).rejects.toThrow();
  await replaceInDocuments(drawing, photo);
  expect(Object.values(texts).join("")).not.toContain("eye.svg");
});
