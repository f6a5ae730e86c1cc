import { expect, test } from "vitest";
import type { PuzzleMonths } from "../../../generated/PuzzleMonths";
import { isChanging } from "./is-changing";

const set = (candidate: number, isPlayed: boolean) => ({
  candidate,
  isPlayed,
  finished: 0,
  levels: [],
});
const list = (more: Partial<PuzzleMonths>): PuzzleMonths => ({
  isMonthly: true,
  whyOff: null,
  pinned: null,
  earlier: null,
  months: [
    { month: "2026-11", shown: 1, sets: [set(0, true), set(1, false)] },
    { month: "2026-12", shown: 0, sets: [set(0, false)] },
  ],
  ...more,
});

test("the site has yet to follow until it shows the chosen set", () => {
  expect(isChanging(list({}))).toBe(true);
  expect(isChanging(list({ pinned: { month: "2026-12", candidate: 0 } }))).toBe(true);
  expect(isChanging(list({ pinned: { month: "2026-11", candidate: 0 } }))).toBe(false);
  const chosen = { month: "2026-11", shown: 0, sets: [set(0, true), set(1, false)] };
  expect(isChanging(list({ months: [chosen] }))).toBe(false);
});

test("nothing changes without drawn sets and with the pictures of the content", () => {
  expect(isChanging(list({ isMonthly: false }))).toBe(false);
  expect(isChanging(list({ months: [{ month: "2026-11", shown: null, sets: [] }] }))).toBe(false);
  // It was drawn for a month that is over.
  expect(isChanging(list({ pinned: { month: "2026-10", candidate: 0 } }))).toBe(false);
});
