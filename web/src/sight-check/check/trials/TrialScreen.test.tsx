import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useReducer } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkReducer } from "../check-reducer";
import { type Action, type Check, newCheck } from "../check-state";
import { type Display, isSameDisplay } from "../set-up/calibration";
import { currentDisplay } from "../set-up/use-display";
import { TrialScreen } from "./TrialScreen";

/** happy-dom has no layout: the test says how large the canvas is. */
let resize: (width: number, height: number) => void;
let hasContext = true;

class TestResizeObserver {
  constructor(report: (entries: Partial<ResizeObserverEntry>[]) => void) {
    resize = (width, height) =>
      act(() => report([{ contentRect: { width, height } as DOMRectReadOnly }]));
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  hasContext = true;
  vi.stubGlobal("ResizeObserver", TestResizeObserver);
  vi.useFakeTimers();
  const nothing = () => {};
  const context = { fillRect: nothing };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation((() =>
    hasContext ? context : null) as unknown as HTMLCanvasElement["getContext"]);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const laptop: Display = currentDisplay();
const ready: Check = (
  [
    { type: "start" },
    { type: "warned", yes: false },
    { type: "aged", isChild: false, display: laptop },
    { type: "fitted", display: laptop },
    { type: "confirmed", fits: true },
    { type: "chooseWay", way: "remote" },
    { type: "paired" },
    { type: "enterDistance" },
    { type: "begin" },
  ] satisfies Action[]
).reduce<Check>(checkReducer, newCheck);

let check: Check;

function Trials({ problem }: { problem: string | null }) {
  const [state, dispatch] = useReducer(checkReducer, ready);
  check = state;
  if (state.screen.kind !== "trials" && state.screen.kind !== "paused") return null;
  return (
    <TrialScreen
      check={state}
      dispatch={dispatch}
      headingRef={null}
      headline="A self-check, not an eye test."
      part={state.screen.part}
      isPaused={state.screen.kind === "paused"}
      remoteProblem={problem}
    />
  );
}

const screenOf = ({ screen }: Window) => screen;
const showLetter = () => act(() => vi.advanceTimersByTime(400));
const button = (name: string) => screen.getByRole("button", { name });

test("a phone that is missed pauses with a sentence, and its return goes on with the same answers", () => {
  const { rerender } = render(<Trials problem={null} />);
  resize(1200, 600);
  showLetter();
  fireEvent.keyDown(window, { key: "ArrowUp" });
  expect(check.run?.trials).toHaveLength(1);
  rerender(<Trials problem="Your phone is no longer connected." />);
  expect(check.screen.kind).toBe("paused");
  expect(screen.getByRole("alert").textContent).toBe("Your phone is no longer connected.");
  rerender(<Trials problem={null} />);
  expect([check.screen.kind, check.run?.trials.length]).toEqual(["trials", 1]);
});

test("without the phone the check goes on with the arrows of the screen", () => {
  render(<Trials problem="Your phone is no longer connected." />);
  expect(check.screen.kind).toBe("paused");
  // The size that is known while it is paused starts the letters later.
  resize(1200, 600);
  fireEvent.click(button("Go on"));
  showLetter();
  fireEvent.click(button("Left"));
  expect([check.screen.kind, check.run?.trials.length]).toEqual(["trials", 1]);
});

test("a check that was paused by hand does not go on by itself", () => {
  const { rerender } = render(<Trials problem={null} />);
  resize(1200, 600);
  fireEvent.click(button("Pause"));
  rerender(<Trials problem="No connection to the internet at the moment." />);
  rerender(<Trials problem={null} />);
  expect(check.screen.kind).toBe("paused");
});

test("the heading of a pause is another element, so that its focus is announced", () => {
  render(<Trials problem={null} />);
  resize(1200, 600);
  const heading = screen.getByRole("heading", { name: "Right eye" });
  fireEvent.click(button("Pause"));
  expect(screen.getByRole("heading", { name: "Paused" })).not.toBe(heading);
});

test("leaving the page is asked about as soon as there are answers to lose", () => {
  render(<Trials problem={null} />);
  resize(1200, 600);
  const isAsked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isAsked()).toBe(false);
  showLetter();
  fireEvent.click(button("Up"));
  expect(isAsked()).toBe(true);
});

test("a window on another screen is noticed before the next letter", () => {
  render(<Trials problem={null} />);
  resize(1200, 600);
  vi.stubGlobal("screen", { width: 3840, height: 2160 });
  showLetter();
  expect([check.screen.kind, check.problem]).toEqual(["fit", "displayChanged"]);
});

test("a window on another screen with as many pixels is noticed by the place of that screen", () => {
  const { width, height } = screenOf(window);
  vi.stubGlobal("screen", { width, height, availLeft: 0, availTop: 0 });
  const left = currentDisplay();
  vi.stubGlobal("screen", { width, height, availLeft: width, availTop: 0 });
  expect(isSameDisplay(left, currentDisplay())).toBe(false);
});

test("an answer to a letter whose window is on another screen by now does not count", () => {
  render(<Trials problem={null} />);
  resize(1200, 600);
  showLetter();
  vi.stubGlobal("screen", { width: 3840, height: 2160 });
  fireEvent.keyDown(window, { key: "ArrowUp" });
  expect([check.screen.kind, check.problem]).toEqual(["fit", "displayChanged"]);
});

test('a second press on "Go on" is no answer', () => {
  render(<Trials problem={null} />);
  resize(1200, 600);
  showLetter();
  fireEvent.click(button("Pause"));
  fireEvent.click(button("Go on"));
  fireEvent.click(button("Left"));
  expect(check.run?.trials).toHaveLength(0);
  showLetter();
  fireEvent.click(button("Left"));
  expect(check.run?.trials).toHaveLength(1);
});

test("a hidden page pauses", () => {
  render(<Trials problem={null} />);
  resize(1200, 600);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(check.screen.kind).toBe("paused");
  expect(screen.getByText(/Your answers are kept/)).toBeTruthy();
});

test("a key that is held down is one answer, and one with Ctrl is none", () => {
  render(<Trials problem={null} />);
  resize(1200, 600);
  showLetter();
  fireEvent.keyDown(window, { key: "ArrowUp", ctrlKey: true });
  fireEvent.keyDown(window, { key: "ArrowUp" });
  showLetter();
  fireEvent.keyDown(window, { key: "ArrowUp", repeat: true });
  expect(check.run?.trials).toHaveLength(1);
});

test("a browser that cannot draw ends the check without a number", () => {
  hasContext = false;
  render(<Trials problem={null} />);
  resize(1200, 600);
  expect([check.screen.kind, check.problem]).toEqual(["result", "cannotDraw"]);
});
