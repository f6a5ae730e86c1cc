// On phones: a bar with links to call, chat and book that stays at the bottom of the screen.
import type { ReactNode } from "react";
import type { Clinic } from "../../generated/Clinic";
import { bookingPath } from "../../lib/navigation/paths";
import { Icon } from "../../ui/icon/Icon";
import { Link } from "../../ui/link/Link";
import styles from "./CallBar.module.css";

interface CallBarProps {
  clinic: Clinic;
  path: string;
}

export function CallBar({ clinic, path }: CallBarProps): ReactNode {
  return (
    <nav aria-label="Contact the clinic" className={styles.bar}>
      <a href={clinic.phone.href} className={styles.call}>
        <Icon name="phone" /> Call
      </a>
      <a href={clinic.whatsapp.href} className={styles.chat}>
        <Icon name="whatsapp" /> WhatsApp
      </a>
      {clinic.booksOnline && path !== bookingPath() && (
        <Link href={bookingPath()}>
          <Icon name="calendar" /> Book online
        </Link>
      )}
    </nav>
  );
}
