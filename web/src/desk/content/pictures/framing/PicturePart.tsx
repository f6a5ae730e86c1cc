// A part of a picture in a box with the proportions of that part.
import type { ReactNode } from "react";
import type { Crop } from "../../../../generated/Crop";
import styles from "./Framing.module.css";

interface PicturePartProps {
  src: string;
  part: Crop;
  /** Of the box. */
  ratio: number;
  round?: boolean;
}

export function PicturePart({ src, part, ratio, round = false }: PicturePartProps): ReactNode {
  const { left, top, width, height } = part;
  return (
    <div
      className={round ? `${styles.part} ${styles.round}` : styles.part}
      style={{ aspectRatio: ratio }}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        style={{
          width: `${10_000 / width}%`,
          height: `${10_000 / height}%`,
          left: `${(-100 * left) / width}%`,
          top: `${(-100 * top) / height}%`,
        }}
      />
    </div>
  );
}
