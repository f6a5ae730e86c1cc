import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Level } from "../generated/Level";
import { Game } from "./Game";

/** Two scenes of six rows each. The spot is in the lower one, in columns 2 and 3 and rows 2 and 3. */
const scenes: Level = {
  image: { src: "/pictures/street.svg", width: 600, height: 600 },
  alt: "A street, twice",
  description: "Spot all differences-Hard",
  secondSceneTop: "50%",
  spots: [
    { id: 1, left: "10%", top: "60%", width: "14%", height: "14%", label: "The turned letter" },
    { id: 2, left: "60%", top: "60%", width: "14%", height: "14%", label: null },
  ],
};
const single: Level = { ...scenes, secondSceneTop: null };

Object.defineProperties(HTMLImageElement.prototype, {
  complete: { get: () => true },
  naturalWidth: { get: () => 600 },
});

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response('{"play":"token"}'));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const renderGame = async (...levels: Level[]) => {
  render(
    <Game levels={levels} prize={() => null}>
      <h1>Play</h1>
    </Game>,
  );
  await act(async () => {});
};
const cursor = () => screen.getByRole("application", { name: "Cursor on the picture" });
const focus = () => act(async () => cursor().focus());
/** Returns true if the browser may do what it does with the key itself. */
const press = async (key: string, init: KeyboardEventInit = {}): Promise<boolean> => {
  let isLeft = true;
  await act(async () => {
    isLeft = fireEvent.keyDown(cursor(), { key, ...init });
  });
  return isLeft;
};
const pressAll = async (...keys: string[]) => {
  for (const key of keys) await press(key);
};
const place = () => document.querySelector("[aria-live]")?.textContent;
const count = () => screen.getByText(/^Found so far/).textContent;

test("the picture has one Tab stop, and no answer is one", async () => {
  await renderGame(scenes);
  const stops = [...document.querySelectorAll<HTMLElement>("[tabindex], button, a")]
    .filter(({ tabIndex }) => tabIndex >= 0)
    .map((element) => element.getAttribute("role") ?? element.textContent);
  expect(stops).toEqual(["application", "See Results"]);
  expect(screen.getAllByRole("button", { name: /^Spot \d$/ })).toHaveLength(2);
  // Screen readers do not read what is inside an application.
  expect(cursor().children).toHaveLength(0);
});

test("arrow keys move the cursor, and its place is said while it has the focus", async () => {
  await renderGame(scenes);
  expect(place()).toBe("");
  await focus();
  expect(place()).toBe("Upper scene, column 7, row 4");
  await pressAll("ArrowLeft", "ArrowUp", "PageDown");
  expect(place()).toBe("Lower scene, column 6, row 3");
  expect(Number.parseFloat(cursor().style.left)).toBeCloseTo(500 / 12);
  expect(Number.parseFloat(cursor().style.top)).toBeCloseTo(50 + (2 * 50) / 6);
  await act(async () => cursor().blur());
  expect(place()).toBe("");
});

test("Enter and the space bar press the place as a click does: a spot in either scene, or a miss", async () => {
  await renderGame(scenes);
  await focus();
  await press("Enter");
  expect(screen.getByText("No luck there. Keep looking.")).toBeTruthy();
  await pressAll("Home", "ArrowRight", "ArrowRight", "ArrowUp", "Enter");
  expect(count()).toBe("Found so far: 1 of 2");
  expect(screen.getByText("The turned letter.")).toBeTruthy();
  // The label was just said.
  expect(place()).toBe("Upper scene, column 3, row 3");
  await pressAll("PageDown", "Enter");
  expect(place()).toBe("Lower scene, column 3, row 3. Found: The turned letter");
  expect(count()).toBe("Found so far: 1 of 2");
  await pressAll("End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", " ");
  expect(count()).toBe("Found so far: 2 of 2");
  await pressAll("PageUp");
  expect(place()).toBe("Upper scene, column 8, row 3. Found");
});

test("a hidden spot is not said before it is pressed, and a key that is held down presses once", async () => {
  await renderGame(scenes);
  await focus();
  await pressAll("Home", "ArrowRight", "ArrowRight", "ArrowUp");
  expect(place()).toBe("Upper scene, column 3, row 3");
  await press("Enter", { repeat: true });
  expect(count()).toBe("Found so far: 0 of 2");
});

test("keys of the browser and of screen readers are left alone", async () => {
  await renderGame(single);
  await focus();
  const before = place();
  expect(await press("Tab")).toBe(true);
  expect(await press("Escape")).toBe(true);
  expect(await press("ArrowLeft", { altKey: true })).toBe(true);
  expect(await press("ArrowLeft", { metaKey: true })).toBe(true);
  expect(await press("ArrowDown", { shiftKey: true })).toBe(true);
  expect(await press("Enter", { ctrlKey: true })).toBe(true);
  expect(place()).toBe(before);
  // Would scroll the page.
  for (const key of ["ArrowDown", "PageDown", "Home", "End", " "]) {
    expect(await press(key), key).toBe(false);
  }
});

test("a short help takes the place of the hint while the cursor has the focus", async () => {
  await renderGame(scenes);
  const hint = "Press a difference in either scene.";
  expect(screen.getByText(hint)).toBeTruthy();
  await focus();
  expect(screen.getByText(/^Arrow keys move, Enter presses\./).textContent).toBe(
    "Arrow keys move, Enter presses. Page Up and Page Down change the scene.",
  );
  expect(screen.queryByText(hint)).toBeNull();
  const help = document.getElementById(cursor().getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toBe(
    "Arrow keys move it, Enter presses. Home and End go to the sides, Page Up and Page Down go to the other scene.",
  );
  await press("Enter");
  expect(screen.queryByText(/^Arrow keys move, Enter presses\./)).toBeNull();
});

test("the cursor begins in the middle of each picture", async () => {
  await renderGame(single, { ...single, image: { ...single.image, src: "/pictures/other.svg" } });
  await focus();
  await pressAll("Control", "Home", "PageUp");
  expect(place()).toBe("Column 1, row 1");
  await act(
    async () => void fireEvent.click(screen.getByRole("button", { name: "Submit & Next" })),
  );
  await focus();
  expect(place()).toBe("Column 7, row 7");
});

test("the page is marked as playing until the results", async () => {
  await renderGame(single);
  expect(document.documentElement.dataset.playing).toBe("");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "See Results" })));
  expect(document.documentElement.dataset.playing).toBeUndefined();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Play Again" })));
  expect(document.documentElement.dataset.playing).toBe("");
  cleanup();
  expect(document.documentElement.dataset.playing).toBeUndefined();
});
