// What a patient needs to know about an appointment: reference, time, price, place, what to bring, driving, and links to keep it.
import { type ReactNode, useState } from "react";
import { saveFile } from "../lib/save-file";
import { BulletList } from "../ui/bullet-list/BulletList";
import { Button, ButtonLink } from "../ui/button/Button";
import styles from "./AppointmentFacts.module.css";
import { type BookingFailure, describeFailure, fetchCalendarFile } from "./booking-api";
import { calendarMoment, longDateTime } from "./clinic-dates";
import { whatsappLinkWith } from "./whatsapp-message";

export interface Appointment {
  reference: string;
  /** The service. */
  title: string;
  date: string;
  time: string;
  minutes: number;
  bring: readonly string[];
  /** Whether the patient can drive afterwards. */
  drive: string | null;
  price: string | null;
  /** The name of the person who is seen, when somebody else has booked. */
  patient?: string;
}

interface AppointmentFactsProps {
  appointment: Appointment;
  place: ReactNode;
}

export function AppointmentFacts({ appointment, place }: AppointmentFactsProps): ReactNode {
  const { reference, title, date, time, minutes, bring, drive, price, patient } = appointment;
  return (
    <dl className={styles.facts}>
      {patient && (
        <div>
          <dt>For</dt>
          <dd>{patient}</dd>
        </div>
      )}
      <div>
        <dt>When</dt>
        <dd className={styles.when}>{longDateTime(date, time)}</dd>
      </div>
      <div>
        <dt>Service</dt>
        <dd>
          {title}, about {minutes} minutes
        </dd>
      </div>
      {price && (
        <div>
          <dt>Price</dt>
          <dd className={styles.price}>{price}</dd>
        </div>
      )}
      <div>
        <dt>Reference</dt>
        <dd className={styles.reference}>{reference}</dd>
      </div>
      <div>
        <dt>Where</dt>
        <dd>{place}</dd>
      </div>
      {bring.length > 0 && (
        <div>
          <dt>What to bring</dt>
          <dd>
            <BulletList items={bring} />
          </dd>
        </div>
      )}
      {drive && (
        <div>
          <dt>Driving afterwards</dt>
          <dd>{drive}</dd>
        </div>
      )}
    </dl>
  );
}

interface KeepAppointmentProps {
  appointment: Appointment;
  clinicName: string;
  /** The address of the clinic in one line. */
  address: string;
  /** The clinic's WhatsApp link. */
  whatsapp: string;
  /** The token of the patient's link. */
  token: string;
}

const CALENDAR_FILE = "Add to calendar (.ics file)";

/** Links to add the appointment to a calendar and to write to the clinic about it. */
export function KeepAppointment({
  appointment,
  clinicName,
  address,
  whatsapp,
  token,
}: KeepAppointmentProps): ReactNode {
  const [failure, setFailure] = useState<BookingFailure | null>(null);
  const saveCalendarFile = async () => {
    const result = await fetchCalendarFile(token);
    setFailure(result.kind === "ok" ? null : result);
    if (result.kind === "ok") saveFile("appointment.ics", result.value);
  };
  const { reference, title, date, time } = appointment;
  const message = `Hello, I have an appointment: ${title}, ${longDateTime(date, time)}. My reference is ${reference}.`;
  return (
    <div className={styles.links}>
      <Button icon="calendar" weight="quiet" onClick={saveCalendarFile}>
        {CALENDAR_FILE}
      </Button>
      <ButtonLink
        href={googleCalendarLink(appointment, clinicName, address)}
        icon="calendar"
        weight="quiet"
        rel="noreferrer"
      >
        Add to Google Calendar
      </ButtonLink>
      <ButtonLink href={whatsappLinkWith(whatsapp, message)} icon="whatsapp" weight="quiet">
        Send us the reference on WhatsApp
      </ButtonLink>
      {failure && <p role="alert">{describeFailure(failure, CALENDAR_FILE)}</p>}
    </div>
  );
}

/** Without the address of the appointment's page, which is a secret. */
export function googleCalendarLink(
  { reference, title, date, time, minutes }: Appointment,
  clinicName: string,
  address: string,
): string {
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: `${title}, ${clinicName}`,
    dates: `${calendarMoment(date, time)}/${calendarMoment(date, time, minutes)}`,
    details: `Reference ${reference}`,
    location: address,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}
