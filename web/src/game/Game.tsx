// The game: the levels one after the other, then the results. Moves the focus to each new heading.

import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { Level } from "../generated/Level";
import { Button } from "../ui/button/Button";
import { Board } from "./Board";
import styles from "./Game.module.css";
import { countHidden, isLastLevel, type Playing } from "./game-reducer";
import { ClickFeedback, Progress } from "./Progress";
import { Results } from "./Results";
import { type GameControls, useGame } from "./use-game";
import { usePicture } from "./use-picture";

type GameProps = {
  levels: readonly Level[];
  /** Shown after a perfect game. */
  prize(controls: Pick<GameControls, "requestProof" | "playAgain" | "forget">): ReactNode;
  /** Shown above the game; on wide screens beside its picture. */
  children: ReactNode;
};

export function Game({ levels: published, prize, children }: GameProps): ReactNode {
  const controls = useGame(published);
  const { game, levels, playAgain, restored } = controls;
  usePreload(levels);
  const level = game.phase === "playing" ? levels[game.level] : undefined;
  return (
    <div className={game.phase === "playing" ? styles.playing : styles.finished}>
      <div className={styles.intro}>{children}</div>
      {game.phase === "playing" && level && (
        <LevelScreen level={level} game={game} controls={controls} />
      )}
      {game.phase === "results" && (
        <Results levels={levels} results={game} restored={restored} onPlayAgain={playAgain}>
          {prize(controls)}
        </Results>
      )}
    </div>
  );
}

type LevelScreenProps = {
  level: Level;
  game: Playing;
  controls: GameControls;
};

function LevelScreen({ level, game, controls }: LevelScreenProps): ReactNode {
  const { ready, round, restored, clickPicture, submit, leaveEarlierPictures } = controls;
  const { heading, board } = useLevelFocus(round, game.level, restored);
  const picture = usePicture(level.image.src);
  const hiddenId = useId();
  const isGone = picture.state === "failed";
  useEffect(() => {
    if (isGone) leaveEarlierPictures();
  });

  function submitOnce(event: MouseEvent) {
    if (!isDoubleClick(event)) submit();
  }

  return (
    <>
      <div className={styles.heading}>
        <h2 ref={heading} tabIndex={-1}>
          Level {game.level + 1}: {level.description}
        </h2>
        <div className={styles.message}>
          <ClickFeedback game={game} level={level} />
          {game.lastClick.kind === "none" && <Hint level={level} isFirst={game.level === 0} />}
        </div>
      </div>
      <div ref={board} className={styles.board}>
        <Board
          level={level}
          picture={picture}
          game={game}
          hydrated={ready}
          onSelect={(id) => clickPicture({ type: "select", id })}
          onMiss={(left, top) => clickPicture({ type: "miss", left, top })}
        />
      </div>
      <div className={styles.controls}>
        <Progress game={game} />
        <p id={hiddenId} className={styles.hidden}>
          {describeHidden(countHidden(game))}
        </p>
        <Button
          wide
          disabled={!ready || picture.state !== "loaded"}
          aria-describedby={hiddenId}
          onClick={submitOnce}
        >
          {isLastLevel(game) ? "See Results" : "Submit & Next"}
        </Button>
        {/* Hidden from screen readers: it is already the picture's alternative text. */}
        <p className={styles.description} aria-hidden="true">
          {level.alt}
        </p>
      </div>
    </>
  );
}

/** Stands where the feedback on a click will be, above the picture. One line on a phone, so that the picture does not
 * move at the first click. */
function Hint({ level, isFirst }: { level: Level; isFirst: boolean }): ReactNode {
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

/** Loads all pictures at the start, so that a player who loses the network can finish the game. */
function usePreload(levels: readonly Level[]): void {
  useEffect(() => {
    for (const { image } of levels.slice(1)) {
      const picture = new Image();
      picture.fetchPriority = "low";
      picture.src = image.src;
    }
  }, [levels]);
}
