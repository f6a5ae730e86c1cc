// A link to the game with a picture of Landolt rings, one of which is mirrored.
import type { ReactNode } from "react";
import { pagePath } from "../../lib/navigation/paths";
import { ButtonLink } from "../../ui/button/Button";
import { Link } from "../../ui/link/Link";
import { Section } from "../../ui/section/Section";
import styles from "./GameTeaser.module.css";

interface GameTeaserProps {
  heading: string;
  text: string;
  percent: number;
  hasPractice: boolean;
}

const RINGS = 12;
const MIRRORED = 7;

export function GameTeaser({ heading, text, percent, hasPractice }: GameTeaserProps): ReactNode {
  return (
    <Section tone="accent" aside heading={heading} text={text}>
      <div className={styles.teaser}>
        <svg viewBox="14 13 372 274" className={styles.rings} aria-hidden="true">
          {Array.from({ length: RINGS }, (_, index) => {
            const x = (index % 4) * 100 + 50;
            const y = Math.floor(index / 4) * 100 + 50;
            const mirror = index === MIRRORED ? "scale(-1 1)" : "";
            return (
              <path
                key={`${x} ${y}`}
                d="M28 -9A29 29 0 1 0 28 9"
                transform={`translate(${x} ${y}) ${mirror}`}
              />
            );
          })}
        </svg>
        <ButtonLink href={pagePath("vision-test")} icon="gift">
          {`Play and win ${percent}% off`}
        </ButtonLink>
        {hasPractice && (
          <Link className={styles.practice} href={pagePath("practice")}>
            Practise with today’s puzzle
          </Link>
        )}
      </div>
    </Section>
  );
}
