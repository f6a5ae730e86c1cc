// Owns the telling of how the game stands: how many are found, with a row of small lens rings that fill, and
// what the last touch met. The words are live regions; the rings only repeat them for the eye.

import type { ReactNode } from "react";
import type { Level } from "../generated/Level";
import { countFound, countHidden, type Playing } from "./model";
import styles from "./Progress.module.css";

export function Progress({ game }: { game: Playing }): ReactNode {
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.count}>
        Found so far: {countFound(game)} of {countHidden(game.rules)}
      </p>
      <div className={styles.rings} aria-hidden="true">
        {game.rules.map((hidden, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other name than their place.
          <Rings key={i} of={hidden.length} filled={foundIn(game, i)} current={i === game.level} />
        ))}
      </div>
    </div>
  );
}

/** On a touch screen, where tooltips do not exist, this is where a find gets its name. */
export function LastTouch({ game, level }: { game: Playing; level: Level }): ReactNode {
  return <p role="status">{lastTouch(game, level)}</p>;
}

type RingsProps = { of: number; filled: number; current: boolean };

function Rings({ of, filled, current }: RingsProps): ReactNode {
  return (
    <span className={current ? `${styles.level} ${styles.current}` : styles.level}>
      {Array.from({ length: of }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one ring is like another; only how many are full matters.
        <span key={i} className={i < filled ? `${styles.ring} ${styles.full}` : styles.ring} />
      ))}
    </span>
  );
}

function foundIn(game: Playing, level: number): number {
  const ids = level === game.level ? game.selection : game.submitted[level];
  return ids?.length ?? 0;
}

function lastTouch({ touch }: Playing, { spots }: Level): string {
  switch (touch.kind) {
    case "none":
      return "";
    case "found":
      return `${spots.find(({ id }) => id === touch.id)?.label ?? "Well spotted"}.`;
    case "missed":
      return "No luck there. Keep looking.";
  }
}
