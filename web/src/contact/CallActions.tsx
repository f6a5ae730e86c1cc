// The two quickest ways to reach the clinic, side by side wherever a page has said enough.
import type { ReactNode } from "react";
import type { Clinic } from "../generated/Clinic";
import { ButtonLink } from "../ui/button/Button";
import styles from "./CallActions.module.css";

export function CallActions({ clinic }: { clinic: Clinic }): ReactNode {
  return (
    <div className={styles.actions}>
      <ButtonLink href={clinic.phone.href} icon="phone">
        Call {clinic.phone.display}
      </ButtonLink>
      <ButtonLink href={clinic.whatsapp.href} icon="whatsapp" weight="quiet">
        Chat on WhatsApp
      </ButtonLink>
    </div>
  );
}
