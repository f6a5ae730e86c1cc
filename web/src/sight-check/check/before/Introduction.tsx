// The first screen, which the server renders: what the self-check is, what is needed, how wrong it can be. It also helps
// where the check cannot run.
import { type ReactNode, type Ref, useEffect, useState } from "react";
import type { Phone } from "../../../generated/Phone";
import { bookingPath } from "../../../lib/navigation/paths";
import { Button, ButtonLink } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import styles from "../SightCheck.module.css";
import { PublishedError } from "./PublishedError";

interface IntroductionProps {
  heading: string;
  intro: string;
  headingRef: Ref<HTMLHeadingElement>;
  canBook: boolean;
  phone: Phone;
  emergency: ReactNode;
  onStart: () => void;
}

export function Introduction(props: IntroductionProps): ReactNode {
  const { heading, intro, headingRef, canBook, phone, emergency, onStart } = props;
  const [canDraw, setCanDraw] = useState(true);
  useEffect(() => {
    const canvas = document.createElement("canvas");
    setCanDraw("ResizeObserver" in window && canvas.getContext("2d") !== null);
  }, []);
  return (
    <div className={styles.screen}>
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      <p className={styles.intro}>{intro}</p>
      <noscript>
        <Notice heading="The self-check needs JavaScript">
          <p>Your browser does not run it. We can check your eyes at the clinic.</p>
        </Notice>
      </noscript>
      {canDraw ? (
        <p className={styles.needsScript}>
          <Button onClick={onStart}>Start the self-check</Button>
        </p>
      ) : (
        <Notice heading="This browser cannot draw the letters" live>
          <p>Please try another browser or phone, or let us check your eyes at the clinic.</p>
        </Notice>
      )}
      <p>
        {canBook ? (
          <ButtonLink href={bookingPath()} icon="calendar" weight="quiet">
            Book an eye examination
          </ButtonLink>
        ) : (
          <ButtonLink href={phone.href} icon="phone" weight="quiet">
            {`Call ${phone.display}`}
          </ButtonLink>
        )}
      </p>
      <Notice tone="alarm">{emergency}</Notice>
      <section className={styles.part}>
        <h2>What you need</h2>
        <ul className={styles.list}>
          <li>A bank card, an ID card or a ₦5 to ₦50 note, to measure the screen</li>
          <li>Two or three metres of space, and a tape or a ruler</li>
          <li>Somebody to help, a mirror, or a second phone</li>
          <li>The glasses or lenses that you wear for distance</li>
        </ul>
      </section>
      <section className={styles.part}>
        <h2>What it cannot do</h2>
        <p>
          It says only how sharp your sight is. Glaucoma, diabetes and other diseases can harm eyes
          that see sharply. An eye examination finds them; this check does not.
        </p>
      </section>
      <PublishedError />
    </div>
  );
}
