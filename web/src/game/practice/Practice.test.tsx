import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pressInVain } from "../../fixtures/press";
import type { Practice as Puzzle } from "../../generated/Practice";
import { fireConfetti } from "../confetti";
import { HINT_AFTER_SECONDS } from "./hints";
import { Practice } from "./Practice";

vi.mock("../confetti", () => ({ fireConfetti: vi.fn(() => () => {}) }));

const puzzle: Puzzle = {
  date: "2026-11-17",
  level: {
    image: { src: "/pictures/street.svg", width: 600, height: 900 },
    alt: "A street",
    description: "Spot all differences-Hard",
    secondSceneTop: "50%",
    spots: [1, 2, 3].map((id) => ({
      id,
      top: `${35 + id * 16}%`,
      left: "2%",
      width: "14%",
      height: "14%",
      label: `Thing ${id}`,
    })),
  },
};

// happy-dom loads no pictures.
Object.defineProperties(HTMLImageElement.prototype, {
  complete: { get: () => true },
  naturalWidth: { get: () => 600 },
});

const requests = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", requests);
  localStorage.setItem("totalFound", "[7]");
  localStorage.setItem("claimedDiscount", "true");
  sessionStorage.setItem("game", "the game for the prize");
});

afterEach(() => {
  cleanup();
  // Whatever a test does: practice changes nothing of the game for the prize and sends nothing.
  expect(localStorage.getItem("totalFound")).toBe("[7]");
  expect(localStorage.getItem("claimedDiscount")).toBe("true");
  expect(sessionStorage.getItem("game")).toBe("the game for the prize");
  expect(requests).not.toHaveBeenCalled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const renderPractice = async (shown = puzzle) => {
  render(
    <Practice puzzle={shown}>
      <h1>Practice</h1>
    </Practice>,
  );
  await act(async () => {});
};
const button = (name: string) => screen.getByRole("button", { name });
const click = (name: string) => act(async () => void fireEvent.click(button(name)));
const wait = (seconds: number) => act(async () => vi.advanceTimersByTime(seconds * 1000));
const areas = () => document.querySelectorAll("[data-area]");
const isOff = (name: string) => button(name).getAttribute("aria-disabled") === "true";
const HINT = "Show me the area";

test("the puzzle has its day as heading, and spots with the names of the game", async () => {
  await renderPractice();
  const heading = screen.getByRole("heading", { level: 2 });
  expect(heading.textContent).toBe("17 November 2026: Spot all differences-Hard");
  expect(button("Spot 1").getAttribute("aria-pressed")).toBe("false");
  await click("Spot 1");
  expect(button("Thing 1").getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText("Found so far: 1 of 3")).toBeTruthy();
});

test("a hint can be asked for after a while, frames an area in both scenes and says where it is", async () => {
  await renderPractice();
  pressInVain(button(HINT));
  await act(async () => {});
  expect(areas()).toHaveLength(0);
  await wait(HINT_AFTER_SECONDS - 1);
  expect(isOff(HINT)).toBe(true);
  await wait(1);
  expect(isOff(HINT)).toBe(false);
  await click(HINT);
  expect(areas()).toHaveLength(2);
  expect(screen.getByText("Look at the top left.").getAttribute("role")).toBe("status");
  expect(isOff(HINT)).toBe(true);
  await click("Spot 1");
  expect(areas()).toHaveLength(0);
  expect(screen.getByText("Thing 1.")).toBeTruthy();
});

test("finding a difference starts the wait again, and there is one hint for each difference", async () => {
  await renderPractice();
  await wait(HINT_AFTER_SECONDS - 1);
  await click("Spot 1");
  await wait(HINT_AFTER_SECONDS - 1);
  expect(isOff(HINT)).toBe(true);
  for (let hint = 0; hint < 2; hint++) {
    await wait(HINT_AFTER_SECONDS);
    await click(HINT);
  }
  expect(areas()).toHaveLength(4);
  await wait(HINT_AFTER_SECONDS);
  expect(isOff(HINT)).toBe(true);
  expect(screen.getByText("There is no further hint.")).toBeTruthy();
});

test("the results count the hints, name what was missed and can be shared without a spoiler", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
  await renderPractice();
  await click("Spot 2");
  await wait(HINT_AFTER_SECONDS);
  await click(HINT);
  await click("See Results");
  expect(screen.getByText("You found 1 of 3 differences!")).toBeTruthy();
  expect(screen.getByText(/^You played with 1 hint\./)).toBeTruthy();
  expect(screen.getByText("Thing 3")).toBeTruthy();
  expect(screen.queryByText(/Level 1/)).toBeNull();
  await click("Share my result");
  expect(share).toHaveBeenCalledWith({
    text: "Practice puzzle, 17 November 2026: I found 1 of 3 differences, with 1 hint.",
    url: `${location.origin}/visionTest/today`,
  });
});

test("a perfect result is celebrated, and playing again starts without hints", async () => {
  await renderPractice();
  await wait(HINT_AFTER_SECONDS);
  await click(HINT);
  for (const id of [1, 2, 3]) await click(`Spot ${id}`);
  await click("See Results");
  expect(screen.getByText("Congratulations! You found 3 of 3 differences!")).toBeTruthy();
  expect(fireConfetti).toHaveBeenCalledOnce();
  await click("Play Again");
  expect(screen.getByText("Found so far: 0 of 3")).toBeTruthy();
  await click("See Results");
  expect(screen.getByText(/^You played without a hint\./)).toBeTruthy();
});

test("a puzzle that was begun goes on after the page is loaded again, but not with the one of another day", async () => {
  await renderPractice();
  await click("Spot 2");
  await wait(HINT_AFTER_SECONDS);
  await click(HINT);
  cleanup();
  await renderPractice();
  expect(button("Thing 2").getAttribute("aria-pressed")).toBe("true");
  expect(areas()).toHaveLength(2);
  cleanup();
  await renderPractice({ ...puzzle, date: "2026-11-18" });
  expect(button("Spot 2").getAttribute("aria-pressed")).toBe("false");
  expect(areas()).toHaveLength(0);
});

test("what was found in another picture of the same day does not count in this one", async () => {
  await renderPractice();
  await click("Spot 2");
  cleanup();
  const image = { ...puzzle.level.image, src: "/pictures/street.drawn-again.svg" };
  await renderPractice({ ...puzzle, level: { ...puzzle.level, image } });
  expect(button("Spot 2").getAttribute("aria-pressed")).toBe("false");
  cleanup();
  await renderPractice();
  expect(button("Thing 2").getAttribute("aria-pressed")).toBe("true");
});

test("only looking at the puzzle of another day leaves the one that was begun", async () => {
  await renderPractice();
  expect(sessionStorage.getItem("practice")).toBeNull();
  await click("Spot 2");
  cleanup();
  await renderPractice({ ...puzzle, date: "2026-11-16" });
  cleanup();
  await renderPractice();
  expect(button("Thing 2").getAttribute("aria-pressed")).toBe("true");
});

test("a puzzle that is played again is new after the page is loaded again", async () => {
  await renderPractice();
  await click("Spot 2");
  await click("See Results");
  await click("Play Again");
  cleanup();
  await renderPractice();
  expect(button("Spot 2").getAttribute("aria-pressed")).toBe("false");
});

test("a damaged saved puzzle is ignored", async () => {
  sessionStorage.setItem(
    "practice",
    '{"date":"2026-11-17","picture":"/pictures/street.svg","found":"all","hints":[]}',
  );
  await renderPractice();
  expect(screen.getByText("Found so far: 0 of 3")).toBeTruthy();
});
