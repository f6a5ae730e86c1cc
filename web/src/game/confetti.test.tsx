// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import confetti from "canvas-confetti";
import { expect, test, vi } from "vitest";
import { fireConfetti } from "./confetti";

vi.mock("canvas-confetti", () => ({ default: Object.assign(vi.fn(), { create: vi.fn() }) }));

const fire = Object.assign(vi.fn(), { reset: vi.fn() });

function stubBrowser({ reducedMotion }: { reducedMotion: boolean }) {
  vi.mocked(confetti.create)
    .mockClear()
    .mockReturnValue(fire as never);
  fire.mockClear();
  fire.reset.mockClear();
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
}

test("fires eighty particles without a worker", async () => {
  stubBrowser({ reducedMotion: false });
  const clear = fireConfetti();
  await waitFor(() =>
    expect(fire).toHaveBeenCalledExactlyOnceWith({
      particleCount: 80,
      spread: 70,
      origin: { x: 0.5, y: 0.4 },
    }),
  );
  expect(confetti.create).toHaveBeenCalledWith(undefined, { resize: true, useWorker: false });
  expect(confetti).not.toHaveBeenCalled();
  clear();
  expect(fire.reset).toHaveBeenCalledOnce();
});

test("fires nothing with reduced motion or after it was cleared", async () => {
  stubBrowser({ reducedMotion: true });
  fireConfetti();
  stubBrowser({ reducedMotion: false });
  fireConfetti()();
  await vi.dynamicImportSettled();
  expect(fire).not.toHaveBeenCalled();
});
