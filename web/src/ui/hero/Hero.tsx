// The top of every page except the home page: heading, introduction and picture.
import type { ReactNode } from "react";
import type { Picture as PictureData } from "../../generated/Picture";
import { Picture } from "../picture/Picture";
import styles from "./Hero.module.css";

interface HeroProps {
  heading: string;
  intro: string;
  picture: PictureData | null;
  children?: ReactNode;
}

export function Hero({ heading, intro, picture, children }: HeroProps): ReactNode {
  return (
    <div className={picture ? `${styles.hero} ${styles.withPicture}` : styles.hero}>
      <div className={styles.text}>
        <h1 tabIndex={-1}>{heading}</h1>
        <p className={styles.intro}>{intro}</p>
        {children}
      </div>
      {picture && (
        <div className={styles.picture}>
          <Picture picture={picture} eager />
        </div>
      )}
    </div>
  );
}
