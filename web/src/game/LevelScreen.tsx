// One level: its picture, the feedback on clicks, the progress and the button. Moves the focus to the heading of a new level.

import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Level } from "../generated/Level";
import { Button } from "../ui/button/Button";
import type { Area } from "./area";
import { Board } from "./Board";
import styles from "./Game.module.css";
import { type Action, countHidden, isLastLevel, type Playing } from "./game-reducer";
import { ClickFeedback, Progress } from "./Progress";
import { useIsGone, usePicture } from "./use-picture";

/** What a level needs of the game that it belongs to. */
export type LevelControls = {
  /** False on the server and until the page is hydrated. */
  ready: boolean;
  /** The number of the current game since the page was opened. */
  round: number;
  /** True if the screen shows what an earlier visit left, until the player goes on. */
  restored: boolean;
  clickPicture(action: Extract<Action, { type: "select" | "miss" }>): void;
  submit(): void;
  /** Goes on with the pictures of now. Only while the picture is one of an earlier month. */
  leaveEarlierPictures?: (() => void) | undefined;
};

type LevelScreenProps = {
  heading: string;
  level: Level;
  game: Playing;
  controls: LevelControls;
  /** Areas of the picture in which the player should look. */
  areas?: readonly Area[];
  /** Takes the place of the feedback on the last click. */
  message?: string | null;
  /** Shown below the button. `isReady` is true once the picture is there. */
  children?(isReady: boolean): ReactNode;
};

export function LevelScreen({
  heading: title,
  level,
  game,
  controls,
  areas = [],
  message = null,
  children,
}: LevelScreenProps): ReactNode {
  const { ready, round, restored, clickPicture, submit, leaveEarlierPictures } = controls;
  const { heading, board } = useLevelFocus(round, game.level, restored);
  const picture = usePicture(level.image.src);
  const [hasCursorFocus, setCursorFocus] = useState(false);
  const hiddenId = useId();
  useCallBarAside();
  const isReady = ready && picture.state === "loaded";
  const isEarlier = leaveEarlierPictures !== undefined;
  const isGone = useIsGone(level.image.src, isEarlier && picture.state === "failed");
  useEffect(() => {
    if (isGone) leaveEarlierPictures?.();
  });

  // The button for a hint is below the picture, which a phone shows only in part then.
  const area = areas.at(-1);
  useEffect(() => {
    if (area !== undefined && message !== null) board.current?.scrollIntoView({ block: "nearest" });
  }, [area, message, board]);

  function submitOnce(event: MouseEvent) {
    if (!isDoubleClick(event)) submit();
  }

  return (
    <>
      <div className={styles.heading}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={styles.message}>
          <ClickFeedback game={game} level={level} message={message} />
          {game.lastClick.kind === "none" && message === null && (
            <Instruction level={level} isFirst={game.level === 0} byKeyboard={hasCursorFocus} />
          )}
        </div>
      </div>
      <div ref={board} className={styles.board}>
        <Board
          level={level}
          picture={picture}
          game={game}
          hydrated={ready}
          areas={areas}
          onSelect={(id) => clickPicture({ type: "select", id })}
          onMiss={(left, top) => clickPicture({ type: "miss", left, top })}
          onCursorFocus={setCursorFocus}
        />
      </div>
      <div className={styles.controls}>
        <Progress game={game} />
        <p id={hiddenId} className={styles.hidden}>
          {describeHidden(countHidden(game))}
        </p>
        <Button wide disabled={!isReady} aria-describedby={hiddenId} onClick={submitOnce}>
          {isLastLevel(game) ? "See Results" : "Submit & Next"}
        </Button>
        {children?.(isReady)}
        {/* Hidden from screen readers: it is already the picture's alternative text. */}
        <p className={styles.description} aria-hidden="true">
          {level.alt}
        </p>
      </div>
    </>
  );
}

type InstructionProps = {
  level: Level;
  isFirst: boolean;
  /** True while the cursor of the keyboard has the focus. */
  byKeyboard: boolean;
};

/** Stands where the feedback on a click will be, above the picture. One line on a phone, so that the picture does not
 * move at the first click. */
function Instruction({ level, isFirst, byKeyboard }: InstructionProps): ReactNode {
  if (byKeyboard) {
    return (
      // Hidden from screen readers: the cursor has a longer description.
      <p aria-hidden="true">
        Arrow keys move, Enter presses.{" "}
        {level.secondSceneTop !== null && (
          <span className={styles.moreKeys}>Page Up and Page Down change the scene.</span>
        )}
      </p>
    );
  }
  if (level.secondSceneTop !== null) {
    return <p>Press a difference in either scene.</p>;
  }
  return isFirst ? <p className={styles.touchHint}>Two fingers enlarge the picture.</p> : null;
}

function describeHidden(hidden: number): string {
  return hidden === 0 ? "You found everything here" : `${hidden} still hidden in this picture`;
}

/** Some people double-click every button; the second click would submit the next level unseen. Two quick taps on a touch
 * screen count as two: the page has scrolled in between. */
function isDoubleClick({ detail, nativeEvent }: MouseEvent): boolean {
  const isTouch = "pointerType" in nativeEvent && nativeEvent.pointerType === "touch";
  return detail > 1 && !isTouch;
}

/** Focuses the heading of a new level and scrolls to its picture. Not for the first level or a restored one: the page has just been
 * opened. */
function useLevelFocus(round: number, level: number, restored: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (restored || (round === 1 && level === 0)) return;
    heading.current?.focus({ preventScroll: true });
    // Not to the heading, which is sticky: the browser would find it in view wherever the page is.
    board.current?.scrollIntoView();
  }, [round, level, restored]);
  return { heading, board };
}

/** On phones the bar with Call and WhatsApp would cover the button. While a level is shown, Game.module.css hides it by this
 * attribute. Not by :has(), which older browsers do not know. */
function useCallBarAside(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.playing = "";
    return () => {
      delete dataset.playing;
    };
  }, []);
}
