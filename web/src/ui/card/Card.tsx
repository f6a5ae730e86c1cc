// A card that links to another page: picture, title and summary. The whole card is clickable, but for screen readers
// there is only one link, the title.
import type { ReactNode } from "react";
import type { Picture as PictureData } from "../../generated/Picture";
import { Link } from "../link/Link";
import { Picture } from "../picture/Picture";
import styles from "./Card.module.css";

interface CardProps {
  href: string;
  title: string;
  summary: string;
  picture?: PictureData | null;
  /** A small line above the title, such as a date. */
  detail?: string | null;
  /** The first of several: with a large picture instead of a small round one. */
  lead?: boolean;
}

export function Card({
  href,
  title,
  summary,
  picture,
  detail,
  lead = false,
}: CardProps): ReactNode {
  return (
    <article className={`${styles.card} ${lead ? styles.lead : ""}`}>
      {picture && (
        <div className={styles.picture}>
          <Picture picture={picture} round={!lead} />
        </div>
      )}
      <div className={styles.text}>
        <h3 className={styles.title}>
          <Link href={href} className={styles.link}>
            {title}
          </Link>
        </h3>
        {detail && <p className={styles.detail}>{detail}</p>}
        <p>{summary}</p>
      </div>
    </article>
  );
}
