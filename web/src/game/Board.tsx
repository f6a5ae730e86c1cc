// The picture of a level with its clickable spots and the marker of a miss. Spots are rendered only when the picture can
// be seen, and after hydration: the content security policy forbids style attributes in the server's HTML.

import type { CSSProperties, MouseEvent, ReactNode } from "react";
import type { Level } from "../generated/Level";
import type { Spot } from "../generated/Spot";
import { Button } from "../ui/button/Button";
import { Icon } from "../ui/icon/Icon";
import styles from "./Board.module.css";
import type { Playing } from "./game-reducer";
import { inReadingOrder } from "./reading-order";
import type { Picture } from "./use-picture";

/** In percent of the picture's width and height. */
export type Area = { left: number; top: number; width: number; height: number };

export const keyOf = (area: Area): string => Object.values(area).join(" ");

type BoardProps = {
  level: Level;
  picture: Picture;
  game: Playing;
  /** False on the server and until the page is hydrated. */
  hydrated: boolean;
  /** Framed in the picture, in both of two scenes. */
  areas: readonly Area[];
  onSelect(id: number): void;
  onMiss(left: number, top: number): void;
};

export function Board({
  level,
  picture,
  game,
  hydrated,
  areas,
  onSelect,
  onMiss,
}: BoardProps): ReactNode {
  const { image, alt, spots, secondSceneTop } = level;
  const ready = hydrated && picture.state === "loaded";
  const failed = hydrated && picture.state === "failed";
  const style = hydrated
    ? ({ "--aspect-ratio": image.width / image.height } as CSSProperties)
    : undefined;

  function handleClick(event: MouseEvent<HTMLDivElement>) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-spot]") || !ready) return;
    const counterpart = target?.closest<HTMLElement>("[data-counterpart]");
    if (counterpart) return onSelect(Number(counterpart.dataset.counterpart));
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (offset: number, size: number) => (100 * offset) / size;
    onMiss(
      percent(event.clientX - box.left, box.width),
      percent(event.clientY - box.top, box.height),
    );
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a pointer can miss; with the keyboard one moves from spot to spot.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <div
      className={failed ? `${styles.board} ${styles.failed}` : styles.board}
      style={style}
      onClick={handleClick}
    >
      <img
        key={picture.key}
        ref={picture.ref}
        onLoad={picture.onLoad}
        onError={picture.onError}
        className={styles.picture}
        src={image.src}
        width={image.width}
        height={image.height}
        alt={alt}
        draggable={false}
        fetchPriority="high"
      />
      {hydrated && picture.state === "loading" && (
        <p role="status" className={`${styles.message} ${styles.loading}`}>
          The picture is loading…
        </p>
      )}
      {failed && (
        <div role="alert" className={styles.message}>
          <p>The picture did not load. Check your connection, then try again.</p>
          <Button weight="accent" onClick={picture.tryAgain}>
            Try again
          </Button>
        </div>
      )}
      {ready &&
        inReadingOrder(spots).map((spot, i) => (
          <Hotspot
            key={spot.id}
            spot={spot}
            name={`Spot ${i + 1}`}
            found={game.selection.includes(spot.id)}
            onSelect={onSelect}
          />
        ))}
      {ready &&
        secondSceneTop !== null &&
        spots.map((spot) => (
          <Counterpart
            key={spot.id}
            spot={spot}
            secondSceneTop={secondSceneTop}
            found={game.selection.includes(spot.id)}
          />
        ))}
      {ready && areas.map((area) => <AreaFrame key={keyOf(area)} area={area} />)}
      {ready &&
        secondSceneTop !== null &&
        areas.map((area) => (
          <AreaFrame
            key={keyOf(area)}
            area={{ ...area, top: area.top - Number.parseFloat(secondSceneTop) }}
          />
        ))}
      {game.lastClick.kind === "missed" && (
        <span
          key={game.lastClick.count}
          className={styles.miss}
          style={{ left: `${game.lastClick.left}%`, top: `${game.lastClick.top}%` }}
        />
      )}
    </div>
  );
}

type HotspotProps = {
  spot: Spot;
  name: string;
  found: boolean;
  onSelect(id: number): void;
};

function Hotspot({ spot, name, found, onSelect }: HotspotProps): ReactNode {
  const { id, top, left, width, height, label } = spot;
  return (
    <button
      type="button"
      data-spot={id}
      className={found ? `${styles.spot} ${styles.found}` : styles.spot}
      style={{ top, left, width, height }}
      aria-label={found && label !== null ? label : name}
      aria-pressed={found}
      title={found && label !== null ? label : undefined}
      onClick={() => onSelect(id)}
    >
      {found && <Check />}
    </button>
  );
}

type CounterpartProps = { spot: Spot; secondSceneTop: string; found: boolean };

/** The place of a spot in the first of two scenes, for pointers only: with the keyboard there is one button for each
 * spot. */
function Counterpart({ spot, secondSceneTop, found }: CounterpartProps): ReactNode {
  const { id, top, left, width, height, label } = spot;
  return (
    <span
      aria-hidden="true"
      data-counterpart={id}
      className={found ? `${styles.spot} ${styles.found}` : styles.spot}
      style={{ top: `calc(${top} - ${secondSceneTop})`, left, width, height }}
      title={found && label !== null ? label : undefined}
    >
      {found && <Check />}
    </span>
  );
}

/** Where to look. Pointers go through it. */
function AreaFrame({ area: { left, top, width, height } }: { area: Area }): ReactNode {
  const style = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  return <span aria-hidden="true" data-area className={styles.area} style={style} />;
}

function Check(): ReactNode {
  return (
    <span className={styles.check}>
      <Icon name="check" />
    </span>
  );
}
