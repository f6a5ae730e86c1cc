// The popup and its parts, with the longest name and address too, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { awkwardClinic, sampleClinic } from "../examples/sample";
import { CallActions } from "./CallActions";
import { ContactLink } from "./ContactLink";
import { ContactProvider } from "./ContactProvider";
import { Place } from "./Place";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "a link that opens the popup",
    render: () => (
      <ContactProvider clinic={sampleClinic}>
        <ContactLink button="primary">Book Appointment</ContactLink>
      </ContactProvider>
    ),
  },
  { name: "call or chat", render: () => <CallActions clinic={sampleClinic} /> },
  { name: "the place, with a long address", render: () => <Place clinic={awkwardClinic} /> },
];
