// This file is generated from the server's types. Do not edit it.
/** The patient's link. */
export type AppointmentRequest = {
  /** The part of the link after the `#`. */
  token: string;
};
