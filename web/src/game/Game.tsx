// The game: the levels one after the other, then the results. Moves the focus to each new heading.

import { type ReactNode, useEffect } from "react";
import type { Level } from "../generated/Level";
import styles from "./Game.module.css";
import { LevelScreen } from "./LevelScreen";
import { Results } from "./Results";
import { type GameControls, useGame } from "./use-game";

type GameProps = {
  levels: readonly Level[];
  /** Shown after a perfect game. */
  prize(controls: Pick<GameControls, "requestProof" | "playAgain" | "forget">): ReactNode;
  /** Shown at the end of the results, whatever they are. */
  more?: ReactNode;
  /** Shown above the game; on wide screens beside its picture. */
  children: ReactNode;
};

export function Game({ levels: published, prize, more, children }: GameProps): ReactNode {
  const controls = useGame(published);
  const { game, levels, playAgain, restored } = controls;
  usePreload(levels);
  const level = game.phase === "playing" ? levels[game.level] : undefined;
  return (
    <div className={game.phase === "playing" ? styles.playing : styles.finished}>
      <div className={styles.intro}>{children}</div>
      {game.phase === "playing" && level && (
        <LevelScreen
          heading={`Level ${game.level + 1}: ${level.description}`}
          level={level}
          game={game}
          controls={controls}
        />
      )}
      {game.phase === "results" && (
        <Results
          levels={levels}
          results={game}
          restored={restored}
          onPlayAgain={playAgain}
          more={more}
        >
          {prize(controls)}
        </Results>
      )}
    </div>
  );
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
