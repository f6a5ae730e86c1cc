import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { type DraftState, openDraft, type Phase } from "../drafts/draft-state";
import { describeStatus } from "../drafts/draft-status";
import { StatusLine } from "./StatusLine";

afterEach(cleanup);

const opened = openDraft({ text: "Start.", version: "v1", savedBy: null });
const unsaved = (phase: Phase, more: Partial<DraftState> = {}): DraftState => ({
  ...opened,
  text: "Start. More.",
  phase,
  ...more,
});
const message = (state: DraftState, isTyping = false) => describeStatus(state, isTyping).message;
const KEPT = "Your words are kept on this device";
const unwritable = { message: "Close what it opens.", document: {} };

describe("the status line", () => {
  test.each<[string, DraftState, string]>([
    ["nothing was changed", opened, "Everything is saved."],
    ["typing has not stopped", unsaved({ kind: "waiting" }), "Not saved yet."],
    ["a save is on its way", unsaved({ kind: "sending", text: "" }), "Saving..."],
    [
      "there is no network",
      unsaved({ kind: "retrying", message: null }),
      `No connection. ${KEPT} and sent later.`,
    ],
    [
      "the server has a problem",
      unsaved({ kind: "retrying", message: "Busy." }),
      `Busy. ${KEPT} and sent again.`,
    ],
    [
      "the session is over",
      unsaved({ kind: "signedOut" }),
      `Your session has expired. ${KEPT}. Please sign in again.`,
    ],
    [
      "the server refuses the text",
      unsaved({ kind: "refused", message: "Too long." }),
      `Not saved. Too long. ${KEPT}.`,
    ],
    [
      "the editor cannot write its text",
      { ...opened, unwritable },
      `Not saved. Close what it opens. ${KEPT}.`,
    ],
  ])("when %s", (_, state, expected) => {
    expect(message(state)).toBe(expected);
  });

  test("does not claim that everything is saved while somebody types", () => {
    expect(message(opened, true)).toBe("Not saved yet.");
  });

  test.each<Phase>([
    { kind: "waiting" },
    { kind: "sending", text: "" },
    { kind: "retrying", message: null },
    { kind: "signedOut" },
    { kind: "refused", message: "Too long." },
    { kind: "conflict", theirs: opened.saved, base: opened.saved },
  ])("never says that words are on a device that did not take them: $kind", (phase) => {
    for (const more of [{ isKept: false }, { isKept: false, unwritable }]) {
      const status = describeStatus(unsaved(phase, more), false);
      expect(status.message).toMatch(/^Not saved, also not on this device/);
      expect(status.tone).toBe("alarm");
    }
  });

  test("is announced", () => {
    render(<StatusLine state={opened} isTyping={false} account="Ada" />);
    expect(screen.getByRole("status").textContent).toBe("Everything is saved.");
  });
});
