// The picture as the site shows it on a phone, on a laptop and as a shared link.
import type { ReactNode } from "react";
import type { Framing } from "../../../../generated/Framing";
import desk from "../../../components/desk.module.css";
import styles from "./Framing.module.css";
import { CARD, laptopRatio, ROUND, ratioOf, type Size, visiblePart } from "./framing-geometry";
import { PicturePart } from "./PicturePart";

interface FramingPreviewsProps {
  src: string;
  picture: Size;
  framing: Framing;
  /** Of drawings, links show only the title. */
  isDrawing: boolean;
}

export function FramingPreviews(props: FramingPreviewsProps): ReactNode {
  const { src, picture, framing, isDrawing } = props;
  const shown = (ratio: number, round = false) => (
    <PicturePart
      src={src}
      part={visiblePart(framing, picture, ratio)}
      ratio={ratio}
      round={round}
    />
  );
  const hasCard = !isDrawing && (framing.crop !== null || framing.focalPoint !== null);
  return (
    <section className={desk.section} aria-labelledby="framing-previews">
      <h2 id="framing-previews">How the site shows it</h2>
      <p className={desk.secondary}>At the top of a page, round in lists, and as a shared link.</p>
      <div className={styles.previews}>
        <figure className={styles.preview}>
          <div className={styles.phone}>
            <Lines count={2} />
            {shown(ratioOf(framing, picture))}
            <div className={styles.listRow}>
              <div className={styles.phoneRound}>{shown(ROUND, true)}</div>
              <Lines count={3} />
            </div>
          </div>
          <figcaption>On a phone</figcaption>
        </figure>
        <figure className={styles.preview}>
          <div className={styles.laptop}>
            <div className={styles.laptopTop}>
              <Lines count={4} />
              {shown(laptopRatio(framing, picture))}
            </div>
            <div className={styles.listRow}>
              <div className={styles.laptopRound}>{shown(ROUND, true)}</div>
              <Lines count={2} />
            </div>
          </div>
          <figcaption>On a laptop</figcaption>
        </figure>
        <figure className={styles.preview}>
          {hasCard ? (
            <div className={styles.card}>{shown(CARD)}</div>
          ) : (
            <p className={styles.noCard}>The title of the page</p>
          )}
          <figcaption>As a shared link</figcaption>
        </figure>
      </div>
      {!hasCard && (
        <p className={desk.secondary}>
          {isDrawing
            ? "A page with a drawing at its top is shared with its title."
            : "A shared link shows only the title of the page. Choose a part or a point, and it shows the picture."}
        </p>
      )}
    </section>
  );
}

/** In the place of words. */
function Lines({ count }: { count: number }): ReactNode {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <span key={line} />
      ))}
    </div>
  );
}
