// This file is generated from the server's types. Do not edit it.
export type MoveAppointmentRequest = {
  date: string;
  time: string;
  /** The part of the link after the `#`. */
  token: string;
};
