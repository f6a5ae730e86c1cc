// Who a visit is for, with a button that shows the number and the text that is ready to send. It counts as opening the visit.
import { type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { patientName } from "../components/patient-name";
import { useAction } from "../components/use-action";
import { type Contact, ContactLinks } from "./ContactLinks";

export function ShowContact({ visit }: { visit: DeskAppointment }): ReactNode {
  const { id, maskedPhone, reference } = visit;
  const { run, busy, result } = useAction();
  const [contact, setContact] = useState<Contact | null>(null);
  const show = () =>
    run({
      request: () => api.openAppointment(id),
      onSuccess: (opened) =>
        setContact({ name: patientName(opened), phone: opened.phone, message: opened.message }),
      success: `The number of ${reference} is shown.`,
    });
  return (
    <>
      <p>
        {contact?.name ?? patientName(visit)}
        {contact ? null : ` · ${maskedPhone}`}
      </p>
      <div className={desk.row}>
        {contact ? (
          <ContactLinks contact={contact} />
        ) : (
          <Button busy={busy} onClick={show}>
            Show number and message<span className="visually-hidden"> for {reference}</span>
          </Button>
        )}
      </div>
      {/* Who sees the number needs no word about it. */}
      <div className={result?.tone === "success" ? "visually-hidden" : undefined}>
        <ActionNotice result={result} />
      </div>
    </>
  );
}
