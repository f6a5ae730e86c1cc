// Sends the patient a new link to the appointment, which ends the earlier one. A patient without an email address gets it
// from the staff's own phone.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ReadyMessage } from "../../../generated/ReadyMessage";
import type { SentLink } from "../../../generated/SentLink";
import { Button, ButtonLink } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { type ActionResult, useAction } from "../../components/use-action";

interface NewLinkFormProps {
  /** The appointment. */
  id: string;
  onClose: () => void;
}

export function NewLinkForm({ id, onClose }: NewLinkFormProps): ReactNode {
  const { run, busy, result } = useAction();
  const [sent, setSent] = useState<SentLink | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the answer.
  useEffect(() => buttons.current?.querySelector<HTMLElement>("a, button")?.focus(), [sent]);
  const send = () =>
    run({ request: () => api.sendAppointmentLink(id), onSuccess: setSent, success: describe });
  return (
    <div className={desk.form}>
      {sent === null && <p>The links in all earlier messages about this appointment then end.</p>}
      <ActionNotice result={result} />
      <div ref={buttons} className={desk.row}>
        {sent?.message && <MessageLinks message={sent.message} />}
        {sent === null && (
          <Button busy={busy} onClick={send}>
            Send a new link
          </Button>
        )}
        <Button weight="quiet" onClick={onClose}>
          {sent === null ? "Keep the link" : "Back to the appointment"}
        </Button>
      </div>
    </div>
  );
}

function MessageLinks({ message }: { message: ReadyMessage }): ReactNode {
  return (
    <>
      <ButtonLink href={message.whatsapp} icon="whatsapp" target="_blank" rel="noreferrer">
        Send by WhatsApp
      </ButtonLink>
      <ButtonLink href={message.sms} icon="mail">
        Send by SMS
      </ButtonLink>
    </>
  );
}

function describe({ emailed, message }: SentLink): ActionResult {
  const ended = "The earlier link has ended.";
  if (message) {
    return { tone: "success", message: `${ended} Now send the new one from the clinic’s phone.` };
  }
  return {
    tone: "success",
    message: emailed
      ? `${ended} The new one is in an email to the patient.`
      : `${ended} Nothing was sent, because there is nothing left to change.`,
  };
}
