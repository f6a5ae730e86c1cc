// A patient's own appointment, and phone and WhatsApp for everything else.
import type { ReactNode } from "react";
import { AppointmentView } from "../../booking/AppointmentView";
import { addressLine } from "../../booking/address-line";
import { ClinicAddress } from "../../contact/ClinicAddress";
import { ContactButtons } from "../../contact/ContactButtons";
import { EmergencyLine } from "../../contact/EmergencyLine";
import type { PageProps } from "../../lib/page-props";
import { Notice } from "../../ui/notice/Notice";
import { Section } from "../../ui/section/Section";
import styles from "./appointment.module.css";

export function AppointmentPage({ page, clinic }: PageProps<"appointment">): ReactNode {
  const { text, daysAhead } = page;
  return (
    <>
      <div className={styles.page}>
        <h1 tabIndex={-1}>{text.heading}</h1>
        <p className={styles.intro}>{text.intro}</p>
        <Notice tone="alarm">
          <EmergencyLine clinic={clinic} />
        </Notice>
        <noscript>
          <Notice heading="This page needs JavaScript">
            <p>
              Your browser does not run it. Please call us or send a WhatsApp message to ask about
              your appointment, to move it or to cancel it.
            </p>
          </Notice>
        </noscript>
        <div className={styles.appointment}>
          <AppointmentView
            daysAhead={daysAhead}
            clinicName={clinic.name}
            address={addressLine(clinic.address)}
            whatsapp={clinic.whatsapp.href}
            place={<ClinicAddress clinic={clinic} />}
          />
        </div>
      </div>
      <Section tone="panel" {...text.sections.call}>
        <ContactButtons clinic={clinic} />
      </Section>
    </>
  );
}

export { AppointmentPage as Page };
