// Three ways on from here, each a card that can be pressed anywhere.
import type { ReactNode } from "react";
import type { Section as SectionWords } from "../../generated/Section";
import { Icon } from "../../ui/icon/Icon";
import { Link } from "../../ui/link/Link";
import styles from "./Doors.module.css";

interface DoorsProps {
  doors: readonly { href: string; section: SectionWords | undefined }[];
}

export function Doors({ doors }: DoorsProps): ReactNode {
  return (
    <ul className={styles.doors}>
      {doors.map(
        ({ href, section }) =>
          section && (
            <li key={href} className={styles.door}>
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
