// This file is generated from the server's types. Do not edit it.
/** How much waits for staff, for the badge. */
export type WaitingCounts = {
  /** Visits at times at which the clinic is closed, of which nobody has decided anything. */
  closed: number;
  /** Patients who want an earlier time and for whom one is free. */
  earlier: number;
  recalls: number;
  requests: number;
  /** Patients to tell something by phone or message. */
  toTell: number;
  /** Requests without a time. */
  waiting: number;
};
