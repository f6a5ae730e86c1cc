// Owns the telling of how the game stands: what the last touch met, how many are found, and a row of small
// lens rings that fill. The words are a live region; the rings only repeat them for the eye.

import type { ReactNode } from "react";
import type { Level } from "../generated/Level";
import { countFound, countHidden, type Playing } from "./model";
import styles from "./Progress.module.css";

type ProgressProps = { game: Playing; level: Level };

export function Progress({ game, level }: ProgressProps): ReactNode {
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.words}>
        <span className={styles.count}>
          Found so far: {countFound(game)} of {countHidden(game.rules)}
        </span>{" "}
        <span className={styles.said}>{lastTouch(game, level)}</span>
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
      return "Nothing hidden there. Keep looking.";
  }
}
