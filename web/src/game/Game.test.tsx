import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Level } from "../generated/Level";
import { celebrate } from "./confetti";
import { Game } from "./Game";

vi.mock("./confetti", () => ({ celebrate: vi.fn(() => () => {}) }));

const level = (name: string, description: string, ids: number[]): Level => ({
  image: { src: `/pictures/${name}.svg`, width: 600, height: 600 },
  alt: `The picture ${name}`,
  description,
  spots: ids.map((id) => ({
    id,
    top: `${id * 15}%`,
    left: "10%",
    width: "14%",
    height: "14%",
    label: id === 5 ? null : `Thing ${id} of ${name}`,
  })),
});

const levels = [
  level("one", "Spot the different smiley-Easy", [1]),
  level("two", "Select all stars-Medium", [1, 2, 3, 4, 5]),
  level("three", "Spot all differences-Hard", [1, 2, 3, 4, 5]),
];

let calls: { path: string; body: unknown }[] = [];

beforeEach(() => {
  calls = [];
  vi.mocked(celebrate).mockClear();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init.body)) });
    const body =
      path === "/api/plays"
        ? { play: "token" }
        : { found: 11, total: 11, perfect: true, proof: "p" };
    return new Response(JSON.stringify(body));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = async () => {
  render(
    <Game levels={levels} prize={() => <p>The prize</p>}>
      <h1>Play</h1>
    </Game>,
  );
  await act(async () => {});
};
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => act(async () => void fireEvent.click(button(name)));
const heading = () => screen.getByRole("heading", { level: 2 });
const status = () => screen.getAllByRole("status").map((region) => region.textContent);
const spots = () => document.querySelectorAll<HTMLButtonElement>("[data-spot]");
const findAll = () => act(async () => spots().forEach((spot) => void fireEvent.click(spot)));

async function playPerfectly() {
  for (const next of ["Submit & Next", "Submit & Next", "See Results"]) {
    await findAll();
    await press(next);
  }
}

test("the first level shows its heading, its picture and neutral spots", async () => {
  await open();
  expect(heading().textContent).toBe("Level 1: Spot the different smiley-Easy");
  expect(screen.getByAltText("The picture one")).toBeTruthy();
  expect(button("Spot 1").title).toBe("");
  expect(status()).toEqual(["Found so far: 0 of 11", ""]);
});

test("a found spot is pressed, carries its label as name and tooltip, and is told", async () => {
  await open();
  await press("Spot 1");
  const found = button("Thing 1 of one");
  expect(found.title).toBe("Thing 1 of one");
  expect(found.getAttribute("aria-pressed")).toBe("true");
  expect(status()).toEqual(["Found so far: 1 of 11", "Thing 1 of one."]);
});

test("a found spot without a label keeps its neutral name", async () => {
  await open();
  await press("Submit & Next");
  await press("Spot 5");
  expect(button("Spot 5").getAttribute("aria-pressed")).toBe("true");
  expect(status()).toEqual(["Found so far: 1 of 11", "Well spotted."]);
});

test("a press beside every spot is marked and costs nothing", async () => {
  await open();
  await press("Spot 1");
  await act(async () => void fireEvent.click(screen.getByAltText("The picture one")));
  expect(status()).toEqual(["Found so far: 1 of 11", "No luck there. Keep looking."]);
});

test("the button leads on, and the focus goes to the new level's heading", async () => {
  await open();
  await press("Submit & Next");
  expect(heading().textContent).toBe("Level 2: Select all stars-Medium");
  expect(document.activeElement).toBe(heading());
  await press("Submit & Next");
  expect(button("See Results")).toBeTruthy();
});

test("the second half of a double click does not skip a level", async () => {
  await open();
  await act(async () => {
    fireEvent.click(button("Submit & Next"), { detail: 1 });
    fireEvent.click(button("Submit & Next"), { detail: 2 });
  });
  expect(heading().textContent).toMatch(/^Level 2/);
});

test("two quick taps hand in two levels", async () => {
  await open();
  for (const detail of [1, 2]) {
    const tap = new PointerEvent("click", { bubbles: true, detail, pointerType: "touch" });
    await act(async () => void button("Submit & Next").dispatchEvent(tap));
  }
  expect(heading().textContent).toMatch(/^Level 3/);
});

test("the stored list grows with each press and is gone when results show", async () => {
  localStorage.setItem("totalFound", "[9]");
  await open();
  await findAll();
  await press("Submit & Next");
  expect(localStorage.getItem("totalFound")).toBe("[1]");
  await findAll();
  await press("Submit & Next");
  expect(localStorage.getItem("totalFound")).toBe("[1,1,2,3,4,5]");
  await press("See Results");
  expect(localStorage.getItem("totalFound")).toBeNull();
});

test("a perfect game ends in its own words, the prize and confetti", async () => {
  await open();
  await playPerfectly();
  expect(heading().textContent).toBe("Eyes like a hawk!");
  expect(document.activeElement).toBe(heading());
  expect(screen.getByText("Congratulations! You found 11 of 11 differences!")).toBeTruthy();
  expect(screen.getByText("The prize")).toBeTruthy();
  expect(celebrate).toHaveBeenCalledOnce();
});

test("a partial game ends in its own words and can be played again", async () => {
  await open();
  await findAll();
  await press("Submit & Next");
  await press("Submit & Next");
  await press("See Results");
  expect(heading().textContent).toBe("Game Complete!");
  expect(screen.getByText("You found 1 of 11 differences!")).toBeTruthy();
  expect(screen.getByText("Great job! Want to try again for a perfect score?")).toBeTruthy();
  expect(screen.queryByText("The prize")).toBeNull();
  expect(celebrate).not.toHaveBeenCalled();

  await press("Play Again");
  expect(heading().textContent).toMatch(/^Level 1/);
  expect(document.activeElement).toBe(heading());
  expect(status()).toEqual(["Found so far: 0 of 11", ""]);
});

test("every game has its own start, and what was found is handed in by level", async () => {
  await open();
  await findAll();
  await press("Submit & Next");
  await press("Spot 2");
  await press("Submit & Next");
  await press("See Results");
  await press("Play Again");
  expect(calls).toEqual([
    { path: "/api/plays", body: {} },
    { path: "/api/plays/finish", body: { play: "token", found: [[1], [2], []] } },
    { path: "/api/plays", body: {} },
  ]);
});

test("without a server the game goes on to its end", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await open();
  await playPerfectly();
  expect(heading().textContent).toBe("Eyes like a hawk!");
});
