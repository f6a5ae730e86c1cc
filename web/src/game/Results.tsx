// The results screen: the count, for a perfect game the confetti and the prize (children), otherwise what was missed.

import { type ReactNode, useEffect, useRef } from "react";
import type { Level } from "../generated/Level";
import { Button } from "../ui/button/Button";
import { fireConfetti } from "./confetti";
import { countSpots, type Results as GameResults, isPerfect } from "./game-reducer";
import { MissedSpots } from "./MissedSpots";
import styles from "./Results.module.css";

type ResultsProps = {
  levels: readonly Level[];
  results: GameResults;
  /** The page has just been opened with the results of an earlier visit: no focus, no confetti. */
  restored: boolean;
  onPlayAgain(): void;
  /** Shown at the end, whatever the results are. */
  more?: ReactNode;
  /** Shown after a perfect game. */
  children: ReactNode;
};

export function Results({
  levels,
  results,
  restored,
  onPlayAgain,
  more,
  children,
}: ResultsProps): ReactNode {
  const title = useRef<HTMLHeadingElement>(null);
  const perfect = isPerfect(results);
  const found = `You found ${results.found} of ${countSpots(results.spots)} differences!`;

  useEffect(() => {
    if (!restored) title.current?.focus();
  }, [restored]);
  useEffect(() => (perfect && !restored ? fireConfetti() : undefined), [perfect, restored]);

  return (
    <div className={styles.results}>
      <Lens perfect={perfect} />
      <div className={styles.text}>
        <h2 ref={title} tabIndex={-1}>
          {perfect ? "Eyes like a hawk!" : "Game Complete!"}
        </h2>
        {perfect ? (
          <>
            <p className={styles.found}>{`Congratulations! ${found}`}</p>
            {children}
            <Button weight="quiet" onClick={onPlayAgain}>
              Play Again
            </Button>
          </>
        ) : (
          <>
            <p className={styles.found}>{found}</p>
            <p>Great job! Want to try again for a perfect score?</p>
            <Button onClick={onPlayAgain}>Play Again</Button>
          </>
        )}
        {more}
      </div>
      {!perfect && <MissedSpots levels={levels} results={results} />}
    </div>
  );
}

/** A trial lens with a tick for a perfect game, otherwise with a Landolt ring. */
function Lens({ perfect }: { perfect: boolean }): ReactNode {
  return (
    <svg className={styles.lens} viewBox="0 0 120 96" aria-hidden="true">
      <circle className={styles.glass} cx="48" cy="48" r="36" />
      {perfect ? (
        <path className={styles.mark} d="M31 49l12 12 22-25" />
      ) : (
        <path className={styles.mark} d="M62 37a18 18 0 1 0 0 22" />
      )}
      <circle className={styles.rim} cx="48" cy="48" r="42" />
      <path className={styles.rim} d="M90 48h20" />
    </svg>
  );
}
