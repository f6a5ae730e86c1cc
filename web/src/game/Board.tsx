// The picture of a level with its clickable spots, the cursor of the keyboard and the marker of a miss. Spots are rendered only
// when the picture can be seen, and after hydration: the content security policy forbids style attributes in the server's HTML.

import { type CSSProperties, type MouseEvent, type ReactNode, useRef } from "react";
import type { Level } from "../generated/Level";
import type { Spot } from "../generated/Spot";
import { Button } from "../ui/button/Button";
import { Icon } from "../ui/icon/Icon";
import { type Area, keyOf } from "./area";
import styles from "./Board.module.css";
import type { Playing } from "./game-reducer";
import { PictureCursor } from "./PictureCursor";
import { type Place, spotAt } from "./picture-grid";
import { inReadingOrder } from "./reading-order";
import type { Picture } from "./use-picture";

export { type Area, keyOf };

/** The targets of spots are at least so large. */
const MIN_TARGET_PIXELS = 44;

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
  /** Called when the cursor of the keyboard gets or loses the focus. */
  onCursorFocus(hasFocus: boolean): void;
};

export function Board({
  level,
  picture,
  game,
  hydrated,
  areas,
  onSelect,
  onMiss,
  onCursorFocus,
}: BoardProps): ReactNode {
  const board = useRef<HTMLDivElement>(null);
  const { image, alt, spots, secondSceneTop } = level;
  const ready = hydrated && picture.state === "loaded";
  const failed = hydrated && picture.state === "failed";
  const style = hydrated
    ? ({ "--aspect-ratio": image.width / image.height } as CSSProperties)
    : undefined;

  function handleClick(event: MouseEvent<HTMLDivElement>) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-spot], [role=application]") || !ready) return;
    const counterpart = target?.closest<HTMLElement>("[data-counterpart]");
    if (counterpart) return onSelect(Number(counterpart.dataset.counterpart));
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (offset: number, size: number) => (100 * offset) / size;
    onMiss(
      percent(event.clientX - box.left, box.width),
      percent(event.clientY - box.top, box.height),
    );
  }

  /** What a click at this place does. */
  function pressPlace(place: Place) {
    const { width, height } = board.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
    const percent = (size: number) => (size > 0 ? (100 * MIN_TARGET_PIXELS) / size : 0);
    const spot = spotAt(level, place, { width: percent(width), height: percent(height) });
    if (spot) onSelect(spot.id);
    else onMiss(place.left, place.top);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for pointers; the keyboard has its cursor.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <div
      ref={board}
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
      {ready && (
        <PictureCursor
          key={image.src}
          level={level}
          found={game.selection}
          onPress={pressPlace}
          onFocusChange={onCursorFocus}
        />
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

/** No Tab stop: that would lead to the answers. Screen readers find it as they read on. */
function Hotspot({ spot, name, found, onSelect }: HotspotProps): ReactNode {
  const { id, top, left, width, height, label } = spot;
  return (
    <button
      type="button"
      data-spot={id}
      tabIndex={-1}
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

/** The place of a spot in the first of two scenes, for pointers only: screen readers have one button for each spot. */
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
