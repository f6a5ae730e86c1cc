// This file is generated from the server's types. Do not edit it.
import type { PartOfDay } from "./PartOfDay";

export type AddEarlierPatientRequest = {
  /** Who books for the patient and comes along. The phone and the email are then theirs. */
  broughtBy?: string | null;
  email?: string | null;
  /** The first day on which the patient can come. Left out, today. */
  from?: string | null;
  name: string;
  note?: string | null;
  part?: PartOfDay | null;
  phone: string;
  service: string;
  /** The last day, at most 60 days ahead. */
  until: string;
};
