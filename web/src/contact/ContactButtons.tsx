// Buttons to call the clinic, to open a WhatsApp chat and to book online.
import type { ReactNode } from "react";
import type { Clinic } from "../generated/Clinic";
import { bookingPath } from "../lib/navigation/paths";
import { ButtonLink } from "../ui/button/Button";
import styles from "./ContactButtons.module.css";

interface ContactButtonsProps {
  clinic: Clinic;
  /** Whether online booking stands beside them. On most pages it is in the menu and in the bar of phones. */
  booking?: boolean;
}

export function ContactButtons({ clinic, booking = false }: ContactButtonsProps): ReactNode {
  return (
    <div className={styles.buttons}>
      <ButtonLink href={clinic.phone.href} icon="phone">
        {`Call ${clinic.phone.display}`}
      </ButtonLink>
      <ButtonLink href={clinic.whatsapp.href} icon="whatsapp" weight="quiet">
        Chat on WhatsApp
      </ButtonLink>
      {booking && clinic.booksOnline && (
        <ButtonLink href={bookingPath()} icon="calendar" weight="quiet">
          Book online
        </ButtonLink>
      )}
    </div>
  );
}
