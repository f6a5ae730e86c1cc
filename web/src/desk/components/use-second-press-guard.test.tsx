import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PRESS_PAUSE_MS } from "./use-press-pause";
import { useSecondPressGuard } from "./use-second-press-guard";

const pressed = vi.fn<(name: string) => void>();
let now = 0;

beforeEach(() => {
  pressed.mockReset();
  now = 10_000;
});
afterEach(cleanup);

function Guarded(): ReactNode {
  const part = useSecondPressGuard<HTMLDivElement>();
  const [label, setLabel] = useState("Arrived");
  return (
    <>
      <div ref={part}>
        <button type="button" onClick={() => pressed("Confirm")}>
          Confirm
        </button>
        <button
          type="button"
          onClick={() => {
            pressed(label);
            setLabel("Done");
          }}
        >
          {label}
        </button>
        <label>
          <input type="checkbox" onClick={() => pressed("Agreed")} />
          Agreed
        </label>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            pressed("Move");
          }}
        >
          <button type="submit">Move</button>
        </form>
      </div>
      <button type="button" onClick={() => pressed("Menu")}>
        Menu
      </button>
    </>
  );
}

const find = (name: string) =>
  screen.queryByRole("button", { name }) ?? screen.getByLabelText(name);

/** What a browser sends. */
function click(name: string, x: number): void {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: now });
  fireEvent.pointerDown(find(name), { clientX: x, clientY: 100 });
  fireEvent(find(name), event);
}

function pressKey(name: string, key: string): void {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: now });
  fireEvent.keyDown(find(name), { key });
  if (key === "Enter" || key === " ") fireEvent(find(name), event);
}

const names = () => pressed.mock.calls.map(([name]) => name);

test("a second press at the same place does nothing on another control", () => {
  render(<Guarded />);
  click("Confirm", 50);
  now += PRESS_PAUSE_MS - 1;
  click("Move", 60);
  click("Agreed", 60);
  click("Menu", 60);
  expect(names()).toEqual(["Confirm"]);
});

test("a button that has become another one is another control", () => {
  render(<Guarded />);
  click("Arrived", 50);
  click("Done", 50);
  expect(names()).toEqual(["Arrived"]);
});

test("the same control can be pressed twice", () => {
  render(<Guarded />);
  click("Confirm", 50);
  click("Confirm", 50);
  expect(names()).toEqual(["Confirm", "Confirm"]);
});

test("another control can be pressed elsewhere, or after a second", () => {
  render(<Guarded />);
  click("Confirm", 50);
  click("Move", 90);
  now += PRESS_PAUSE_MS;
  click("Agreed", 90);
  expect(names()).toEqual(["Confirm", "Move", "Agreed"]);
});

test("whoever goes on pressing waits a second after the last press", () => {
  render(<Guarded />);
  click("Confirm", 50);
  now += 800;
  click("Move", 50);
  now += 800;
  click("Move", 50);
  now += PRESS_PAUSE_MS;
  click("Move", 50);
  expect(names()).toEqual(["Confirm", "Move"]);
});

test("a second Enter does nothing on another control, unless another key was pressed in between", () => {
  render(<Guarded />);
  pressKey("Confirm", "Enter");
  pressKey("Move", "Enter");
  pressKey("Move", " ");
  expect(names()).toEqual(["Confirm"]);
  pressKey("Move", "Tab");
  pressKey("Move", "Enter");
  expect(names()).toEqual(["Confirm", "Move"]);
});

test("a press on a label is one press", () => {
  render(<Guarded />);
  fireEvent.pointerDown(screen.getByText("Agreed"), { clientX: 50, clientY: 100 });
  // The label sends the second click to its field.
  fireEvent.click(screen.getByText("Agreed"));
  expect(names()).toEqual(["Agreed"]);
});

test("presses outside, and clicks by programs, are left alone", () => {
  render(<Guarded />);
  click("Menu", 50);
  click("Confirm", 50);
  now += PRESS_PAUSE_MS;
  fireEvent.click(find("Move"));
  fireEvent.click(find("Confirm"));
  expect(names()).toEqual(["Menu", "Confirm", "Move", "Confirm"]);
});
