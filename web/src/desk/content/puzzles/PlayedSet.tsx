// Plays the levels of a set at the desk. Nothing is counted or stored, and there is nothing to win.
import { type ReactNode, useState } from "react";
import type { PuzzleLevel } from "../../../generated/PuzzleLevel";
import type { PuzzleSpot } from "../../../generated/PuzzleSpot";
import { Button } from "../../../ui/button/Button";
import desk from "../../components/desk.module.css";
import { PuzzlePicture } from "./PuzzlePicture";
import styles from "./Puzzles.module.css";

type PlayedSetProps = { levels: readonly PuzzleLevel[]; onEnd(): void };

export function PlayedSet({ levels, onEnd }: PlayedSetProps): ReactNode {
  const [number, setNumber] = useState(0);
  const [found, setFound] = useState<readonly number[]>([]);
  const level = levels[number];
  if (level === undefined) return null;
  const isLast = number === levels.length - 1;

  function goOn() {
    if (isLast) return onEnd();
    setNumber(number + 1);
    setFound([]);
  }

  return (
    <div className={desk.section}>
      <p>
        Level {number + 1}: {level.description}
      </p>
      <div
        className={
          level.secondSceneTop === null ? styles.board : `${styles.board} ${styles.withTwoScenes}`
        }
      >
        <PuzzlePicture level={level} alt="" />
        {level.spots.map((spot, i) => (
          <Spot
            key={spot.id}
            spot={spot}
            name={`Spot ${i + 1}`}
            isFound={found.includes(spot.id)}
            onFind={() => setFound(found.includes(spot.id) ? found : [...found, spot.id])}
          />
        ))}
      </div>
      <p role="status">
        Found {found.length} of {level.spots.length}.
      </p>
      <ul className={desk.list}>
        {level.spots
          .filter(({ id }) => found.includes(id))
          .map(({ id, label }) => (
            <li key={id}>{label}</li>
          ))}
      </ul>
      <p className={desk.secondary}>This is a trial: nothing is counted, and there is no code.</p>
      <div className={desk.row}>
        <Button onClick={goOn}>{isLast ? "Done" : "Next level"}</Button>
      </div>
    </div>
  );
}

type SpotProps = { spot: PuzzleSpot; name: string; isFound: boolean; onFind(): void };

function Spot({ spot, name, isFound, onFind }: SpotProps): ReactNode {
  const percent = (share: number) => `${share * 100}%`;
  return (
    <button
      type="button"
      className={isFound ? `${styles.spot} ${styles.found}` : styles.spot}
      style={{
        left: percent(spot.left),
        top: percent(spot.top),
        width: percent(spot.width),
        height: percent(spot.height),
      }}
      aria-label={isFound ? `Found: ${spot.label}` : name}
      onClick={onFind}
    />
  );
}
