// A link that opens the contact popup, such as "Contact Us" and "Book Appointment".
import type { MouseEvent, ReactNode } from "react";
import { ButtonLink } from "../ui/button/Button";
import { POPUP_ID, useContact } from "./ContactContext";

interface ContactLinkProps {
  children: ReactNode;
  /** Makes the link look like a button of this weight. */
  button?: "primary" | "quiet" | "accent";
  className?: string | undefined;
  /** The title of the service that the appointment is for. */
  service?: string | undefined;
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
    "data-service": service,
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
