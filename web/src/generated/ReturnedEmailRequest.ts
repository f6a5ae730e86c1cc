// This file is generated from the server's types. Do not edit it.
/** The address from which the email came back. */
export type ReturnedEmailRequest = {
  /** As it was on the screen. If it was corrected since, nothing is changed. */
  email: string;
};
