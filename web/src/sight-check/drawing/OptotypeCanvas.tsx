// Shows the E on a canvas whose pixels are the pixels of the device. It fills its parent.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Direction, drawFigure } from "./figure";
import styles from "./OptotypeCanvas.module.css";

/** In device pixels. */
export type Area = { readonly width: number; readonly height: number };

type OptotypeCanvasProps = {
  readonly direction: Direction;
  /** In device pixels. */
  readonly stroke: number;
  /** Called with the first size and after each change: what fits and what was calibrated has to be computed again. */
  readonly onArea: (area: Area) => void;
  /** The browser cannot draw. */
  readonly onUnavailable: () => void;
};

export function OptotypeCanvas({
  direction,
  stroke,
  onArea,
  onUnavailable,
}: OptotypeCanvasProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [area, setArea] = useState<Area | null>(null);
  const report = useRef({ onArea, onUnavailable });
  useEffect(() => {
    report.current = { onArea, onUnavailable };
  });

  useEffect(() => {
    const parent = canvas.current?.parentElement;
    return parent ? observeArea(parent, setArea) : undefined;
  }, []);

  useEffect(() => {
    if (area) report.current.onArea(area);
  }, [area]);

  // Before the browser paints, so that a letter goes together with the answer to it.
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || !area) return;
    const context = element.getContext("2d", { alpha: false });
    if (!context) {
      report.current.onUnavailable();
      return;
    }
    // Also clears the canvas, so only when it has to change.
    if (element.width !== area.width) element.width = area.width;
    if (element.height !== area.height) element.height = area.height;
    // Exactly as large as its pixels: stretched by a part of a pixel, their edges would be grey.
    element.style.width = `${area.width / devicePixelRatio}px`;
    element.style.height = `${area.height / devicePixelRatio}px`;
    drawFigure(context, direction, stroke, area);
  }, [area, direction, stroke]);

  // The name does not tell the direction: whoever helps with a screen reader must not hear it.
  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label="The letter E" />;
}

/** With a ratio such as 1.5 only the browser knows how many device pixels an element covers. Safari does not tell, but its
 * ratios are whole. Returns a function that stops. */
function observeArea(element: Element, onChange: (area: Area) => void): () => void {
  let last: Area = { width: 0, height: 0 };
  const observer = new ResizeObserver((entries) => {
    const entry = entries.at(-1);
    if (!entry) return;
    const area = areaOf(entry);
    if (area.width === last.width && area.height === last.height) return;
    last = area;
    onChange(area);
  });
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(element);
  }
  return () => observer.disconnect();
}

/** The browser's count of device pixels differs from the computed one by a rounding. Where it differs by more, as in an
 * emulated display, it is not the number of pixels that are shown. */
function areaOf({ devicePixelContentBoxSize, contentRect }: ResizeObserverEntry): Area {
  const box = devicePixelContentBoxSize?.[0];
  return {
    width: pixelCount(contentRect.width, box?.inlineSize),
    height: pixelCount(contentRect.height, box?.blockSize),
  };
}

function pixelCount(length: number, counted: number | undefined): number {
  const computed = length * window.devicePixelRatio;
  return counted !== undefined && Math.abs(counted - computed) <= 1
    ? counted
    : Math.floor(computed);
}
