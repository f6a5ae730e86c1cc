// The contact popup and its context. Before hydration, links open it with the :target selector (`#contact-popup`, see
// ui/dialog), so that it works immediately on slow phones; after hydration, an open popup becomes a modal.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Clinic } from "../generated/Clinic";
import { pushOverlayEntry } from "../lib/navigation/overlay-history";
import { bookingPath } from "../lib/navigation/paths";
import { whatsappLinkFor } from "../lib/service-whatsapp-link";
import { ButtonLink } from "../ui/button/Button";
import { Dialog } from "../ui/dialog/Dialog";
import { OpenNow } from "../ui/hours/Hours";
import { ClinicAddress } from "./ClinicAddress";
import { type ChosenService, ContactContext, POPUP_ID } from "./ContactContext";
import styles from "./ContactProvider.module.css";
import { EmergencyLine } from "./EmergencyLine";

interface ContactProviderProps {
  clinic: Clinic;
  children: ReactNode;
}

export function ContactProvider({ clinic, children }: ContactProviderProps): ReactNode {
  const [ready, setReady] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [service, setService] = useState<ChosenService>();
  const opener = useRef<HTMLElement>(null);
  const contact = useMemo(() => {
    const open = (link: HTMLElement, chosenService?: ChosenService) => {
      opener.current = link;
      setService(chosenService);
      setIsOpen(true);
    };
    return { ready, open };
  }, [ready]);

  useEffect(() => {
    if (!isOpen) return;
    const { pathname } = window.location;
    const closed = pushOverlayEntry(() => setIsOpen(false));
    return () => {
      closed();
      // Browsers return the focus to what had it before, but in WebKit a click does not focus a link. After a link in the
      // popup, the focus belongs to the new page.
      if (window.location.pathname === pathname) opener.current?.focus({ preventScroll: true });
    };
  }, [isOpen]);

  useEffect(() => {
    setReady(true);
    if (window.location.hash !== `#${POPUP_ID}`) return;
    setIsOpen(true);
    const { pathname, search } = window.location;
    history.replaceState(history.state, "", pathname + search);
  }, []);

  const { href } = clinic.whatsapp;
  const chat = service ? whatsappLinkFor(href, service.title) : href;
  return (
    <ContactContext value={contact}>
      {children}
      <Dialog
        id={POPUP_ID}
        heading="Contact us"
        open={isOpen}
        onClose={() => setIsOpen(false)}
        noScriptClose={ready ? undefined : <a href="#main">Close</a>}
      >
        <p hidden={!service} data-appointment="">
          Appointment for: <strong>{service?.title}</strong>
        </p>
        <OpenNow
          hours={clinic.hours}
          closures={clinic.closures}
          onFollow={() => setIsOpen(false)}
        />
        <EmergencyLine clinic={clinic} onFollow={() => setIsOpen(false)} />
        {clinic.booksOnline && (
          <ButtonLink
            href={bookingPath(service?.slug)}
            icon="calendar"
            weight="quiet"
            wide
            onClick={() => setIsOpen(false)}
          >
            Book online
          </ButtonLink>
        )}
        <ClinicAddress clinic={clinic} />
        <div className={styles.buttons}>
          <ButtonLink href={chat} icon="whatsapp" wide>
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
