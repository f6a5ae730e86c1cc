// The pictures of a finished game with the spots that the player missed: numbered in the picture, named below it.

import type { ReactNode } from "react";
import type { Level } from "../generated/Level";
import type { Spot } from "../generated/Spot";
import type { Results } from "./game-reducer";
import styles from "./MissedSpots.module.css";
import { inReadingOrder } from "./reading-order";

type MissedSpotsProps = { levels: readonly Level[]; results: Results };

export function MissedSpots({ levels, results }: MissedSpotsProps): ReactNode {
  return (
    <section className={styles.missed}>
      <h3>What you missed</h3>
      <ol className={styles.levels}>
        {levels.map((level, i) => (
          <li key={level.image.src} className={styles.level}>
            {levels.length > 1 && (
              <h4>
                Level {i + 1}: {level.description}
              </h4>
            )}
            <LevelResult level={level} found={results.submitted[i] ?? []} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function LevelResult({ level, found }: { level: Level; found: readonly number[] }): ReactNode {
  const { image, spots, secondSceneTop } = level;
  const missed = inReadingOrder(spots).filter(({ id }) => !found.includes(id));
  return (
    <>
      <div className={styles.picture}>
        {/* The list below says what the picture shows here. */}
        <img src={image.src} width={image.width} height={image.height} alt="" loading="lazy" />
        {missed.map((spot, i) => (
          <Mark key={spot.id} number={i + 1} top={spot.top} spot={spot} />
        ))}
        {secondSceneTop !== null &&
          missed.map((spot, i) => (
            <Mark
              key={spot.id}
              number={i + 1}
              top={`calc(${spot.top} - ${secondSceneTop})`}
              spot={spot}
            />
          ))}
      </div>
      {missed.length === 0 ? (
        <p>You found everything here.</p>
      ) : (
        <ol className={styles.names}>
          {missed.map(({ id, label }) => (
            <li key={id}>{label ?? "Marked in the picture"}</li>
          ))}
        </ol>
      )}
    </>
  );
}

function Mark({ number, top, spot }: { number: number; top: string; spot: Spot }): ReactNode {
  const { left, width, height } = spot;
  return (
    <span aria-hidden="true" className={styles.mark} style={{ top, left, width, height }}>
      <span className={styles.number}>{number}</span>
    </span>
  );
}
