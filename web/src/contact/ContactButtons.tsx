// Buttons to call the clinic and to open a WhatsApp chat.
import type { ReactNode } from "react";
import type { Clinic } from "../generated/Clinic";
import { ButtonLink } from "../ui/button/Button";
import styles from "./ContactButtons.module.css";

export function ContactButtons({ clinic }: { clinic: Clinic }): ReactNode {
  return (
    <div className={styles.buttons}>
      <ButtonLink href={clinic.phone.href} icon="phone">
        {`Call ${clinic.phone.display}`}
      </ButtonLink>
      <ButtonLink href={clinic.whatsapp.href} icon="whatsapp" weight="quiet">
        Chat on WhatsApp
      </ButtonLink>
    </div>
  );
}
