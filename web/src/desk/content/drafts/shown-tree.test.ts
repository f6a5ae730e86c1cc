import { expect, test } from "vitest";
import type { TextBlock } from "../../../generated/TextBlock";
import { shownTree } from "./shown-tree";

const document = (summary: string, body: string) => `+++\nsummary = "${summary}"\n+++\n${body}`;
const paragraph = (text: string): TextBlock => ({
  type: "paragraph",
  content: [{ text, strong: false, emphasis: false, href: null }],
});
const SAVED = document("One", "Old words.\n");

test("the tree of the editor is compared also after a change in the form", async () => {
  const written = { body: "New words.\n", tree: [paragraph("As the editor shows them.")] };
  const text = document("Two", "New words.\n");
  expect(await shownTree({ text, saved: SAVED, written })).toEqual(written.tree);
});

test("a text that an earlier visit or a merge has left is compared as the editor shows it", async () => {
  const text = document("One", "Old words.\n\nWords from the device.\n");
  const tree = [paragraph("Old words."), paragraph("Words from the device.")];
  expect(await shownTree({ text, saved: SAVED, written: null })).toEqual(tree);
  const written = {
    body: "Words before the merge.\n",
    tree: [paragraph("Words before the merge.")],
  };
  expect(await shownTree({ text, saved: SAVED, written })).toEqual(tree);
});

test("a text that was written as Markdown has no tree, also after a change in the form", async () => {
  const written = { body: "*Markdown*\n", tree: null };
  const text = document("Two", "*Markdown*\n");
  expect(await shownTree({ text, saved: SAVED, written })).toBeNull();
});

test("a text that the server has already is not compared", async () => {
  const text = document("Two", "Old words.\n");
  expect(await shownTree({ text, saved: SAVED, written: null })).toBeNull();
});
