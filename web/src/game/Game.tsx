// Owns the flow of the game on the screen: one level after the other, then the results, with the focus
// carried along. The rules are the model's, the prize is its caller's.

import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { Level } from "../generated/Level";
import { Button } from "../ui/button/Button";
import { Board } from "./Board";
import styles from "./Game.module.css";
import { isLastLevel, type Playing } from "./model";
import { LastTouch, Progress } from "./Progress";
import { Results } from "./Results";
import { type PlayedGame, useGame } from "./use-game";

type GameProps = {
  levels: readonly Level[];
  /** What a perfect game earns. */
  prize(game: Pick<PlayedGame, "prove" | "playAgain">): ReactNode;
  /** What stands above the game, or beside its picture where there is room. */
  children: ReactNode;
};

export function Game({ levels, prize, children }: GameProps): ReactNode {
  const played = useGame(levels);
  usePreload(levels);
  const { game, playAgain } = played;
  const level = game.phase === "playing" ? levels[game.level] : undefined;
  return (
    <div className={game.phase === "playing" ? styles.playing : styles.over}>
      <div className={styles.above}>{children}</div>
      {game.phase === "playing" && level && (
        <LevelScreen level={level} game={game} played={played} />
      )}
      {game.phase === "results" && (
        <Results results={game} onPlayAgain={playAgain}>
          {prize(played)}
        </Results>
      )}
    </div>
  );
}

type LevelScreenProps = {
  level: Level;
  game: Playing;
  played: PlayedGame;
};

function LevelScreen({ level, game, played }: LevelScreenProps): ReactNode {
  const { ready, round, touch, submit } = played;
  const { heading, board } = useAnnouncement(round, game.level);

  function submitOnce(event: MouseEvent) {
    if (!isSecondHalf(event)) submit();
  }

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        Level {game.level + 1}: {level.description}
      </h2>
      <div ref={board} className={styles.board}>
        <Board
          level={level}
          game={game}
          ready={ready}
          onSelect={(id) => touch({ type: "select", id })}
          onMiss={(left, top) => touch({ type: "miss", left, top })}
        />
      </div>
      <div className={styles.controls}>
        <Progress game={game} />
        <Button wide disabled={!ready} onClick={submitOnce}>
          {isLastLevel(game) ? "See Results" : "Submit & Next"}
        </Button>
        <LastTouch game={game} level={level} />
        {/* A screen reader has heard this as the picture's own text. */}
        <p className={styles.about} aria-hidden="true">
          {level.alt}
        </p>
      </div>
    </>
  );
}

/** Those who double-click everything would hand in the next level unseen. Two quick taps are meant: under a
 * thumb the page has moved in between. */
function isSecondHalf({ detail, nativeEvent }: MouseEvent): boolean {
  const byTouch = "pointerType" in nativeEvent && nativeEvent.pointerType === "touch";
  return detail > 1 && !byTouch;
}

/** A new level is announced by its heading and begins at the top of the screen; the very first lets the
 * page's own heading speak. */
function useAnnouncement(round: number, level: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (round === 1 && level === 0) return;
    heading.current?.focus({ preventScroll: true });
    highest(heading.current, board.current)?.scrollIntoView();
  }, [round, level]);
  return { heading, board };
}

/** On a phone the heading stands above the picture, on a laptop beside it. */
function highest(...elements: (HTMLElement | null)[]): HTMLElement | null {
  const top = (element: HTMLElement | null) => element?.getBoundingClientRect().top ?? Infinity;
  return elements.reduce((higher, element) => (top(element) < top(higher) ? element : higher));
}

/** All of them at once: they weigh little, and a player who loses the network can still finish. */
function usePreload(levels: readonly Level[]): void {
  useEffect(() => {
    for (const { image } of levels.slice(1)) {
      const picture = new Image();
      picture.fetchPriority = "low";
      picture.src = image.src;
    }
  }, [levels]);
}
