// Ways to reach a patient with the staff's own phone, with a text that is ready to send.
import type { ReactNode } from "react";
import type { ReadyMessage } from "../../generated/ReadyMessage";
import { ButtonLink } from "../../ui/button/Button";

/** What is shown after opening; each opening is recorded. */
export type Contact = {
  readonly name: string;
  readonly phone: string;
  readonly message: ReadyMessage;
};

export function ContactLinks({ contact: { phone, message } }: { contact: Contact }): ReactNode {
  return (
    <>
      <ButtonLink href={message.whatsapp} icon="whatsapp">
        WhatsApp
      </ButtonLink>
      <ButtonLink href={message.sms} icon="mail">
        SMS
      </ButtonLink>
      <ButtonLink href={`tel:${phone}`} icon="phone" weight="quiet">
        {phone}
      </ButtonLink>
    </>
  );
}
