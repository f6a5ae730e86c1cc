import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PuzzleCandidate } from "../../../generated/PuzzleCandidate";
import type { PuzzleMonths } from "../../../generated/PuzzleMonths";
import {
  bodiesOf,
  errorResponse,
  findDialog,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner, receptionist } from "../../testing/samples";

setUpDesk();

const HARDLY_FOUND = "Hardly anybody finds these differences";

const spot = (id: number, label: string) => ({
  id,
  label,
  left: 0.1 * id,
  top: 0.2,
  width: 0.15,
  height: 0.15,
  found: 0,
});
const set = (candidate: number): PuzzleCandidate => ({
  candidate,
  isPlayed: candidate === 3,
  finished: 0,
  levels: [
    {
      description: "Spot the different smiley-Easy",
      svg: `<svg id="smiley-${candidate}"/>`,
      secondSceneTop: null,
      spots: [spot(1, "The winking smiley")],
    },
    {
      description: "Select all stars-Medium",
      svg: `<svg id="stars-${candidate}"/>`,
      secondSceneTop: null,
      spots: [spot(1, "The star on the tent"), spot(2, "The star on the boat")],
    },
  ],
});
const puzzles: PuzzleMonths = {
  isMonthly: true,
  whyOff: null,
  pinned: null,
  earlier: null,
  months: [
    { month: "2026-11", shown: 3, sets: [set(0), set(3)] },
    { month: "2026-12", shown: null, sets: [] },
  ],
};

const openScreen = async (shown: PuzzleMonths, more = {}) => {
  respond({ "GET puzzles": json(shown), ...more });
  await openDesk(owner, "/desk/content/puzzles");
  await screen.findByRole("heading", { name: "November 2026" });
};

test("each month shows the pictures of its set, or that it is not drawn yet", async () => {
  await openScreen(puzzles);
  const picture = screen.getByRole("img", { name: "Level 1: Spot the different smiley-Easy" });
  expect(decodeURIComponent(picture.getAttribute("src") ?? "")).toContain("smiley-3");
  expect(screen.getByText("Set 2 of 2")).toBeTruthy();
  const december = screen.getByRole("region", { name: "December 2026" });
  expect(within(december).getByText(/^Not drawn yet/)).toBeTruthy();
  expect(within(december).queryByRole("button")).toBeNull();
});

/** The set of November after games in which each difference was found so often. */
const played = (finished: number, found: number[]): PuzzleMonths => {
  const { levels } = set(3);
  const counts = [...found];
  const counted = levels.map((level) => ({
    ...level,
    spots: level.spots.map((spot) => ({ ...spot, found: counts.shift() ?? 0 })),
  }));
  return {
    ...puzzles,
    months: [{ month: "2026-11", shown: 3, sets: [{ ...set(3), finished, levels: counted }] }],
  };
};

test("a set shows how often each difference was found", async () => {
  await openScreen(played(40, [40, 10, 0]));
  expect(screen.getByText("40 finished games: what was found")).toBeTruthy();
  const row = (name: RegExp) => screen.getByRole("row", { name, hidden: true }).textContent;
  expect(row(/winking smiley/)).toBe("The winking smiley40100%");
  expect(row(/star on the tent/)).toBe("The star on the tent1025%");
  const notice = screen.getByText(HARDLY_FOUND).closest("div, section, aside");
  expect(notice?.textContent).toContain("The star on the boat: found in 0 of 40 games");
  expect(notice?.textContent).not.toContain("The star on the tent");
});

test("a difference is hardly found when less than 3 % of the games have found it", async () => {
  await openScreen(played(1000, [1000, 30, 29]));
  const notice = screen.getByText(HARDLY_FOUND).closest("div, section, aside");
  expect(notice?.textContent).toContain("The star on the boat: found in 29 of 1000 games");
  expect(notice?.textContent).not.toContain("The star on the tent");
});

test("nothing is said about what is not found before there are enough games, and nothing is shown without any", async () => {
  await openScreen(played(19, [19, 19, 0]));
  expect(screen.queryByText(HARDLY_FOUND)).toBeNull();
  cleanup();
  await openScreen(puzzles);
  expect(screen.getByText("Nobody has finished a game with it yet.")).toBeTruthy();
  cleanup();
  const november = { month: "2026-11", shown: null, sets: [] };
  const december = { month: "2026-12", shown: 0, sets: [set(0)] };
  await openScreen({ ...puzzles, months: [november, december] });
  expect(screen.queryByText("Nobody has finished a game with it yet.")).toBeNull();
});

