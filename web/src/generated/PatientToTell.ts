// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";
import type { OtherVisit } from "./OtherVisit";
import type { ToTell } from "./ToTell";

export type PatientToTell = {
  appointment: DeskAppointment;
  /** Whether the patient gave an email address that did not work. */
  emailFailed: boolean;
  /** The later visits of the same series, which the same message tells. "Told" is about all of them. */
  others: Array<OtherVisit>;
  /** What the patient has to be told. */
  toTell: ToTell;
};
