// Booking an appointment: the form, and phone and WhatsApp for those who prefer to talk or have no JavaScript.
import type { ReactNode } from "react";
import { addressLine } from "../../booking/address-line";
import { BookingForm } from "../../booking/BookingForm";
import { ClinicAddress } from "../../contact/ClinicAddress";
import { ContactButtons } from "../../contact/ContactButtons";
import { EmergencyLine } from "../../contact/EmergencyLine";
import type { PageProps } from "../../lib/page-props";
import { ListenButton } from "../../read-aloud/ListenButton";
import { Notice } from "../../ui/notice/Notice";
import { Section } from "../../ui/section/Section";
import styles from "./book.module.css";

export function BookPage({ page, clinic }: PageProps<"book">): ReactNode {
  const { text, services, daysAhead } = page;
  return (
    <>
      <div className={styles.page}>
        <h1 tabIndex={-1}>{text.heading}</h1>
        <Notice tone="alarm">
          <EmergencyLine clinic={clinic} />
        </Notice>
        <p className={styles.intro}>{text.intro}</p>
        <noscript>
          <Notice heading="Choosing a time needs JavaScript">
            <p>
              Your browser does not run it. Please call us or send a WhatsApp message, and we will
              find a time for you.
            </p>
          </Notice>
        </noscript>
        <div className={styles.form}>
          <BookingForm
            services={services}
            daysAhead={daysAhead}
            clinicName={clinic.name}
            address={addressLine(clinic.address)}
            whatsapp={clinic.whatsapp.href}
            place={<ClinicAddress clinic={clinic} />}
            listen={<ListenButton />}
          />
        </div>
      </div>
      <Section tone="panel" {...text.sections.call}>
        <ContactButtons clinic={clinic} />
      </Section>
    </>
  );
}

export { BookPage as Page };
