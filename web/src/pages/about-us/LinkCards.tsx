// Cards that link to other pages. The whole card is clickable.
import type { ReactNode } from "react";
import type { Section as SectionText } from "../../generated/Section";
import { Icon } from "../../ui/icon/Icon";
import { Link } from "../../ui/link/Link";
import styles from "./LinkCards.module.css";

interface LinkCardsProps {
  cards: readonly { href: string; section: SectionText | undefined }[];
}

export function LinkCards({ cards }: LinkCardsProps): ReactNode {
  return (
    <ul className={styles.cards}>
      {cards.map(
        ({ href, section }) =>
          section && (
            <li key={href} className={styles.card}>
              <h2>
                <Link href={href}>{section.heading}</Link>
              </h2>
              <p>{section.text}</p>
              <Icon name="arrow-right" />
            </li>
          ),
      )}
    </ul>
  );
}
