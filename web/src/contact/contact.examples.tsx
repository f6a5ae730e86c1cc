// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { longNameClinic, sampleClinic, sampleHospitals } from "../fixtures/samples";
import { ClinicAddress } from "./ClinicAddress";
import { ContactButtons } from "./ContactButtons";
import { ContactLink } from "./ContactLink";
import { ContactProvider } from "./ContactProvider";
import { EmergencyLine } from "./EmergencyLine";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "a link that opens the popup",
    render: () => (
      <ContactProvider clinic={sampleClinic}>
        <ContactLink button="primary">Book Appointment</ContactLink>
      </ContactProvider>
    ),
  },
  { name: "call or chat", render: () => <ContactButtons clinic={sampleClinic} /> },
  { name: "emergency line", render: () => <EmergencyLine clinic={sampleClinic} /> },
  {
    name: "emergency line with hospitals",
    render: () => <EmergencyLine clinic={{ ...sampleClinic, hospitals: sampleHospitals }} />,
  },
  { name: "a long address", render: () => <ClinicAddress clinic={longNameClinic} /> },
];
