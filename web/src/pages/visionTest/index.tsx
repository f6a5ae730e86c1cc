// The game's page: its words around the game, and the discount as the prize of a perfect score. The picture
// comes first, because a player on a phone came to play; the reading can wait below.

import type { ReactNode } from "react";
import { Claim } from "../../discount/Claim";
import { Game } from "../../game/Game";
import type { Section as SectionWords } from "../../generated/Section";
import type { PageProps } from "../../lib/page-props";
import { Notice } from "../../ui/notice/Notice";
import styles from "./VisionTest.module.css";

function VisionTestPage({ page, clinic }: PageProps<"visionTest">): ReactNode {
  const { words, game } = page;
  const { howto, noscript, rules } = words.sections;
  return (
    <div className={styles.page}>
      <Game
        levels={game.levels}
        prize={({ prove, playAgain }) => (
          <Claim percent={clinic.discountPercent} prove={prove} onPlayAgain={playAgain} />
        )}
      >
        <Heading text={words.heading} />
        {noscript && (
          <noscript>
            <Notice heading={noscript.heading}>
              <p>{noscript.text}</p>
            </Notice>
          </noscript>
        )}
      </Game>
      <div className={styles.reading}>
        <p className={styles.intro}>{words.intro}</p>
        {howto && <Reading words={howto} />}
        {rules && <Reading words={rules} />}
      </div>
    </div>
  );
}

/** The cry is set large and what it promises smaller, as one sentence to who hears it. */
function Heading({ text }: { text: string }): ReactNode {
  const end = text.indexOf("! ") + 1;
  return (
    <h1 tabIndex={-1} className={styles.heading}>
      {end > 0 && <span className={styles.cry}>{text.slice(0, end)}</span>}
      {end > 0 && " "}
      <span>{text.slice(end).trim()}</span>
    </h1>
  );
}

function Reading({ words }: { words: SectionWords }): ReactNode {
  return (
    <section className={styles.section}>
      <h2>{words.heading}</h2>
      <p>{words.text}</p>
    </section>
  );
}

export { VisionTestPage as Page };
