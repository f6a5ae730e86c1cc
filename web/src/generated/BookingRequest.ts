// This file is generated from the server's types. Do not edit it.
export type BookingRequest = {
  /** Who books for the patient and comes along, such as the mother of a child. The phone and the email are then theirs. */
  broughtBy?: string | null;
  /** In clinic time. */
  date: string;
  email?: string | null;
  /** Of the person who is seen. */
  name: string;
  note?: string | null;
  /** In any form, such as `0803 123 4567` or `+234 803 123 4567`. */
  phone: string;
  /** The slug of the service. */
  service: string;
  time: string;
};
