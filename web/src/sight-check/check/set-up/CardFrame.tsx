// Fitting a frame to a card or a note that lies against the screen: by slider, by keys and by two fingers.
import { type PointerEvent, type ReactNode, useRef } from "react";
import { Button } from "../../../ui/button/Button";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";
import { longSideLimits, OBJECTS, type ObjectKind } from "./calibration";
import { currentDisplay } from "./use-display";

const OPTIONS: { value: ObjectKind; label: string }[] = [
  { value: "card", label: "Bank or ID card" },
  { value: "note", label: "₦5 to ₦50 note" },
];

export function CardFrame({ check, dispatch, headingRef }: ScreenProps): ReactNode {
  const { object, longSide, problem } = check;
  const resize = (next: number) => dispatch({ type: "resizeFrame", longSide: next });
  return (
    <ScreenLayout
      heading="Measure your screen"
      headingRef={headingRef}
      problem={problem}
      canGoBack={!check.outcomes.right}
    >
      <p>
        {`Hold the ${object} flat against the screen, on the marked corner. Make the frame exactly as high as the ${object}: with the slider, its arrow keys, or two fingers on the frame.`}
      </p>
      <fieldset className={styles.compact}>
        <legend className="visually-hidden">What do you hold?</legend>
        {OPTIONS.map(({ value, label }) => (
          <Button
            key={value}
            weight={value === object ? "primary" : "quiet"}
            aria-pressed={value === object}
            onClick={() =>
              dispatch({ type: "chooseObject", object: value, display: currentDisplay() })
            }
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className={styles.compact}>
        <input
          type="range"
          aria-label="Size of the frame"
          aria-valuetext={`${longSide} points`}
          step={1}
          {...longSideLimits(object)}
          value={longSide}
          onChange={({ target }) => resize(target.valueAsNumber)}
        />
        <Button weight="quiet" onClick={() => resize(longSide - 1)}>
          Smaller
        </Button>
        <Button weight="quiet" onClick={() => resize(longSide + 1)}>
          Larger
        </Button>
        <Button onClick={() => dispatch({ type: "fitted", display: currentDisplay() })}>
          The frame fits
        </Button>
      </div>
      <Frame object={object} longSide={longSide} onResize={resize} />
    </ScreenLayout>
  );
}

interface FrameProps {
  object: ObjectKind;
  longSide: number;
  onResize?: (longSide: number) => void;
}

/** The long side is upright, because most phones are narrower than a card is long. Only this side is measured: a note is wider
 * than a phone, and the frame is then cut off at the right. */
export function Frame({ object, longSide, onResize }: FrameProps): ReactNode {
  const pinch = usePinch(longSide, onResize);
  const { long, short } = OBJECTS[object];
  const width = (longSide * short) / long;
  return (
    <div className={styles.cut}>
      <svg
        className={styles.frame}
        width={width}
        height={longSide}
        viewBox={`0 0 ${width} ${longSide}`}
        role="img"
        aria-label={`A frame for the ${object}`}
        {...pinch}
      >
        {/* Inside of its own edge, so that the outer edge is the size of the card. */}
        <rect x="1" y="1" width={width - 2} height={longSide - 2} />
        <path d="M1 24V1H24" />
      </svg>
    </div>
  );
}

/** Two fingers: the frame grows by the ratio of their distances. */
function usePinch(longSide: number, onResize: FrameProps["onResize"]) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const begin = useRef({ distance: 0, longSide: 0 });
  if (!onResize) return {};
  const distance = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const place = ({ pointerId, clientX, clientY }: PointerEvent) =>
    fingers.current.set(pointerId, { x: clientX, y: clientY });
  const lift = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      place(event);
      begin.current = { distance: distance(), longSide };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!fingers.current.has(event.pointerId)) return;
      place(event);
      const { distance: first, longSide: size } = begin.current;
      if (first > 0 && distance() > 0) onResize(Math.round((size * distance()) / first));
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}
