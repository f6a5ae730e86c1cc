// An invitation to the game: rows of Landolt rings in which one looks the other way.
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button/Button";
import { Section } from "../../ui/section/Section";
import styles from "./GameTeaser.module.css";

interface GameTeaserProps {
  heading: string;
  text: string;
  percent: number;
}

const RINGS = 12;
const ODD_ONE = 7;

export function GameTeaser({ heading, text, percent }: GameTeaserProps): ReactNode {
  return (
    <Section tone="accent" aside heading={heading} text={text}>
      <div className={styles.teaser}>
        <svg viewBox="14 13 372 274" className={styles.rings} aria-hidden="true">
          {Array.from({ length: RINGS }, (_, place) => {
            const x = (place % 4) * 100 + 50;
            const y = Math.floor(place / 4) * 100 + 50;
            const mirror = place === ODD_ONE ? "scale(-1 1)" : "";
            return (
              <path
                key={`${x} ${y}`}
                d="M28 -9A29 29 0 1 0 28 9"
                transform={`translate(${x} ${y}) ${mirror}`}
              />
            );
          })}
        </svg>
        <ButtonLink href="/visionTest" icon="gift">
          Play and win {percent}% off
        </ButtonLink>
      </div>
    </Section>
  );
}
