// How often each difference of a set was found, so that one that hardly anybody finds is seen.
import type { ReactNode } from "react";
import type { PuzzleCandidate } from "../../../generated/PuzzleCandidate";
import { Notice } from "../../../ui/notice/Notice";
import desk from "../../components/desk.module.css";
import { formatPercent } from "../../statistics/game-totals";
import { ShareTable } from "../../statistics/ShareTable";
import styles from "./Puzzles.module.css";

/** Before so many games nothing is said about what is not found: it may be chance. */
const ENOUGH_GAMES = 20;
/** Not only what nobody has found: one lucky press must not hide it. */
const HARDLY_FOUND_PERCENT = 3;

type SetStatisticsProps = {
  set: PuzzleCandidate;
  canChoose: boolean;
};

export function SetStatistics({ set, canChoose }: SetStatisticsProps): ReactNode {
  const { finished, isPlayed, levels } = set;
  if (finished === 0) {
    return isPlayed && <p className={desk.secondary}>Nobody has finished a game with it yet.</p>;
  }
  const spots = levels.flatMap((level) => level.spots);
  const isHardlyFound = (found: number) => found * 100 < finished * HARDLY_FOUND_PERCENT;
  const missed = finished < ENOUGH_GAMES ? [] : spots.filter(({ found }) => isHardlyFound(found));
  return (
    <>
      {missed.length > 0 && (
        <Notice heading="Hardly anybody finds these differences">
          <ul>
            {missed.map(({ label, found }) => (
              <li key={label}>
                {label}: found in {found} of {finished} games
              </li>
            ))}
          </ul>
          {canChoose && <p>Draw another set, so that players can win.</p>}
        </Notice>
      )}
      <details className={styles.statistics}>
        <summary>
          {finished === 1 ? "1 finished game" : `${finished} finished games`}: what was found
        </summary>
        {levels.map((level, i) => (
          <ShareTable
            key={level.description}
            caption={`Level ${i + 1}`}
            columns={["Difference", "Found", "% of games"]}
            rows={level.spots.map(({ id, label, found }) => ({
              key: id,
              name: label,
              count: found,
              whole: finished,
              share: formatPercent(found, finished),
            }))}
          />
        ))}
      </details>
    </>
  );
}
