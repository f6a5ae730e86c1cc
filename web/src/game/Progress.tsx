// The progress of the game: the number of spots found, with a row of rings, and feedback on the last click. The texts
// are live regions; the rings repeat them visually.

import type { ReactNode } from "react";
import type { Level } from "../generated/Level";
import { countFound, countSpots, type Playing } from "./game-reducer";
import styles from "./Progress.module.css";

export function Progress({ game }: { game: Playing }): ReactNode {
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.count}>
        Found so far: {countFound(game)} of {countSpots(game.spots)}
      </p>
      <div className={styles.rings} aria-hidden="true">
        {game.spots.map((ids, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is identified by its index.
          <Rings key={i} total={ids.length} filled={foundIn(game, i)} current={i === game.level} />
        ))}
      </div>
    </div>
  );
}

type ClickFeedbackProps = { game: Playing; level: Level; message?: string | null };

/** Shows the label of a found spot, because touch screens have no tooltips. A `message` takes its place. */
export function ClickFeedback({ game, level, message = null }: ClickFeedbackProps): ReactNode {
  return <p role="status">{message ?? feedback(game, level)}</p>;
}

type RingsProps = { total: number; filled: number; current: boolean };

function Rings({ total, filled, current }: RingsProps): ReactNode {
  return (
    <span className={current ? `${styles.level} ${styles.current}` : styles.level}>
      {Array.from({ length: total }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rings are identical.
        <span key={i} className={i < filled ? `${styles.ring} ${styles.filled}` : styles.ring} />
      ))}
    </span>
  );
}

function foundIn(game: Playing, level: number): number {
  const ids = level === game.level ? game.selection : game.submitted[level];
  return ids?.length ?? 0;
}

function feedback({ lastClick }: Playing, { spots }: Level): ReactNode {
  switch (lastClick.kind) {
    case "none":
      return "";
    case "found":
      return `${spots.find(({ id }) => id === lastClick.id)?.label ?? "Well spotted"}.`;
    case "missed":
      // A new element for each miss: a text that stays the same would not be said again.
      return <span key={lastClick.count}>No luck there. Keep looking.</span>;
  }
}
