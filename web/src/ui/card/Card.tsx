// An item that another page tells in full: its drawing as a lens, its title as the one link, and a sentence.
// The whole card can be pressed, yet screen readers meet a single link with a name of its own.
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
  /** A quiet line above the title, such as a date. */
  detail?: string | null;
  /** The first among several: a large plate instead of a lens. */
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
          <Picture picture={picture} lens={!lead} />
        </div>
      )}
      <div className={styles.words}>
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
