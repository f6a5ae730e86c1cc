// A link that opens the contact popup, such as "Contact Us" and "Book Appointment".
import type { MouseEvent, ReactNode } from "react";
import { ButtonLink } from "../ui/button/Button";
import { type ChosenService, POPUP_ID, useContact } from "./ContactContext";

interface ContactLinkProps {
  children: ReactNode;
  /** Makes the link look like a button of this weight. */
  button?: "primary" | "quiet" | "accent";
  className?: string | undefined;
  /** The service that the appointment is for. */
  service?: ChosenService | undefined;
}

export function ContactLink({ children, button, className, service }: ContactLinkProps): ReactNode {
  const contact = useContact();
  const openPopup = (event: MouseEvent<HTMLElement>) => {
    if (!contact.ready) return;
    event.preventDefault();
    contact.open(event.currentTarget, service);
  };
  const link = {
    href: `#${POPUP_ID}`,
    "aria-haspopup": "dialog",
    // For the script without React, which reads title and slug from the section of the service.
    "data-service": service && "",
    onClick: openPopup,
  } as const;
  return button ? (
    <ButtonLink {...link} weight={button} icon="calendar">
      {children}
    </ButtonLink>
  ) : (
    <a {...link} className={className}>
      {children}
    </a>
  );
}
