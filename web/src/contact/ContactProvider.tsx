// The contact popup, and the way to open it for everything inside.
// Before any script runs the popup's links show it by their address (`#contact-popup`, see ui/dialog), so
// it opens at once on a slow phone; when the script arrives, an opened popup becomes a proper modal.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Clinic } from "../generated/Clinic";
import { ButtonLink } from "../ui/button/Button";
import { Dialog } from "../ui/dialog/Dialog";
import { OpenNow } from "../ui/hours/Hours";
import { CONTACT_ID, ContactContext } from "./ContactContext";
import styles from "./ContactProvider.module.css";
import { Place } from "./Place";

interface ContactProviderProps {
  clinic: Clinic;
  children: ReactNode;
}

export function ContactProvider({ clinic, children }: ContactProviderProps): ReactNode {
  const [ready, setReady] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const contact = useMemo(() => ({ ready, open: () => setIsOpen(true) }), [ready]);

  useEffect(() => {
    setReady(true);
    if (window.location.hash !== `#${CONTACT_ID}`) return;
    setIsOpen(true);
    const { pathname, search } = window.location;
    history.replaceState(history.state, "", pathname + search);
  }, []);

  return (
    <ContactContext value={contact}>
      {children}
      <Dialog
        id={CONTACT_ID}
        heading="Contact us"
        open={isOpen}
        onClose={() => setIsOpen(false)}
        plainClose={ready ? undefined : <a href="#main">Close</a>}
      >
        <OpenNow hours={clinic.hours} />
        <Place clinic={clinic} />
        <div className={styles.ways}>
          <ButtonLink href={clinic.whatsapp.href} icon="whatsapp" wide>
            Chat on WhatsApp
          </ButtonLink>
          <ButtonLink href={clinic.phone.href} icon="phone" weight="quiet" wide>
            Call Now
            <span className={styles.number}>{clinic.phone.display}</span>
          </ButtonLink>
        </div>
      </Dialog>
    </ContactContext>
  );
}
