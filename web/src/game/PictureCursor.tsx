// The cursor of the keyboard over a picture: arrow keys move it from cell to cell, Enter presses the place. It is the only Tab
// stop of the picture, so that one has to look for the spots also with the keyboard.
//
// The role "application" makes screen readers pass the arrow keys on to the page. They do not read what is inside such an element, so
// the buttons of the spots stand beside it. The place is said by a live region: screen readers say nothing when an element that has
// the focus moves.

import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Level } from "../generated/Level";
import styles from "./Board.module.css";
import type { SpotId } from "./game-reducer";
import {
  areaOfCell,
  type Cell,
  describeCell,
  gridOf,
  middleCell,
  middleOf,
  moveByKey,
  type Place,
  spotAt,
} from "./picture-grid";

type PictureCursorProps = {
  level: Level;
  found: readonly SpotId[];
  onPress(place: Place): void;
  onFocusChange(hasFocus: boolean): void;
};

export function PictureCursor({
  level,
  found,
  onPress,
  onFocusChange,
}: PictureCursorProps): ReactNode {
  const grid = gridOf(level);
  const [cell, setCell] = useState(() => middleCell(grid));
  const [hasFocus, setFocus] = useState(false);
  // Not derived from the cell: what Enter has found is said by the game, and would be said here a second time.
  const [said, setSaid] = useState("");
  const ref = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const area = areaOfCell(grid, cell);
  const place = middleOf(area);

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another cell, the element is at another place.
  useEffect(() => {
    // A picture can be taller than the screen, and wider when it is enlarged.
    if (hasFocus) ref.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [hasFocus, cell]);

  function handleKey(event: KeyboardEvent) {
    const { key, altKey, metaKey, shiftKey, ctrlKey, repeat } = event;
    if (altKey || metaKey || shiftKey) return;
    if ((key === "Enter" || key === " ") && !ctrlKey) {
      event.preventDefault();
      if (!repeat) onPress(place);
      return;
    }
    const next = moveByKey(grid, cell, { key, ctrlKey });
    if (next === null) return;
    event.preventDefault();
    setCell(next);
    setSaid(describePlace(next));
  }

  function changeFocus(now: boolean) {
    setFocus(now);
    setSaid(now ? describePlace(cell) : "");
    onFocusChange(now);
  }

  const percent = Object.entries(area).map(([side, value]) => [side, `${value}%`]);
  return (
    <>
      <div
        ref={ref}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the role is for elements that handle keys themselves.
        tabIndex={0}
        aria-label="Cursor on the picture"
        aria-describedby={helpId}
        className={styles.cursor}
        style={Object.fromEntries(percent) as CSSProperties}
        onKeyDown={handleKey}
        onClick={() => onPress(place)}
        onFocus={() => changeFocus(true)}
        onBlur={() => changeFocus(false)}
      />
      <p id={helpId} hidden>
        {describeKeys(level)}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );

  function describePlace(at: Cell): string {
    const text = describeCell(grid, at);
    const spot = spotAt(level, middleOf(areaOfCell(grid, at)));
    if (spot === undefined || !found.includes(spot.id)) return text;
    return `${text}. Found${spot.label === null ? "" : `: ${spot.label}`}`;
  }
}

function describeKeys({ secondSceneTop }: Level): string {
  const pages = secondSceneTop === null ? "move by half the picture" : "go to the other scene";
  return `Arrow keys move it, Enter presses. Home and End go to the sides, Page Up and Page Down ${pages}.`;
}
