// This file is generated from the server's types. Do not edit it.
export type ConfirmClockRequest = {
  /** The time of the server's clock that was shown. */
  now: string;
};