test("the games of the set that is shown now are there, whatever month it was drawn for", async () => {
  // In November the game shows the set of December.
  const november = { month: "2026-11", shown: 0, sets: [set(0)] };
  const december = { month: "2026-12", shown: 3, sets: [set(3)] };
  await openScreen({ ...puzzles, months: [november, december] });
  const nobody = "Nobody has finished a game with it yet.";
  const region = (name: string) => within(screen.getByRole("region", { name }));
  expect(region("November 2026").queryByText(nobody)).toBeNull();
  expect(region("December 2026").getByText(nobody)).toBeTruthy();
  cleanup();
  // It still shows the set of October.
  const earlier = { month: "2026-10", set: { ...set(3), finished: 7 } };
  await openScreen({ ...puzzles, earlier, months: [november] });
  const october = region("Shown now: the set of October 2026");
  expect(october.getByText("7 finished games: what was found")).toBeTruthy();
  expect(october.queryByRole("button")).toBeNull();
});

test("a set is played without counting anything", async () => {
  await openScreen(puzzles);
  await press("Play November 2026");
  const dialog = await findDialog("Play November 2026");
  expect(dialog.getByText("Level 1: Spot the different smiley-Easy")).toBeTruthy();
  await press("Spot 1");
  expect(dialog.getByRole("status").textContent).toBe("Found 1 of 1.");
  expect(dialog.getByText("The winking smiley")).toBeTruthy();
  await press("Next level");
  expect(dialog.getByRole("status").textContent).toBe("Found 0 of 2.");
  const before = requests.length;
  await press("Spot 2");
  await press("Done");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requests.length).toBe(before);
  expect(localStorage.getItem("totalFound")).toBeNull();
});

test("another set is drawn, and an earlier one is shown again, instead of the one on the screen", async () => {
  const changed = { "POST puzzles/choose": json(puzzles) };
  await openScreen(puzzles, changed);
  await press("Draw another set for November 2026");
  expect(await screen.findByText("November 2026 shows another set now.")).toBeTruthy();
  await press("Show set 1 in November 2026");
  await waitFor(() =>
    expect(bodiesOf("POST puzzles/choose")).toEqual([
      { month: "2026-11", insteadOf: 3, candidate: null },
      { month: "2026-11", insteadOf: 3, candidate: 0 },
    ]),
  );
});

test("what a colleague chose meanwhile is said", async () => {
  const message = "Somebody else has just chosen another set for this month.";
  const refused = () => errorResponse(409, "changed_meanwhile", message);
  await openScreen(puzzles, { "POST puzzles/choose": refused });
  await press("Draw another set for November 2026");
  expect(await screen.findByText(message)).toBeTruthy();
});

test("a set is pinned and let go", async () => {
  const pin = { "POST puzzles/pin": json(puzzles) };
  await openScreen({ ...puzzles, pinned: { month: "2026-12", candidate: 0 } }, pin);
  expect(screen.getByText("It was drawn for December 2026.")).toBeTruthy();
  await press("Show a new set every month again");
  await waitFor(() => expect(bodiesOf("POST puzzles/pin")).toEqual([{ set: null }]));
  await press("Show the set of November 2026 in every month");
  await waitFor(() =>
    expect(bodiesOf("POST puzzles/pin")[1]).toEqual({ set: { month: "2026-11", candidate: 3 } }),
  );
});

test("while one set is shown in every month, another choice is said to wait for its end", async () => {
  const pinned = { month: "2026-11", candidate: 0 };
  const earlier = { month: "2026-11", set: { ...set(0), isPlayed: true, finished: 7 } };
  const november = { month: "2026-11", shown: 3, sets: [set(0), { ...set(3), isPlayed: false }] };
  const changed = { "POST puzzles/choose": json(puzzles) };
  await openScreen({ ...puzzles, pinned, earlier, months: [november] }, changed);
  const now = within(screen.getByRole("region", { name: "Shown now: the set of November 2026" }));
  expect(now.getByText("7 finished games: what was found")).toBeTruthy();
  expect(screen.getByText(/^Not shown before each month shows its own set again/)).toBeTruthy();
  await press("Draw another set for November 2026");
  const success = "November 2026 shows another set once each month shows its own set again.";
  expect(await screen.findByText(success)).toBeTruthy();
  cleanup();
  // It is the set of November itself.
  const own = { month: "2026-11", candidate: 3 };
  await openScreen({ ...puzzles, pinned: own }, changed);
  expect(screen.queryByText(/^Not shown before/)).toBeNull();
  await press("Draw another set for November 2026");
  expect(await screen.findByText(success)).toBeTruthy();
});

test("with a content folder nothing can be chosen, and the reason is said", async () => {
  await openScreen({ ...puzzles, isMonthly: false, whyOff: "The content comes from a folder." });
  expect(screen.getByText("The content comes from a folder.")).toBeTruthy();
  expect(screen.getByText(/^It shows the pictures of the content/)).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /November 2026/ })).toHaveLength(1);
});

test("the screen is only for editors and owners", async () => {
  await openDesk(receptionist, "/desk/content/puzzles");
  expect(screen.getByRole("heading", { name: "This page is for editors and owners" })).toBeTruthy();
  expect(requests).not.toContain("GET puzzles");
});
