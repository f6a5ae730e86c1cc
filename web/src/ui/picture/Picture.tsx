// One of our drawings, with its room kept free so that nothing shifts. The drawings tell nothing that the
// words beside them do not, so they are hidden from assistive technology unless an `alt` is given.
import type { ReactNode } from "react";
import type { Picture as PictureData } from "../../generated/Picture";
import styles from "./Picture.module.css";

interface PictureProps {
  picture: PictureData;
  alt?: string;
  /** Round, like a trial lens; otherwise a plate with the site's one radius. */
  lens?: boolean;
  /** Set for what is on screen at once; everything else waits until it comes near. */
  eager?: boolean;
}

export function Picture({
  picture,
  alt = "",
  lens = false,
  eager = false,
}: PictureProps): ReactNode {
  return (
    <img
      className={lens ? styles.lens : styles.plate}
      src={picture.src}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
    />
  );
}
