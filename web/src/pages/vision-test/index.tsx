// The game page: the game with the discount as its prize. The picture comes before the instructions, so that phones
// show it on the first screen.
import type { ReactNode } from "react";
import { Claim, RecentClaim } from "../../discount/Claim";
import { Game } from "../../game/Game";
import type { Clinic } from "../../generated/Clinic";
import type { Section as SectionText } from "../../generated/Section";
import { pagePath } from "../../lib/navigation/paths";
import type { PageProps } from "../../lib/page-props";
import { ButtonLink } from "../../ui/button/Button";
import { Link } from "../../ui/link/Link";
import { Notice } from "../../ui/notice/Notice";
import styles from "./vision-test.module.css";

function VisionTestPage({ page, clinic }: PageProps<"vision-test">): ReactNode {
  const { text, game } = page;
  const { howto, noscript, rules } = text.sections;
  return (
    <div className={styles.page}>
      <Game
        levels={game.levels}
        more={
          page.hasPractice && (
            <ButtonLink weight="quiet" href={pagePath("practice")}>
              Today’s practice puzzle
            </ButtonLink>
          )
        }
        prize={({ requestProof, playAgain, forget }) => (
          <Claim
            percent={clinic.discountPercent}
            requestProof={requestProof}
            onClaimed={forget}
            onPlayAgain={playAgain}
          />
        )}
      >
        <GameHeading heading={text.heading} />
        <RecentClaim />
        {noscript && (
          <noscript>
            <Notice heading={noscript.heading}>
              <p>{noscript.text}</p>
            </Notice>
          </noscript>
        )}
      </Game>
      <div className={styles.instructions}>
        <div className={styles.intro}>
          <p>{describeCode(clinic)}</p>
          <p>{text.intro}</p>
        </div>
        {howto && <Instructions text={howto} />}
        {rules && <Instructions text={rules} />}
        {page.hasSightCheck && (
          <p>
            This is a game. To find out how sharply you see, try the{" "}
            <Link href={pagePath("sight-check")}>sight self-check</Link>.
          </p>
        )}
      </div>
    </div>
  );
}

function describeCode({ discountPercent, discountOn, codeDays }: Clinic): string {
  const offer = `${discountPercent}% off${discountOn === null ? "" : ` ${discountOn}`}`;
  return `Your prize: a code for ${offer}. It is valid for ${codeDays} days.`;
}

/** "Play. Spot. Win!" is set larger than the rest; for screen readers it is one heading. */
function GameHeading({ heading }: { heading: string }): ReactNode {
  const end = heading.indexOf("! ") + 1;
  return (
    <h1 tabIndex={-1} className={styles.heading}>
      {end > 0 && <span className={styles.lead}>{heading.slice(0, end)}</span>}
      {end > 0 && " "}
      <span>{heading.slice(end).trim()}</span>
    </h1>
  );
}

function Instructions({ text }: { text: SectionText }): ReactNode {
  return (
    <section className={styles.section}>
      <h2>{text.heading}</h2>
      <p>{text.text}</p>
    </section>
  );
}

export { VisionTestPage as Page };
