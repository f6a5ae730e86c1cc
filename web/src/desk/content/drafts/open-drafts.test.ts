import { expect, test } from "vitest";
import { DraftSession } from "./draft-session";
import { OpenDrafts } from "./open-drafts";
import { FakeBrowser } from "./test-model/fake-browser";

test("a document is named whose words only the screen has", () => {
  const storage = new FakeBrowser().newTab();
  const drafts = new OpenDrafts(() => storage);
  const saved = { text: "Start.", version: "v1", savedBy: null };
  const session = new DraftSession(
    saved,
    () => new Promise(() => {}),
    storage.copyOf("ada", "a.md"),
  );
  session.open({ hasEditor: true, flush: () => {}, show: () => {} });
  const unregister = drafts.register(session, "ada", "a.md");
  expect(drafts.unsavedPaths("ada")).toEqual([]);
  // Half of a date is kept nowhere.
  session.noteIncomplete("date", true);
  expect(drafts.unsavedPaths("ada")).toEqual(["a.md"]);
  unregister();
  expect(drafts.unsavedPaths("ada")).toEqual([]);
});
