// The practice puzzle: one level of the game, with hints, and without a prize.

import { type ReactNode, useId } from "react";
import type { Practice as Puzzle } from "../../generated/Practice";
import { pagePath } from "../../lib/navigation/paths";
import { formatDate } from "../../lib/time/dates";
import { Button, ButtonLink } from "../../ui/button/Button";
import { ShareButton } from "../../ui/share/ShareButton";
import gameStyles from "../Game.module.css";
import { countSpots, type Results as GameResults } from "../game-reducer";
import { LevelScreen } from "../LevelScreen";
import { Results } from "../Results";
import { areasOf, HINT_AFTER_SECONDS } from "./hints";
import styles from "./Practice.module.css";
import { shareText, withHints } from "./share-text";
import { type PracticeControls, usePractice } from "./use-practice";

type PracticeProps = {
  puzzle: Puzzle;
  /** Shown above the puzzle; on wide screens beside its picture. */
  children: ReactNode;
};

export function Practice({ puzzle, children }: PracticeProps): ReactNode {
  const controls = usePractice(puzzle);
  const { game, hints, message, restored, playAgain } = controls;
  const { level } = puzzle;
  return (
    <div className={game.phase === "playing" ? gameStyles.playing : gameStyles.finished}>
      <div className={gameStyles.intro}>{children}</div>
      {game.phase === "playing" && (
        <LevelScreen
          heading={`${formatDate(puzzle.date)}: ${level.description}`}
          level={level}
          game={game}
          controls={controls}
          areas={areasOf(level, game.selection, hints)}
          message={message}
        >
          {(isReady) => <HintButton isReady={isReady} controls={controls} />}
        </LevelScreen>
      )}
      {game.phase === "results" && (
        <Results
          levels={[level]}
          results={game}
          restored={restored}
          onPlayAgain={playAgain}
          more={<AfterResults date={puzzle.date} results={game} hints={hints.length} />}
        >
          {null}
        </Results>
      )}
    </div>
  );
}

type HintButtonProps = { isReady: boolean; controls: PracticeControls };

/** Not disabled but only marked as such, so that the focus stays on it after a hint. */
function HintButton({ isReady, controls: { hintState, showHint } }: HintButtonProps): ReactNode {
  const helpId = useId();
  const canAsk = isReady && hintState === "ready";
  return (
    <div className={styles.hint}>
      <Button
        wide
        weight="quiet"
        aria-disabled={!canAsk || undefined}
        aria-describedby={helpId}
        onClick={() => {
          if (canAsk) showHint();
        }}
      >
        Show me the area
      </Button>
      <p id={helpId} className={styles.help}>
        {HELP[hintState]}
      </p>
    </div>
  );
}

const HELP = {
  ready: "Frames the part of the picture with a difference.",
  later: `A hint is ready ${HINT_AFTER_SECONDS} seconds after the last difference or hint.`,
  none: "There is no further hint.",
};

type AfterResultsProps = { date: string; results: GameResults; hints: number };

function AfterResults({ date, results, hints }: AfterResultsProps): ReactNode {
  const total = countSpots(results.spots);
  const text = shareText({ date, found: results.found, total, hints });
  return (
    <>
      <p>You played {withHints(hints)}. There is a new puzzle every day.</p>
      <div className={styles.after}>
        <ShareButton weight="quiet" text={text} url={`${location.origin}${pagePath("practice")}`}>
          Share my result
        </ShareButton>
        <ButtonLink weight="quiet" icon="gift" href={pagePath("vision-test")}>
          Play for the prize
        </ButtonLink>
      </div>
    </>
  );
}
