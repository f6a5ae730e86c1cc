// The picture with the part that is shown and the point that stays visible. Both are moved with the mouse, a finger or the arrow
// keys.
import {
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Framing } from "../../../../generated/Framing";
import desk from "../../../components/desk.module.css";
import styles from "./Framing.module.css";
import {
  type Corner,
  cropOf,
  describeCrop,
  describePoint,
  pointOf,
  type Shift,
  type Size,
  withMovedCrop,
  withMovedPoint,
  withResizedCrop,
} from "./framing-geometry";

interface FramingStageProps {
  src: string;
  picture: Size;
  framing: Framing;
  /** A drawing is always shown whole. */
  mayCrop: boolean;
  onChange: (framing: Framing) => void;
}

type Change = (start: Framing, by: Shift) => Framing;

const CORNERS: readonly Corner[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 1 },
  { x: 1, y: 1 },
];

/** In percent of the picture. */
const STEP = 1;

const ARROWS: Readonly<Record<string, Shift>> = {
  ArrowLeft: { left: -STEP, top: 0 },
  ArrowRight: { left: STEP, top: 0 },
  ArrowUp: { left: 0, top: -STEP },
  ArrowDown: { left: 0, top: STEP },
};

export function FramingStage(props: FramingStageProps): ReactNode {
  const { src, picture, framing, mayCrop, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  const drag = useDrag(box, framing, onChange);
  const id = useId();
  const crop = cropOf(framing);
  const point = pointOf(framing);
  const cropBox = {
    left: `${crop.left}%`,
    top: `${crop.top}%`,
    width: `${crop.width}%`,
    height: `${crop.height}%`,
  };

  /** With Shift, the arrows move the right and the lower edge. */
  function moveByArrow(event: KeyboardEvent, move: Change, resize: Change): void {
    const by = Object.hasOwn(ARROWS, event.key) ? ARROWS[event.key] : undefined;
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onChange((event.shiftKey ? resize : move)(framing, by));
  }

  return (
    <div className={desk.section}>
      <div className={styles.stage}>
        <div
          ref={box}
          className={styles.picture}
          style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
        >
          <img src={src} alt="" draggable={false} width={picture.width} height={picture.height} />
          <div className={styles.shade}>
            <div className={styles.hole} style={cropBox} />
          </div>
          {mayCrop && (
            <div
              className={styles.crop}
              style={cropBox}
              role="slider"
              tabIndex={0}
              aria-label="Part that is shown"
              aria-describedby={`${id}keys`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={crop.left}
              aria-valuetext={describeCrop(crop)}
              data-whole={framing.crop === null || undefined}
              onPointerDown={(event) => drag(event, withMovedCrop)}
              onKeyDown={(event) => moveByArrow(event, withMovedCrop, resizeByKey)}
            >
              {CORNERS.map((corner) => (
                <span
                  key={`${corner.x} ${corner.y}`}
                  className={styles.corner}
                  aria-hidden="true"
                  data-x={corner.x}
                  data-y={corner.y}
                  onPointerDown={(event) => {
                    event.stopPropagation();
                    drag(event, (start, by) => withResizedCrop(start, corner, by));
                  }}
                />
              ))}
            </div>
          )}
          <div
            className={styles.point}
            style={{ left: `${point.left}%`, top: `${point.top}%` }}
            role="slider"
            tabIndex={0}
            aria-label="Point that must stay visible"
            aria-describedby={`${id}keys`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={point.left}
            aria-valuetext={describePoint(point)}
            onPointerDown={(event) => drag(event, withMovedPoint)}
            onKeyDown={(event) => moveByArrow(event, withMovedPoint, withMovedPointFar)}
          />
        </div>
      </div>
      <p id={`${id}keys`} className={desk.secondary}>
        {mayCrop
          ? "Move the corners to cut the picture, and the ring to what must stay visible."
          : "A drawing is always shown whole. Move the ring to what must stay visible where a page cuts it."}
        <span className={desk.withMouse}>
          {mayCrop
            ? " The arrow keys move what has the focus. With Shift they change the size of the part."
            : " The arrow keys move it too."}
        </span>
      </p>
    </div>
  );
}

const resizeByKey: Change = (start, by) => withResizedCrop(start, { x: 1, y: 1 }, by);

const withMovedPointFar: Change = (start, { left, top }) =>
  withMovedPoint(start, { left: left * 10, top: top * 10 });

/** Follows the pointer until it is released. Escape takes the whole drag back. */
function useDrag(
  box: { readonly current: HTMLDivElement | null },
  framing: Framing,
  onChange: (framing: Framing) => void,
) {
  const stop = useRef<() => void>(() => {});
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => () => stop.current(), []);

  return (event: ReactPointerEvent, change: Change) => {
    const area = box.current?.getBoundingClientRect();
    if (event.button !== 0 || isDragging || !area || area.width === 0 || area.height === 0) return;
    const { clientX, clientY, pointerId } = event;
    const follow = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const left = ((moved.clientX - clientX) / area.width) * 100;
      const top = ((moved.clientY - clientY) / area.height) * 100;
      onChange(change(framing, { left, top }));
    };
    const end = (ended: PointerEvent) => {
      if (ended.pointerId === pointerId) stop.current();
    };
    const cancel = () => {
      stop.current();
      onChange(framing);
    };
    const cancelByKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key === "Escape") cancel();
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", cancelByKey);
    stop.current = () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", cancelByKey);
      setIsDragging(false);
    };
    setIsDragging(true);
  };
}
