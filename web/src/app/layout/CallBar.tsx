// On phones: a bar with call and WhatsApp links that stays at the bottom of the screen.
import type { ReactNode } from "react";
import type { Clinic } from "../../generated/Clinic";
import { Icon } from "../../ui/icon/Icon";
import styles from "./CallBar.module.css";

export function CallBar({ clinic }: { clinic: Clinic }): ReactNode {
  return (
    <nav aria-label="Call or chat" className={styles.bar}>
      <a href={clinic.phone.href} className={styles.call}>
        <Icon name="phone" /> Call
      </a>
      <a href={clinic.whatsapp.href} className={styles.chat}>
        <Icon name="whatsapp" /> WhatsApp
      </a>
    </nav>
  );
}
