import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RinseTimer } from "./RinseTimer";

const spoken: string[] = [];
const synthesis = {
  speak: ({ text }: { text: string }) => void spoken.push(text),
  cancel: vi.fn(),
  getVoices: vi.fn(() => [{ lang: "en-GB", localService: true }]),
};
const release = vi.fn(async () => {});
const request = vi.fn(async () => ({ release }));

beforeEach(() => {
  vi.useFakeTimers();
  spoken.length = 0;
  vi.clearAllMocks();
  vi.stubGlobal("speechSynthesis", synthesis);
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      constructor(public text: string) {}
    },
  );
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "wakeLock");
});

const start = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Start the 20-minute timer" }));
  });
const pass = (seconds: number) => act(async () => vi.advanceTimersByTime(seconds * 1000));
const clock = () => screen.getByRole("timer").textContent;

test("the timer counts down aloud, keeps the screen on and says when to go", async () => {
  render(<RinseTimer minutes={20} />);
  await start();
  expect(request).toHaveBeenCalledWith("screen");
  expect(spoken).toEqual(["Rinse for 20 minutes. Keep the lids open. Look up."]);
  await pass(90);
  expect(clock()).toBe("18:30");
  expect(spoken[1]).toMatch(/^19 minutes left/);
  expect(screen.getByRole("status").textContent).toBe(spoken.at(-1));
  expect(release).not.toHaveBeenCalled();
  await pass(1110);
  expect(clock()).toBe("0:00");
  expect(spoken.at(-1)).toMatch(/^Time is over\. Go to the hospital now/);
  expect(spoken).toHaveLength(21);
  expect(release).toHaveBeenCalledTimes(1);
});

test("a voice of a company is not told that somebody rinses an eye", async () => {
  synthesis.getVoices
    .mockReturnValueOnce([])
    .mockReturnValue([{ lang: "en-GB", localService: false }]);
  render(<RinseTimer minutes={20} />);
  await start();
  expect(spoken).toEqual([]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByRole("status").textContent).toMatch(/^Rinse for 20 minutes/);
  synthesis.getVoices.mockReturnValue([{ lang: "en-GB", localService: true }]);
});

test("stopping, and leaving the screen, ends the voice and releases the screen", async () => {
  const { unmount } = render(<RinseTimer minutes={20} />);
  await start();
  await pass(61);
  fireEvent.click(screen.getByRole("button", { name: "Stop the timer" }));
  await act(async () => {});
  expect(clock()).toBe("20:00");
  expect(release).toHaveBeenCalledTimes(1);
  const count = spoken.length;
  await pass(300);
  expect(spoken).toHaveLength(count);

  await start();
  synthesis.cancel.mockClear();
  unmount();
  await act(async () => {});
  expect(synthesis.cancel).toHaveBeenCalled();
  expect(release).toHaveBeenCalledTimes(2);
});

test("without counting aloud the minutes are only shown", async () => {
  render(<RinseTimer minutes={20} />);
  fireEvent.click(screen.getByRole("checkbox", { name: "Count aloud" }));
  await start();
  await pass(61);
  expect(spoken).toEqual([]);
  expect(screen.getByRole("status").textContent).toMatch(/^19 minutes left/);
});

test("a device without voices and wake lock still counts", async () => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, "speechSynthesis");
  Reflect.deleteProperty(navigator, "wakeLock");
  render(<RinseTimer minutes={20} />);
  expect(screen.queryByRole("checkbox")).toBeNull();
  await start();
  await pass(120);
  expect(clock()).toBe("18:00");
});
