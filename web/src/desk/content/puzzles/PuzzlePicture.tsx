// The picture of one level.
import type { ReactNode } from "react";
import type { PuzzleLevel } from "../../../generated/PuzzleLevel";
import styles from "./Puzzles.module.css";

export function PuzzlePicture({ level, alt }: { level: PuzzleLevel; alt: string }): ReactNode {
  const address = `data:image/svg+xml,${encodeURIComponent(level.svg)}`;
  return <img className={styles.picture} src={address} alt={alt} draggable={false} />;
}
