// Ways to reach a patient with the staff's own phone, with a text that is ready to send.
import { type ReactNode, useEffect, useRef } from "react";
import type { ReadyMessage } from "../../generated/ReadyMessage";
import { ButtonLink } from "../../ui/button/Button";
import desk from "../components/desk.module.css";

/** What is shown after opening; each opening is recorded. */
export type Contact = {
  readonly name: string;
  readonly phone: string;
  readonly message: ReadyMessage;
};

/** They take the place of the button that showed them, so they take its focus as well. */
export function ContactLinks({ contact: { phone, message } }: { contact: Contact }): ReactNode {
  const links = useRef<HTMLSpanElement>(null);
  useEffect(() => links.current?.querySelector("a")?.focus(), []);
  return (
    <span ref={links} className={desk.contact}>
      <blockquote className={desk.readyText}>{message.text}</blockquote>
      <ButtonLink href={message.whatsapp} icon="whatsapp" target="_blank" rel="noreferrer">
        WhatsApp
      </ButtonLink>
      <ButtonLink href={message.sms} icon="mail">
        SMS
      </ButtonLink>
      <ButtonLink href={`tel:${phone}`} icon="phone" weight="quiet">
        {phone}
      </ButtonLink>
    </span>
  );
}
