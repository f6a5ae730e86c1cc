// "Contact Us", "Book Appointment" and their like: a link that opens the popup.
import type { MouseEvent, ReactNode } from "react";
import { ButtonLink } from "../ui/button/Button";
import { CONTACT_ID, useContact } from "./ContactContext";

interface ContactLinkProps {
  children: ReactNode;
  /** Drawn as a button; a plain link otherwise. */
  button?: "primary" | "quiet" | "accent";
  className?: string | undefined;
}

export function ContactLink({ children, button, className }: ContactLinkProps): ReactNode {
  const contact = useContact();
  const openPopup = (event: MouseEvent) => {
    if (!contact.ready) return;
    event.preventDefault();
    contact.open();
  };
  const link = { href: `#${CONTACT_ID}`, "aria-haspopup": "dialog", onClick: openPopup } as const;
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
