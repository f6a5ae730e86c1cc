import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OptotypeCanvas } from "./OptotypeCanvas";

type Report = (entries: Partial<ResizeObserverEntry>[]) => void;

/** happy-dom has no layout: the test says how large the canvas is. */
let resize: (entry: Partial<ResizeObserverEntry>) => void;
let knowsDevicePixels = true;
const disconnect = vi.fn();

class TestResizeObserver {
  constructor(report: Report) {
    resize = (entry) => act(() => report([entry]));
  }
  observe(_: Element, options?: { box: string }) {
    if (options && !knowsDevicePixels) throw new TypeError("unknown box");
  }
  disconnect = disconnect;
}

/** The background, eight parts, and the whole area again. */
const FILLS = 10;
const context = {
  fillStyle: "",
  fillRect: vi.fn(),
};
const getContext = vi.fn<() => typeof context | null>();

beforeEach(() => {
  knowsDevicePixels = true;
  vi.stubGlobal("ResizeObserver", TestResizeObserver);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(
    getContext as unknown as HTMLCanvasElement["getContext"],
  );
  getContext.mockReturnValue(context);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const devicePixels = (inlineSize: number, blockSize: number) => ({
  contentRect: { width: inlineSize, height: blockSize } as DOMRectReadOnly,
  devicePixelContentBoxSize: [{ inlineSize, blockSize }],
});

function show(props: Partial<Parameters<typeof OptotypeCanvas>[0]> = {}) {
  const onArea = vi.fn();
  const onUnavailable = vi.fn();
  const element = (more: typeof props = {}) => (
    <OptotypeCanvas
      direction="right"
      stroke={9}
      onArea={onArea}
      onUnavailable={onUnavailable}
      {...props}
      {...more}
    />
  );
  const { rerender, unmount } = render(element());
  return {
    onArea,
    onUnavailable,
    update: (more: typeof props) => rerender(element(more)),
    unmount,
  };
}

const canvas = () => screen.getByRole<HTMLCanvasElement>("img", { name: "The letter E" });

test("the canvas has as many pixels as the device shows", () => {
  const { onArea } = show();
  resize(devicePixels(1081, 1801));
  expect([canvas().width, canvas().height]).toEqual([1081, 1801]);
  expect(onArea).toHaveBeenCalledExactlyOnceWith({ width: 1081, height: 1801 });
  expect(context.fillRect).toHaveBeenCalledTimes(FILLS);
});

test("without the size in device pixels it is computed from the pixel ratio", () => {
  knowsDevicePixels = false;
  vi.stubGlobal("devicePixelRatio", 3);
  show();
  resize({ contentRect: { width: 390, height: 600.4 } as DOMRectReadOnly });
  expect([canvas().width, canvas().height]).toEqual([1170, 1801]);
  expect(canvas().style.width).toBe("390px");
});

test("with a ratio that is not whole the browser counts the pixels", () => {
  vi.stubGlobal("devicePixelRatio", 1.5);
  show();
  resize({
    contentRect: { width: 720.5, height: 600.1 } as DOMRectReadOnly,
    devicePixelContentBoxSize: [{ inlineSize: 1081, blockSize: 900 }],
  });
  expect([canvas().width, canvas().height]).toEqual([1081, 900]);
});

test("a count that is not that of the display is not used", () => {
  vi.stubGlobal("devicePixelRatio", 2);
  show();
  resize({
    contentRect: { width: 720, height: 600 } as DOMRectReadOnly,
    devicePixelContentBoxSize: [{ inlineSize: 720, blockSize: 600 }],
  });
  expect([canvas().width, canvas().height]).toEqual([1440, 1200]);
});

test("another direction is drawn without a new size", () => {
  const { onArea, update } = show();
  resize(devicePixels(1080, 1800));
  context.fillRect.mockClear();
  update({ direction: "up" });
  expect(context.fillRect).toHaveBeenCalledTimes(FILLS);
  expect(onArea).toHaveBeenCalledTimes(1);
});

test("a change of zoom reports the new size, the same size does not", () => {
  const { onArea } = show();
  resize(devicePixels(1080, 1800));
  resize(devicePixels(1080, 1800));
  expect(onArea).toHaveBeenCalledTimes(1);
  resize(devicePixels(1188, 1980));
  expect(onArea).toHaveBeenLastCalledWith({ width: 1188, height: 1980 });
});

test("a browser that cannot draw is reported", () => {
  getContext.mockReturnValue(null);
  const { onUnavailable } = show();
  resize(devicePixels(1080, 1800));
  expect(onUnavailable).toHaveBeenCalledTimes(1);
});

test("the name of the picture does not tell the direction", () => {
  const { update } = show({ direction: "left" });
  const name = canvas().getAttribute("aria-label");
  update({ direction: "down" });
  expect(canvas().getAttribute("aria-label")).toBe(name);
  expect(name).not.toMatch(/left|right|up|down/);
});

test("nothing is observed after the check", () => {
  show().unmount();
  expect(disconnect).toHaveBeenCalledTimes(1);
});
