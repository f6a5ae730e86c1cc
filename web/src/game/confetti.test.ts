import confetti from "canvas-confetti";
import { expect, test, vi } from "vitest";
import { celebrate } from "./confetti";

vi.mock("canvas-confetti", () => ({ default: Object.assign(vi.fn(), { create: vi.fn() }) }));

const fire = Object.assign(vi.fn(), { reset: vi.fn() });

function visitor({ wantsLessMotion }: { wantsLessMotion: boolean }) {
  vi.mocked(confetti.create)
    .mockClear()
    .mockReturnValue(fire as never);
  fire.mockClear();
  fire.reset.mockClear();
  vi.stubGlobal("matchMedia", () => ({ matches: wantsLessMotion }));
}

test("eighty pieces fly, from a cannon without a worker", async () => {
  visitor({ wantsLessMotion: false });
  const sweep = celebrate();
  await vi.waitFor(() =>
    expect(fire).toHaveBeenCalledExactlyOnceWith({
      particleCount: 80,
      spread: 70,
      origin: { x: 0.5, y: 0.4 },
    }),
  );
  expect(confetti.create).toHaveBeenCalledWith(undefined, { resize: true, useWorker: false });
  expect(confetti).not.toHaveBeenCalled();
  sweep();
  expect(fire.reset).toHaveBeenCalledOnce();
});

test("none fly for those who asked for less motion, nor once the screen has gone", async () => {
  visitor({ wantsLessMotion: true });
  celebrate();
  visitor({ wantsLessMotion: false });
  celebrate()();
  await vi.dynamicImportSettled();
  expect(fire).not.toHaveBeenCalled();
});
