// A picture with a fixed aspect ratio, so that nothing shifts when it loads. Most pictures only illustrate the text
// beside them, so `alt` is empty by default.
import type { ReactNode } from "react";
import type { Picture as PictureData } from "../../generated/Picture";
import styles from "./Picture.module.css";

interface PictureProps {
  picture: PictureData;
  alt?: string;
  round?: boolean;
  /** How wide the picture is shown, for photos that come in several sizes. */
  sizes?: string;
  /** Set for pictures at the top of a page; others load when they come near the screen. */
  eager?: boolean;
}

export function Picture({
  picture,
  alt = "",
  round = false,
  sizes = round ? "7rem" : "(min-width: 48rem) 50vw, 100vw",
  eager = false,
}: PictureProps): ReactNode {
  // The server writes the same into the style sheet of the page instead: the policy forbids style attributes.
  const position =
    picture.position && !import.meta.env.SSR ? { objectPosition: picture.position } : undefined;
  return (
    <img
      className={round ? styles.round : styles.picture}
      src={picture.src}
      srcSet={picture.srcset}
      sizes={picture.srcset && sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      style={position}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
    />
  );
}
